import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import {
  createPolicy,
  emptyPolicyDocument,
  parsePolicy,
  withAllowedValue,
  withBaseline,
} from '../../../../src/core/secrets/policy.ts';
import { hashOfFinding, hashSecret } from '../../../../src/core/secrets/hash.ts';
import { scan } from '../../../../src/core/secrets/scan.ts';
import { githubToken } from '../../../support/madeSecrets.ts';

const token = githubToken(11);
const [finding] = scan(token).findings;
assert.ok(finding);
const hash = hashOfFinding(token, finding);

describe('policy', () => {
  it('allows listed values everywhere', () => {
    const policy = createPolicy({ ...emptyPolicyDocument, allowValues: [{ hash: hashSecret(token) }] });
    assert.ok(policy.allows('any/file.ts', hash));
    assert.ok(!createPolicy(emptyPolicyDocument).allows('any/file.ts', hash));
  });

  it('allows the baseline in its own file only', () => {
    const document = withBaseline(emptyPolicyDocument, [{ path: 'a.ts', hash }]);
    const policy = createPolicy(document);
    assert.ok(policy.allows('a.ts', hash));
    assert.ok(!policy.allows('b.ts', hash));
    assert.ok(!JSON.stringify(document).includes(token));
  });

  it('takes one more value in, once, and leaves the rest of the file as it is', () => {
    const first = withAllowedValue(undefined, 'x', hash);
    assert.ok(createPolicy(parsePolicy(first, 'x')).allows('any.ts', hash));
    assert.equal(withAllowedValue(first, 'x', hash), first);
    const known = '{"later": [1], "version": 1, "allowPaths": ["test/"]}';
    assert.deepEqual(JSON.parse(withAllowedValue(known, 'x', hash)), {
      later: [1],
      version: 1,
      allowPaths: ['test/'],
      allowValues: [{ hash }],
    });
    assert.throws(() => withAllowedValue('{', 'x', hash), Failure);
    assert.throws(() => withAllowedValue('{"version": 2}', 'x', hash), Failure);
  });

  it('forgets what was fixed when the baseline is written again', () => {
    const before = withBaseline(emptyPolicyDocument, [{ path: 'a.ts', hash }]);
    assert.deepEqual(withBaseline(before, []).baseline, {});
  });

  it('reads what it writes', () => {
    const document = withBaseline({ ...emptyPolicyDocument, allowPaths: ['test/**'] }, [
      { path: 'a.ts', hash },
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
