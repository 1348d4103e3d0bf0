import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { policyCommand } from '../../../../src/cli/commands/policy.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import {
  answering,
  answerOf,
  type CliRun,
  eachHardFolder,
  runCli,
  type Prompts,
} from '../../../support/cliRun.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put } from '../../../support/tempFolder.ts';

const [first, second] = [githubToken(31), githubToken(32)];
const yes = answering({ agree: () => Promise.resolve(true) });
const no = answering({ agree: () => Promise.resolve(false) });

const policyFile = '.service/secrets.json';
const policyOf = (policy: object): string => JSON.stringify({ version: 1, ...policy });

/** Makes a folder with these files for each test of a `describe`. */
function eachProject(files: Readonly<Record<string, string>>) {
  let folder: string;
  const at = (path: string): string => join(folder, 'project', path);
  const write = (path: string, text: string): string => put(at(path), text);
  eachHardFolder((made) => {
    folder = made;
    for (const [path, text] of Object.entries(files)) write(path, text);
  });
  const run = (args: string, prompts?: Prompts, below = ''): Promise<CliRun> =>
    runCli(args.split(' '), {
      rows: [analyzeCommand, policyCommand],
      cwd: at(below),
      env: homeVariables(join(folder, 'home')),
      ...(prompts && { prompts }),
    });
  return { at, write, run };
}

describe('policy allow', () => {
  const { at, write, run } = eachProject({
    '.git/HEAD': '',
    'src/a.ts': `const a = '${first}';\nconst b = '${second}';\n`,
  });

  it('allows a value in its file, wherever it moves, and nothing else', async () => {
    const { exitCode, stderr } = await run('policy allow src/a.ts:1', yes);
    assert.equal(exitCode, exitCodes.fine, stderr);
    assert.match((await run('analyze secrets')).stdout, /^\{"file":"[^"]*a\.ts","line":2,[^\n]*\n$/);
    write('src/a.ts', `\n\nconst moved = '${first}';\n`);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
    write('src/b.ts', `const a = '${first}';\n`);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
  });

  it('allows nothing after a no, without a terminal, and in a line without a secret [A4]', async () => {
    assert.equal((await run('policy allow src/a.ts:1', no)).exitCode, exitCodes.failed);
    assert.match((await run('policy allow src/a.ts:1')).stderr, /requires a terminal/);
    assert.match((await run('policy allow src/a.ts:3', yes)).stderr, /It has secrets in: 1, 2/);
    assert.match((await run('policy allow src/none.ts:3', yes)).stderr, /not a text file that can be read/);
    assert.equal((await run('policy allow src/a.ts', yes)).exitCode, exitCodes.invalidOptions);
    assert.ok(!existsSync(at('.service')));
  });

  it('asks about the whole policy when the user has not agreed to it', async () => {
    write('.service/secrets.json', '{"version":1,"allowPaths":["other/**"]}');
    const { stderr } = await run('policy allow src/a.ts:1', no);
    assert.match(stderr, /all files that match other\/\*\*/);
  });

  it('takes the file off the ignore lists when no other secret is left in it', async () => {
    const lists = { '.cursorignore': '/src/a.ts', 'src/.geminiignore': '/a.ts' };
    for (const [list, pattern] of Object.entries(lists)) write(list, `/mine\n${listed(pattern)}`);
    const read = () => Object.keys(lists).map((list) => readFileSync(at(list), 'utf8'));
    await run('policy allow src/a.ts:1', yes);
    assert.deepEqual(read(), [`/mine\n${listed('/src/a.ts')}`, `/mine\n${listed('/a.ts')}`]);
    await run('policy allow src/a.ts:2', yes);
    assert.deepEqual(read(), ['/mine\n', '/mine\n']);
  });
});

describe('policy trust', () => {
  // Outside of repositories.
  const { write, run } = eachProject({
    'a.ts': `const t = '${first}';\n`,
    [policyFile]: policyOf({ allowPaths: ['*.ts'] }),
  });

  it('makes a policy count after the user agreed, until the policy is changed or revoked', async () => {
    assert.equal((await run('policy trust', yes)).exitCode, exitCodes.fine);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
    write(policyFile, policyOf({ allowPaths: ['*.ts', '*.js'] }));
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
    assert.equal((await run('policy trust', yes)).exitCode, exitCodes.fine);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
    assert.equal((await run('policy revoke')).exitCode, exitCodes.fine);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
  });

  it('names misspelled fields before the user agrees, and in policy show', async () => {
    write(policyFile, policyOf({ alowPaths: ['*.ts'] }));
    for (const command of ['policy show', 'policy trust'])
      assert.match((await run(command, no)).stderr, /"alowPaths" is no field .* Did you mean allowPaths\?/);
  });

  it('changes nothing after a no, and nothing without a terminal [A4]', async () => {
    assert.equal((await run('policy trust', no)).exitCode, exitCodes.failed);
    const run2 = await run('policy trust');
    assert.deepEqual([run2.exitCode, run2.stderr.includes('requires a terminal')], [exitCodes.failed, true]);
    assert.equal(answerOf(await run('policy show --json')).counts, false);
    assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
  });

  it('shows the content of the policy before the question, without its control characters [R5]', async () => {
    write(policyFile, policyOf({ allowPaths: ['a\u001B[2K\u202E.ts', '*.ts'] }));
    const { stderr } = await run('policy trust', no);
    assert.ok(stderr.includes(String.raw`all files that match a\u001b[2K\u202e.ts`), stderr);
  });

  it('says that a policy which is empty allows nothing', async () => {
    write(policyFile, policyOf({}));
    assert.match((await run('policy trust', no)).stderr, /secrets\.json allows no secrets\./);
  });

  it('is advised to a user, and --trust-policy to a build, with a report of secrets that it would allow', async () => {
    const { exitCode, stderr } = await run('analyze secrets');
    assert.equal(exitCode, exitCodes.findings);
    assert.match(stderr, /service-cli policy trust .*\n {2}In a build, pass --trust-policy\.\n/);
    assert.equal((await run('analyze secrets --trust-policy')).exitCode, exitCodes.fine);
  });

  it('cannot make a policy above the repository count', async () => {
    write(policyFile, policyOf({ allowPaths: ['**/*.ts'] }));
    write('sub/.git/HEAD', '');
    write('sub/a.ts', `const t = '${first}';\n`);
    const { exitCode } = await run('analyze secrets --trust-policy', undefined, 'sub');
    assert.equal(exitCode, exitCodes.findings);
  });
});
