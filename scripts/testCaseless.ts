/**
 * `npm run test:caseless`: runs tests of files and hooks on a file system that ignores the case of names and keeps it, as
 * that of macOS does: once as it is, and once without `/proc`, which macOS does not have. `-- FILE…` runs
 * other files. Needs root, FUSE and python3-fusepy; exits with 3 without.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { closeRun, sum, type Counts } from '../test/harness/editorRun.ts';
import { becomes } from '../test/support/becomes.ts';
import { runInLanes, type Part } from './lanes.ts';
import { exitOnSignals, startGroup, run } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');
const python = '/usr/bin/python3';
const files = [
  'test/caseless/*.test.ts',
  ...['realPath', 'sharedFile', 'systemPath'].map((name) => `test/unit/node/files/${name}.test.ts`),
  ...['checkCommands', 'commandPaths', 'requestPaths'].map((name) => `test/unit/agents/${name}.test.ts`),
  'test/unit/cli/hook/ignoreList.test.ts',
];

exitOnSignals();
const [inside, folder = '', ...chosen] = process.argv.slice(2);
if (inside === '--inside') await runInside(folder, chosen.length > 0 ? chosen : files);
else {
  const { positionals } = scriptOptions({ allowPositionals: true });
  const missing = whatIsMissing();
  if (missing !== undefined) {
    console.error(`No file system that ignores case can be mounted here: ${missing}.`);
    process.exit(3);
  }
  // The mounts end with the namespaces of this group.
  const fences = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
  const script = [process.execPath, import.meta.filename, '--inside', temporaryFolder('caseless')];
  const group = await startGroup('unshare', [...fences, ...script, ...positionals]);
  process.exitCode = (await group.exited) ?? 1;
}

function whatIsMissing(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount it';
  if (!existsSync('/dev/fuse')) return '/dev/fuse does not exist';
  try {
    execFileSync(python, ['-c', 'import fusepy'], { stdio: 'ignore' });
  } catch {
    return 'python3-fusepy is not installed';
  }
  return undefined;
}

async function runInside(scratch: string, patterns: readonly string[]): Promise<void> {
  const [backing, mounted] = [join(scratch, 'backing'), join(scratch, 'mounted')];
  for (const path of [backing, mounted]) mkdirSync(path);
  await run('mount', ['-t', 'tmpfs', 'tmpfs', backing], root);
  mkdirSync(join(backing, 'tmp'));
  spawn(python, [join(import.meta.dirname, 'caseless.py'), backing, mounted], { stdio: 'inherit' });
  await becomes(() => Promise.resolve(existsSync(join(mounted, 'TMP'))), true);
  const counts: Counts[] = [];
  for (const hasProc of [true, false]) {
    if (!hasProc) await run('mount', ['-t', 'tmpfs', 'tmpfs', '/proc'], root);
    counts.push(await runTests(join(mounted, 'tmp'), patterns, hasProc));
  }
  closeRun(counts);
  process.exit();
}

async function runTests(TMPDIR: string, patterns: readonly string[], hasProc: boolean): Promise<Counts> {
  // A race of two threads, 20,000 names, links in circles, and many repaired installations take minutes through Python, which shares no memory as the
  // mode wal of SQLite needs it. The others need `/proc`, which also names what is mounted, or a bash with `/dev/fd`.
  const left = [
    'between check and opening|20,000 (?:names|entries)|in the mode wal|as where links lead around in circles',
    'with any change that misleads it',
    'leaves no descriptor open|folder of another process|two processes of one id|really prints the file in bash',
    'never answers|terminal of a real program|while the agent runs|files? of the system',
  ].join('|');
  const options = ['--exit', '--grep', left, '--invert'];
  const part: Part = {
    name: `${hasProc ? 'with' : 'without'} /proc`,
    command: [process.execPath, 'node_modules/mocha/bin/mocha.js', ...options, ...patterns],
    limitMs: 90 * 60_000,
    env: { TMPDIR, SERVICE_BUILT: '1' },
  };
  return sum(await runInLanes([part], 1, process.env));
}
