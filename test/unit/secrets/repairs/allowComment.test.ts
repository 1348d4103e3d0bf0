import assert from 'node:assert/strict';
import { allowHere, comments } from '../../../../src/secrets/repairs/allowComment.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { userToken } from '../../../support/madeSecrets.ts';

function repaired(text: string, language: string): string | undefined {
  const [finding] = scan(text).findings;
  assert.ok(finding, text);
  const edit = allowHere(text, language, finding);
  return edit && text.slice(0, edit.start) + edit.text + text.slice(edit.end);
}

describe('allowHere', () => {
  it('writes a comment that the engine obeys, in every known language', () => {
    for (const language of comments.keys()) {
      const text = `first\n\ttoken = "${userToken(1)}"\nlast\n`;
      const after = repaired(text, language) ?? '';
      assert.deepEqual(scan(after).findings, [], language);
      assert.equal(after.split('\n').length, text.split('\n').length + 1, language);
    }
  });

  it('keeps indentation and line ends', () => {
    const line = `  token: ${userToken(1)}\r\n`;
    assert.equal(
      repaired(`a:\r\n${line}`, 'yaml'),
      `a:\r\n  # service:allow-secret sonar-user-token\r\n${line}`,
    );
    const first = `token = "${userToken(1)}"`;
    assert.equal(repaired(first, 'go'), `// service:allow-secret sonar-user-token\n${first}`);
  });

  it('returns no edit for a language without comments', () =>
    assert.equal(repaired(`{"token": "${userToken(1)}"}`, 'json'), undefined));
});
