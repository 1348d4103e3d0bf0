import assert from 'node:assert/strict';
import { allowHere, comments, type Edit, moveToEnvironment } from '../../../src/secrets/repairs.ts';
import { scan } from '../../../src/secrets/scan.ts';
import { userToken } from '../../support/madeSecrets.ts';

const edited = (text: string, edits: readonly Edit[]): string =>
  edits.reduceRight((after, edit) => after.slice(0, edit.start) + edit.text + after.slice(edit.end), text);

function allowed(text: string, language: string): string | undefined {
  const [finding] = scan(text).findings;
  assert.ok(finding, text);
  const edit = allowHere(text, language, finding);
  return edit && edited(text, [edit]);
}

describe('allowHere', () => {
  it('writes a comment that the engine obeys, in every known language', () => {
    for (const language of comments.keys()) {
      const text = `first\n\ttoken = "${userToken(1)}"\nlast\n`;
      const after = allowed(text, language) ?? '';
      assert.deepEqual(scan(after).findings, [], language);
      assert.equal(after.split('\n').length, text.split('\n').length + 1, language);
    }
  });

  it('keeps indentation and line ends', () => {
    const line = `  token: ${userToken(1)}\r\n`;
    assert.equal(
      allowed(`a:\r\n${line}`, 'yaml'),
      `a:\r\n  # service:allow-secret sonar-user-token\r\n${line}`,
    );
    const first = `token = "${userToken(1)}"`;
    assert.equal(allowed(first, 'go'), `// service:allow-secret sonar-user-token\n${first}`);
  });

  it('returns no edit for a language without comments', () =>
    assert.equal(allowed(`{"token": "${userToken(1)}"}`, 'json'), undefined));
});

const token = userToken(1);

/** The text after the repair, `§` standing for the secret before it. */
function moved(language: string, pattern: string): string | undefined {
  const start = pattern.indexOf('§');
  const text = pattern.replace('§', token);
  const repair = moveToEnvironment(text, language, {
    start,
    end: start + token.length,
    rule: 'sonar-user-token',
  });
  return repair && edited(text, repair.edits);
}

describe('moveToEnvironment', () => {
  it('derives the name of the variable from the name of the secret', () => {
    for (const [language, before, after] of [
      ['javascript', `const apiToken = '§';`, 'const apiToken = process.env.API_TOKEN;'],
      ['typescript', `const apiToken: string = "§";`, 'const apiToken: string = process.env.API_TOKEN;'],
      ['typescript', `connect({ token: '§' });`, 'connect({ token: process.env.TOKEN });'],
      ['javascript', `headers['X-Api-Key'] = '§';`, `headers['X-Api-Key'] = process.env.X_API_KEY;`],
      ['javascript', `login('me', '§')`, `login('me', process.env.SONAR_USER_TOKEN)`],
      ['ruby', `config.api_token = "§"`, `config.api_token = ENV.fetch("API_TOKEN")`],
      ['java', `String token = "§";`, 'String token = System.getenv("TOKEN");'],
      ['python', `import os\n\nTOKEN = "§"\n`, 'import os\n\nTOKEN = os.environ["TOKEN"]\n'],
      [
        'python',
        `from __future__ import annotations\nimport sys\nTOKEN = '§'\n`,
        `from __future__ import annotations\nimport os\nimport sys\nTOKEN = os.environ["TOKEN"]\n`,
      ],
    ] as const)
      assert.equal(moved(language, before), after);
  });

  it('returns no edit where a variable is not safe', () => {
    for (const [language, text] of [
      ['json', '{"token": "§"}'],
      ['yaml', 'token: "§"'],
      ['javascript', 'const url = "https://x?token=§";'],
      ['javascript', 'const token = `§`;'],
      ['javascript', `const a = { '§': 1 };`],
      ['javascript', `import x from '§';`],
      ['javascript', `// token = '§'`],
      ['javascript', `const line = "token = '§'";`],
      ['typescriptreact', '<Login token="§" />'],
      ['typescript', `case '§':`],
      ['python', `TOKEN = "§"\n`],
      ['python', `import os\nTOKEN = b"§"\n`],
      ['python', `import os\nTOKEN = """§"""\n`],
      ['java', '@Value("§")'],
    ] as const)
      assert.equal(moved(language, text), undefined, text);
  });
});
