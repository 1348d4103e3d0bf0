import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SlowMounts } from '../../../../src/cli/hook/watchdog.ts';
import { handlerFiles } from '../../../../src/cli/integrate/layoutOf.ts';
import { temporaryFolder } from '../../../../scripts/temporaryFolder.ts';
import { builtCli } from '../../../support/builtCli.ts';
import { assertNone } from '../../../support/lists.ts';

/** Each of these takes more than a twentieth of a bare start of Node, which is what a hook may add in all. */
const slowModules = 'child_process crypto module net perf_hooks stream v8 worker_threads'.split(' ');

describe('the start of an installed hook', () => {
  const home = temporaryFolder('start');
  const bin = join(home, 'service-cli/bin/5.0.0');
  const probe = join(home, 'probe.cjs');
  const mounts = '/proc/self/mountinfo';

  before(async () => {
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(home, 'a.ts'), 'const a = 1;');
    const files = await handlerFiles({ bundles: await builtCli(), keyringModule: undefined }, bin);
    for (const file of files) writeFileSync(file.path, file.install(undefined) ?? '');
    writeFileSync(
      probe,
      `const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((name) => !before.has(name));
  require('node:fs').writeFileSync(process.env.LOADED, JSON.stringify(loaded));
});`,
    );
  });

  const requests: Readonly<Record<string, object>> = {
    beforeSubmitPrompt: { prompt: 'Rename add to sum', attachments: [] },
    beforeReadFile: { file_path: join(home, 'a.ts'), content: 'const a = 1;', workspace_roots: [home] },
    beforeShellExecution: {
      command: 'npm run build && ls src | head -5',
      cwd: home,
      workspace_roots: [home],
    },
  };
  /** Runs the hook, and asserts that it allows the event. The probe writes what it loads into the file `loaded`. */
  function assertAllows(event: string, request: object, loaded: string): void {
    const args = ['--require', probe, join(bin, 'loader.js'), 'hook', 'cursor', event];
    const { stdout } = spawnSync(process.execPath, args, {
      input: JSON.stringify(request),
      encoding: 'utf8',
      env: { PATH: process.env.PATH, SERVICE_HOME: home, SERVICE_TOKEN: 'x', LOADED: loaded },
    });
    assert.match(stdout, /"(?:permission":"allow"|continue":true)/);
  }
  /** Returns the modules of Node that a hook loads to allow an event. */
  function modulesLoadedBy(event: string, request: object): string[] {
    const loaded = join(home, `${event}.json`);
    assertAllows(event, request, loaded);
    const names = JSON.parse(readFileSync(loaded, 'utf8')) as string[];
    return names.map((name) => name.replace('NativeModule ', ''));
  }

  for (const [event, request] of Object.entries(requests))
    it(`loads no slow module of Node to allow ${event}`, function () {
      // The watch over reads that may never end needs a thread. Systems without /proc have none.
      if (existsSync(mounts) && new SlowMounts(readFileSync(mounts, 'utf8')).reaches(home)) this.skip();
      const names = modulesLoadedBy(event, request);
      assertNone(slowModules, (name) => names.includes(name));
    });

  it('lets V8 optimize when the text is long', () => {
    const prompt = 'Rename add to sum. '.repeat(10_000);
    assert.ok(modulesLoadedBy('beforeSubmitPrompt', { prompt, attachments: [] }).includes('v8'));
  });

  it('does not depend on a package.json above it, which may turn files of JavaScript into ES modules', () => {
    writeFileSync(join(home, 'package.json'), '{ "type": "module" }');
    assertAllows('beforeSubmitPrompt', requests.beforeSubmitPrompt ?? {}, join(home, 'loaded.json'));
    rmSync(join(home, 'package.json'));
  });

  for (const name of ['loader.js', 'hook.js', 'shell.js', 'policy.js', 'writes.js', 'outputs.js'])
    it(`reads ${name} as ASCII, because one other character doubles the text and the time to load it`, () => {
      const other = readFileSync(join(bin, name), 'latin1')
        .split('')
        .filter((character) => character > '\u007F');
      assert.deepEqual(other, []);
    });
});
