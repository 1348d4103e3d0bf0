import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startEmulator } from '../../../src/emulator/emulator.ts';
import { builtCli } from '../../support/builtCli.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const root = join(import.meta.dirname, '../../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const platformMain = join(root, 'src/entrypoints/emulator.ts');

interface Step {
  readonly commands: string;
  readonly output: string | undefined;
}

/** Returns the blocks of commands in a text, each with what it must print if a block of text follows. */
const stepsOf = (text: string): Step[] =>
  [...text.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)].map(([, commands = '', output]) => ({
    commands,
    output,
  }));

/** Blocks of other pages that run in the same repository, by page and heading. */
const otherBlocks = [
  ['docs/secrets.md', 'Find secrets'],
  ['docs/secrets.md', 'Block commits and pushes'],
  ['docs/secrets.md', 'Scan in CI'],
  ['docs/secrets.md', 'Start with an old code base'],
  ['docs/administration.md', 'Find out why the platform is not reached'],
  ['docs/agents.md', 'Check that hooks fire'],
  ['docs/continuous-integration.md', 'Read more from the platform'],
  ['docs/continuous-integration.md', 'Bind a folder from the command line'],
] as const;

interface Shop {
  readonly folder: string;
  /**
   * Returns what a shell prints in the repository, and the exit code. The platform of the pages is that of the test, in the
   * commands and in what they print.
   */
  readonly run: (script: string) => Promise<{ readonly printed: string; readonly code: number }>;
}

/** Runs `use` with a new repository, a home folder, the command line and a platform. */
async function withShop(use: (shop: Shop) => Promise<void>): Promise<void> {
  const bundles = await builtCli();
  await withTempFolder(async (folder) => {
    const repository = join(realpathSync(folder), 'shop');
    const bin = join(folder, 'bin');
    for (const path of [repository, bin]) mkdirSync(path);
    execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: repository });
    writeFileSync(
      join(repository, 'cart.js'),
      'export function total(items) {\n  debugger;\n  return items.length;\n}\n',
    );
    const program = join(bin, 'service-cli');
    // Bundles outside of the repository would not find the analyzers, so the platform runs from source.
    // Its stderr is not compared: it says how long the analysis waits, which depends on the speed of the machine.
    const node = `exec '${process.execPath}'`;
    const main = `[ "$1" != platform ] || ${node} '${platformMain}' "$@" 2>'${join(folder, 'progress')}'`;
    writeFileSync(program, `#!/bin/sh\n${main}\n${node} '${join(bundles, 'cli.js')}' "$@"\n`);
    chmodSync(program, 0o755);
    const platform = await startEmulator();
    const env = {
      ...homeVariables(join(folder, 'home')),
      PATH: [bin, process.env.PATH].join(delimiter),
      SERVICE_KEYRING: 'off',
      SERVICE_URL: platform.url,
      SERVICE_TOKEN: platform.token,
      ...Object.fromEntries(
        ['AUTHOR', 'COMMITTER'].flatMap((role) => [
          [`GIT_${role}_NAME`, 'a'],
          [`GIT_${role}_EMAIL`, 'a@example.com'],
        ]),
      ),
    };
    const { host } = new URL(platform.url);
    try {
      await use({
        folder: repository,
        run: async (script) => {
          const { printed, code } = await run(
            `{ ${script.replaceAll('127.0.0.1:9000', host)}\n} 2>&1`,
            repository,
            env,
          );
          const shown = printed
            .replaceAll(repository, '…')
            .replaceAll(join(folder, 'home'), '~')
            .replaceAll(host, '127.0.0.1:9000');
          return { printed: shown.replace(/^✓ service-cli .*$/m, '✓ service-cli …'), code };
        },
      });
    } finally {
      await platform.stop();
    }
  });
}

describe('the commands of the pages', () => {
  it('print in a new repository what docs/command-line.md shows', () =>
    withShop(async ({ run: runHere }) => {
      // The blocks that are not marked: another one starts the platform.
      const steps = stepsOf(read('docs/command-line.md'));
      for (const { commands, output } of steps) {
        const { printed } = await runHere(commands);
        if (output !== undefined) assert.equal(printed, output, commands);
        if (commands.includes('system status')) assert.match(printed, /✓ Git {2}Secrets Hook: CONFIGURED/u);
      }
      assert.equal(steps.length, 5);
    }));

  it('end on other pages with 0, with 51 for a secret or with 1 where they fail, and print what the pages show', () =>
    withShop(async ({ folder, run: runHere }) => {
      for (const path of ['src', 'config', 'services/shop', 'services/till'])
        mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, 'config/app.yml'), `db_password: kT9#vQ2mXz7!pL\n`);
      const commit = 'git add . && git commit --quiet --message';
      const prepared = await runHere(
        `set -e; ${commit} one; git checkout --quiet -b change; echo 1 > src/one.txt; ${commit} two\n` +
          'for key in shop till; do service-cli platform analyze . -p $key; done',
      );
      assert.equal(prepared.code, 0, prepared.printed);
      for (const [page, heading] of otherBlocks) {
        const [, section = ''] = read(page).split(`\n## ${heading}\n`);
        const steps = stepsOf(section.split('\n## ')[0] ?? '');
        assert.notEqual(steps.length, 0, heading);
        for (const { commands, output } of steps) {
          let shown = '';
          for (const line of commands.trim().split('\n')) {
            const { printed, code } = await runHere(line);
            shown += printed;
            assert.ok(exitCodesOf(line).includes(code), `${line}: ${code}\n${printed}`);
          }
          if (output !== undefined) assert.equal(shown, output, commands);
        }
      }
    }));
});

function exitCodesOf(line: string): readonly number[] {
  if (line.includes('analyze secrets')) return [0, 51];
  // The hooks block the commit, and the address of the page is wrong.
  return line.includes('git commit') || line.includes('doctor --url') ? [1] : [0];
}

/** Returns what a shell prints, and its exit code. */
function run(
  script: string,
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly printed: string; readonly code: number }> {
  return new Promise((resolve) => {
    const shell = execFile('sh', ['-c', script], { cwd, env }, (_, stdout) => {
      resolve({ printed: stdout, code: shell.exitCode ?? 1 });
    });
  });
}
