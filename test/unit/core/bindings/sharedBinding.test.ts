import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  parseSharedBinding,
  type SharedBinding,
  sharedBindingText,
} from '../../../../src/core/bindings/sharedBinding.ts';
import { Failure } from '../../../../src/core/failures.ts';

const read = (value: unknown) => parseSharedBinding(JSON.stringify(value), '.service/connectedMode.json');
const server: SharedBinding = {
  target: { kind: 'server', serverUrl: 'https://example.org/base' },
  projectKey: 'p',
};
const cloud: SharedBinding = {
  target: { kind: 'cloud', organizationKey: 'acme', region: 'US' },
  projectKey: 'p',
};

describe('sharedBindingText', () => {
  it('contains the platform and the project, and nothing else', () => {
    assert.equal(
      sharedBindingText(server),
      '{\n  "serverUrl": "https://example.org/base",\n  "projectKey": "p"\n}\n',
    );
    assert.deepEqual(JSON.parse(sharedBindingText(cloud)), {
      organizationKey: 'acme',
      region: 'US',
      projectKey: 'p',
    });
  });

  it('is read back as the binding that was written', () => {
    for (const binding of [server, cloud])
      assert.deepEqual(parseSharedBinding(sharedBindingText(binding), 'f'), binding);
  });
});

describe('parseSharedBinding', () => {
  it('reads the files that comparable extensions for two editors write', () => {
    assert.deepEqual(read({ sonarQubeUri: 'https://example.org/base/', projectKey: 'p' }), server);
    assert.deepEqual(read({ SonarQubeUri: 'https://example.org/base', ProjectKey: 'p' }), server);
    assert.deepEqual(read({ sonarCloudOrganization: 'acme', region: 'US', projectKey: 'p' }), cloud);
    assert.deepEqual(read({ SonarCloudOrganization: 'acme', ProjectKey: 'p' }), {
      ...cloud,
      target: { ...cloud.target, region: 'EU' },
    });
  });

  it('names the file and its error', () => {
    for (const [value, what] of [
      [{ serverUrl: 'https://x' }, /projectkey/],
      [{ projectKey: 'p' }, /address/],
      [{ serverUrl: 'https://user:secret@x', projectKey: 'p' }, /address/],
      [{ organizationKey: 'acme', region: 'AU', projectKey: 'p' }, /region/],
      [[], /connectedMode/],
    ] as const)
      assert.throws(
        () => read(value),
        (error) =>
          Failure.is(error, 'malformed') &&
          what.test(error.message) &&
          error.message.includes('.service/connectedMode.json'),
      );
    assert.throws(() => parseSharedBinding('{', 'f'), /f: not JSON/);
  });

  it('throws only a malformed failure, whatever the file contains', () =>
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        try {
          read(value);
        } catch (error) {
          assert(Failure.is(error, 'malformed'));
        }
      }),
    ));
});
