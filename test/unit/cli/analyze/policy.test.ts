import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { policyCommand } from '../../../../src/cli/commands/policy.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import type { Prompts } from '../../../../src/cli/prompts.ts';
import { answering, type CliRun, inTempFolder, runCli } from '../../../support/cliRun.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

const [first, second] = [githubToken(31), githubToken(32)];
const yes = answering({ agree: () => Promise.resolve(true) });
const no = answering({ agree: () => Promise.resolve(false) });

interface Project {
  readonly cwd: string;
  readonly run: (args: string, prompts?: Prompts) => Promise<CliRun>;
  readonly write: (path: string, text: string) => void;
}

/** A repository with two secrets in `src/a.ts`. */
function inProject(use: (project: Project) => Promise<void>): Promise<void> {
  return inTempFolder(async (folder) => {
    const cwd = join(folder, 'project');
    mkdirSync(join(cwd, '.git'), { recursive: true });
    mkdirSync(join(cwd, 'src'));
    const write = (path: string, text: string): void => writeFileSync(join(cwd, path), text);
    write('src/a.ts', `const a = '${first}';\nconst b = '${second}';\n`);
    const run = (args: string, prompts?: Prompts): Promise<CliRun> =>
      runCli(args.split(' '), {
        rows: [analyzeCommand, policyCommand],
        cwd,
        env: homeVariables(join(folder, 'home')),
        ...(prompts && { prompts }),
      });
    await use({ cwd, run, write });
  });
}

describe('policy allow', () => {
  it('allows a value in its file, wherever it moves, and nothing else', () =>
    inProject(async ({ run, write }) => {
      const { exitCode, stderr } = await run('policy allow src/a.ts:1', yes);
      assert.equal(exitCode, exitCodes.fine, stderr);
      assert.match((await run('analyze secrets')).stdout, /^\{"file":"[^"]*a\.ts","line":2,[^\n]*\n$/);
      write('src/a.ts', `\n\nconst moved = '${first}';\n`);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.fine);
      write('src/b.ts', `const a = '${first}';\n`);
      assert.equal((await run('analyze secrets')).exitCode, exitCodes.findings);
    }));

  it('allows nothing after a no, without a terminal, and in a line without a secret [A4]', () =>
    inProject(async ({ cwd, run }) => {
      assert.equal((await run('policy allow src/a.ts:1', no)).exitCode, exitCodes.failed);
      assert.match((await run('policy allow src/a.ts:1')).stderr, /requires a terminal/);
      assert.match((await run('policy allow src/a.ts:3', yes)).stderr, /It has secrets in: 1, 2/);
      assert.match((await run('policy allow src/none.ts:3', yes)).stderr, /not a text file that can be read/);
      assert.equal((await run('policy allow src/a.ts', yes)).exitCode, exitCodes.invalidOptions);
      assert.ok(!existsSync(join(cwd, '.service')));
    }));

  it('asks about the whole policy when the user has not agreed to it', () =>
    inProject(async ({ cwd, run, write }) => {
      mkdirSync(join(cwd, '.service'));
      write('.service/secrets.json', '{"version":1,"allowPaths":["other/**"]}');
      const { stderr } = await run('policy allow src/a.ts:1', no);
      assert.match(stderr, /all files that match other\/\*\*/);
    }));

  it('takes the file off the ignore lists when no other secret is left in it', () =>
    inProject(async ({ cwd, run, write }) => {
      const lists = { '.cursorignore': '/src/a.ts', 'src/.geminiignore': '/a.ts' };
      for (const [list, pattern] of Object.entries(lists)) write(list, `/mine\n${listed(pattern)}`);
      const read = () => Object.keys(lists).map((list) => readFileSync(join(cwd, list), 'utf8'));
      await run('policy allow src/a.ts:1', yes);
      assert.deepEqual(read(), [`/mine\n${listed('/src/a.ts')}`, `/mine\n${listed('/a.ts')}`]);
      await run('policy allow src/a.ts:2', yes);
      assert.deepEqual(read(), ['/mine\n', '/mine\n']);
    }));
});
