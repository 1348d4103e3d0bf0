import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { startEmulator } from '../../../src/emulator/emulator.ts';
import { builtCli } from '../../support/builtCli.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/command-line.md'), 'utf8');

const platformMain = join(import.meta.dirname, '../../../src/entrypoints/emulator.ts');

/** The commands of the page, each block with the text that it must print. The platform of the page is ours. */
const steps = [...page.matchAll(/^```sh\n(.*?)^```\n(?:\n```text\n(.*?)^```)?/gms)]
  .map(([, commands = '', output]) => ({ commands, output }))
  .filter(({ commands }) => !commands.includes('platform start'));

describe('docs/command-line.md', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(120_000);

  it('prints in a new repository what the page shows', () =>
    withTempFolder(async (folder) => {
      const bundles = await builtCli();
      const root = join(realpathSync(folder), 'shop');
      const bin = join(folder, 'bin');
      for (const path of [root, bin]) mkdirSync(path);
      execFileSync('git', ['init', '--quiet'], { cwd: root });
      writeFileSync(
        join(root, 'cart.js'),
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
        for (const { commands, output } of steps) {
          const printed = await run(`{ ${commands} } 2>&1`, root, env);
          const shown = printed.replaceAll(root, '…').replaceAll(platform.url, 'http://127.0.0.1:9000');
          if (output !== undefined) assert.equal(shown, output, commands);
          if (commands.includes('system status')) assert.match(shown, /✓ Git {2}Secrets Hook: CONFIGURED/u);
        }
        assert.equal(steps.length, 5);
      } finally {
        await platform.stop();
      }
    }));
});

/** Returns what a shell prints. Findings end with an exit code that is not 0. */
function run(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  return new Promise((resolve) =>
    execFile('sh', ['-c', script], { cwd, env }, (_, stdout) => resolve(stdout)),
  );
}
