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

/** The commands of the page, each block with the text that it must print. The platform of the page is ours. */
const steps = [...read('docs/command-line.md').matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)]
  .map(([, commands = '', output]) => ({ commands, output }))
  .filter(({ commands }) => !commands.includes('platform start'));

/** Blocks of other pages that run in the same repository, by page and heading. */
const otherBlocks = [
  ['docs/secrets.md', 'Find secrets'],
  ['docs/secrets.md', 'Block commits and pushes'],
  ['docs/secrets.md', 'Scan in CI'],
  ['docs/secrets.md', 'Start with an old code base'],
  ['docs/agents.md', 'Check that hooks fire'],
  ['docs/continuous-integration.md', 'Read more from the platform'],
  ['docs/continuous-integration.md', 'Bind a folder from the command line'],
] as const;

interface Shop {
  readonly folder: string;
  readonly url: string;
  /** Returns what a shell prints in the repository, and the exit code. */
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
    };
    try {
      await use({
        folder: repository,
        url: platform.url,
        run: (script) => run(`{ ${script}\n} 2>&1`, repository, env),
      });
    } finally {
      await platform.stop();
    }
  });
}

describe('the commands of the pages', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(120_000);

  it('print in a new repository what docs/command-line.md shows', () =>
    withShop(async ({ folder, url, run: runHere }) => {
      for (const { commands, output } of steps) {
        const { printed } = await runHere(commands);
        const shown = printed.replaceAll(folder, '…').replaceAll(url, 'http://127.0.0.1:9000');
        if (output !== undefined) assert.equal(shown, output, commands);
        if (commands.includes('system status')) assert.match(shown, /✓ Git {2}Secrets Hook: CONFIGURED/u);
      }
      assert.equal(steps.length, 5);
    }));

  it('end with 0, or with 51 for a secret, on other pages', () =>
    withShop(async ({ folder, run: runHere }) => {
      for (const path of ['src', 'config', 'services/shop', 'services/till'])
        mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, 'config/app.yml'), `db_password: kT9#vQ2mXz7!pL\n`);
      const commit = 'git add . && git -c user.name=a -c user.email=a@example.com commit --quiet --message';
      const prepared = await runHere(
        `set -e; ${commit} one; git checkout --quiet -b change; echo 1 > src/one.txt; ${commit} two\n` +
          'for key in shop till; do service-cli platform analyze . -p $key; done',
      );
      assert.equal(prepared.code, 0, prepared.printed);
      for (const [page, heading] of otherBlocks) {
        const [, block = ''] =
          new RegExp(`^## ${heading}\\n.*?^\`\`\`sh\\n(.*?)^\`\`\``, 'ms').exec(read(page)) ?? [];
        assert.notEqual(block, '', heading);
        for (const line of block.trim().split('\n')) {
          const { printed, code } = await runHere(line);
          const expected = line.includes('analyze secrets') ? [0, 51] : [0];
          assert.ok(expected.includes(code), `${line}: ${code}\n${printed}`);
        }
      }
    }));
});

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
