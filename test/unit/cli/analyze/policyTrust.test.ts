import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { policyCommand } from '../../../../src/cli/commands/policy.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import type { Prompts } from '../../../../src/cli/prompts.ts';
import { answering, answerOf, type CliRun, inTempFolder, runCli } from '../../../support/cliRun.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

interface Project {
  readonly run: (args: string, prompts?: Prompts) => Promise<CliRun>;
  readonly writePolicy: (policy: object) => void;
}

/** A project with one secret that its policy allows. */
function inProject(use: (project: Project) => Promise<void>): Promise<void> {
  return inTempFolder(async (folder) => {
    const cwd = join(folder, 'project');
    mkdirSync(join(cwd, '.service'), { recursive: true });
    writeFileSync(join(cwd, 'a.ts'), `const t = '${githubToken(21)}';\n`);
    const writePolicy = (policy: object): void =>
      writeFileSync(join(cwd, '.service/secrets.json'), JSON.stringify({ version: 1, ...policy }));
    writePolicy({ allowPaths: ['*.ts'] });
    const run = (args: string, prompts?: Prompts): Promise<CliRun> =>
      runCli(args.split(' '), {
        rows: [analyzeCommand, policyCommand],
        cwd,
        env: homeVariables(join(folder, 'home')),
        ...(prompts && { prompts }),
      });
    await use({ run, writePolicy });
  });
}

const yes = answering({ agree: () => Promise.resolve(true) });
const no = answering({ agree: () => Promise.resolve(false) });

describe('policy trust', () => {
  it('makes a policy count after the user agreed, until the policy is changed or revoked', () =>
    inProject(async ({ run, writePolicy }) => {
      assert.equal((await run('policy trust', yes)).exitCode, exitCodes.fine);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
      writePolicy({ allowPaths: ['*.ts', '*.js'] });
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
      assert.equal((await run('policy trust', yes)).exitCode, exitCodes.fine);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
      assert.equal((await run('policy revoke')).exitCode, exitCodes.fine);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
    }));

  it('names misspelled fields before the user agrees, and in policy show', () =>
    inProject(async ({ run, writePolicy }) => {
      writePolicy({ alowPaths: ['*.ts'] });
      for (const command of ['policy show', 'policy trust'])
        assert.match((await run(command, no)).stderr, /"alowPaths" is no field .* Did you mean allowPaths\?/);
    }));

  it('changes nothing after a no, and nothing without a terminal [A4]', () =>
    inProject(async ({ run }) => {
      assert.equal((await run('policy trust', no)).exitCode, exitCodes.failed);
      const run2 = await run('policy trust');
      assert.deepEqual(
        [run2.exitCode, run2.stderr.includes('requires a terminal')],
        [exitCodes.failed, true],
      );
      assert.equal(answerOf(await run('policy show --json')).counts, false);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
    }));

  it('shows the content of the policy before the question, without its control characters [R5]', () =>
    inProject(async ({ run, writePolicy }) => {
      writePolicy({ allowPaths: ['a\u001B[2K\u202E.ts', '*.ts'] });
      const { stderr } = await run('policy trust', no);
      assert.ok(stderr.includes(String.raw`all files that match a\u001b[2K\u202e.ts`), stderr);
    }));

  it('says that a policy which is empty allows nothing', () =>
    inProject(async ({ run, writePolicy }) => {
      writePolicy({});
      assert.match((await run('policy trust', no)).stderr, /secrets\.json allows no secrets\./);
    }));
});

describe('analyze secrets with a policy that does not count', () =>
  it('reports secrets that the policy would allow, and how a user or a build makes it count', () =>
    inProject(async ({ run }) => {
      const { exitCode, stderr } = await run('analyze secrets');
      assert.equal(exitCode, exitCodes.findings);
      assert.match(stderr, /service-cli policy trust .*\n {2}In a build, pass --trust-policy\.\n/);
      assert.equal((await run('analyze secrets --trust-policy')).exitCode, exitCodes.fine);
    })));
