import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import {
  createPolicy,
  emptyPolicyDocument,
  parsePolicy,
  withBaseline,
} from '../../../../src/core/secrets/policy.ts';
import { hashSecret, scan } from '../../../../src/core/secrets/scan.ts';
import { githubToken } from '../../../support/madeSecrets.ts';

const token = githubToken(11);
const [finding] = scan(token).findings;
assert.ok(finding);

describe('policy', () => {
  it('allows listed values everywhere', () => {
    const policy = createPolicy({ ...emptyPolicyDocument, allowValues: [{ hash: hashSecret(token) }] });
    assert.ok(policy.allows('any/file.ts', finding));
    assert.ok(!createPolicy(emptyPolicyDocument).allows('any/file.ts', finding));
  });

  it('allows the baseline in its own file only', () => {
    const document = withBaseline(emptyPolicyDocument, [{ path: 'a.ts', finding }]);
    const policy = createPolicy(document);
    assert.ok(policy.allows('a.ts', finding));
    assert.ok(!policy.allows('b.ts', finding));
    assert.ok(!JSON.stringify(document).includes(token));
  });

  it('forgets what was fixed when the baseline is written again', () => {
    const before = withBaseline(emptyPolicyDocument, [{ path: 'a.ts', finding }]);
    assert.deepEqual(withBaseline(before, []).baseline, {});
  });

  it('reads what it writes', () => {
    const document = withBaseline({ ...emptyPolicyDocument, allowPaths: ['test/**'] }, [
      { path: 'a.ts', finding },
    ]);
    assert.deepEqual(parsePolicy(JSON.stringify(document), 'x'), document);
  });

  it('names the file and the field that is wrong', () => {
    const wrong = (text: string): string => {
      try {
        parsePolicy(text, '.service/secrets.json');
      } catch (error) {
        assert.ok(Failure.is(error, 'malformed'));
        return error.message;
      }
      return 'no failure';
    };
    assert.match(wrong('{'), /^\.service\/secrets\.json is not JSON$/);
    assert.match(wrong('{"version":2}'), /secrets\.json: version: /);
    assert.match(
      wrong('{"version":1,"allowValues":[{"hash":"x"}]}'),
      /allowValues\.0\.hash: expected sha256:/,
    );
  });
});
