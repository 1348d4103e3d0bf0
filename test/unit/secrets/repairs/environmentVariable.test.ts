import assert from 'node:assert/strict';
import { moveToEnvironment } from '../../../../src/secrets/repairs/environmentVariable.ts';
import { userToken } from '../../../support/madeSecrets.ts';

const token = userToken(1);

/** The text after the repair, `§` standing for the secret before it. */
function repaired(language: string, pattern: string): string | undefined {
  const start = pattern.indexOf('§');
  const text = pattern.replace('§', token);
  const repair = moveToEnvironment(text, language, {
    start,
    end: start + token.length,
    rule: 'sonar-user-token',
  });
  return repair?.edits.reduceRight(
    (after, edit) => after.slice(0, edit.start) + edit.text + after.slice(edit.end),
    text,
  );
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
      assert.equal(repaired(language, before), after);
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
      assert.equal(repaired(language, text), undefined, text);
  });
});
