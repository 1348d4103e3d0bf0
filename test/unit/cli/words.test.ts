import assert from 'node:assert/strict';
import { Failure } from '../../../src/core/failures.ts';
import { wordsOfFailure, wordsOfProblem, wordsOfState } from '../../../src/cli/words.ts';

describe('the words for a login that does not work', () => {
  const platform = { baseUrl: 'https://quality.example.com' };
  const refused = { state: 'tokenRefused' } as const;

  it('advise a new login when the platform refuses the token of a login', () =>
    assert.equal(wordsOfState(refused, platform, 'keyring').fix, 'Run: service-cli auth login'));

  it('name the variable, and no login, when the platform refuses the token of the environment', () => {
    const { fix = '' } = wordsOfState(refused, platform, 'environment');
    assert.match(fix, /^Set SERVICE_TOKEN/);
    assert.doesNotMatch(fix, /auth login/);
  });

  it('name the variable whose address is not valid', () =>
    assert.equal(wordsOfProblem({ problem: 'urlInvalid' }).fix, 'Correct SERVICE_URL.'));
});

describe('the words for a certificate that is refused', () => {
  const fixOf = (code: string): string | undefined => {
    const cause = Object.assign(new Error(code), { code });
    return wordsOfFailure(new Failure('certificate', code, { cause }), 'https://quality.example.com').fix;
  };

  it('advise to trust its authority only when that helps', () => {
    assert.match(String(fixOf('SELF_SIGNED_CERT_IN_CHAIN')), /config set ca-file/);
    for (const code of ['CERT_HAS_EXPIRED', 'CERT_NOT_YET_VALID', 'ERR_TLS_CERT_ALTNAME_INVALID'])
      assert.doesNotMatch(String(fixOf(code)), /ca-file/);
    assert.match(String(fixOf('CERT_HAS_EXPIRED')), /renew/);
  });
});

describe('the words for an answer that is malformed', () => {
  const failure = new Failure('malformed', '.service/secrets.json is not JSON');

  it('advise to check the address of a platform, and not that of a file', () => {
    assert.match(String(wordsOfFailure(failure, 'https://quality.example.com').fix), /^Check the address/);
    assert.deepEqual(wordsOfFailure(failure, undefined), { message: '.service/secrets.json is not JSON.' });
  });
});
