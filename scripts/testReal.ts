/**
 * `npm run test:real [-- --only VERSION] [--grep TEXT]`: the scenarios of test/contract on real servers, one after
 * another, and a real editor beside each. `--grep` runs only the tests whose titles contain the text. Exit code 3: this
 * machine can run no server; stderr says what is missing.
 */
import { spawnSync } from 'node:child_process';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { installEditor } from './editor/install.ts';
import { latestEditor } from './editor/versions.ts';
import { exitOnSignals } from './processGroup.ts';
import { installScanner, installServer } from './real/install.ts';
import { findJava } from './real/server.ts';
import { Missing } from './cache.ts';
import { oldest, realVersions, versionNamed, type RealVersion } from './real/versions.ts';
import { runScenarios } from './scenarios.ts';
import { scriptOptions } from './scriptOptions.ts';

/** Returns the oldest server, and the newest one whose Java is on this machine. */
function wanted(only: string | undefined): readonly RealVersion[] {
  if (only === undefined) {
    const newest = realVersions.findLast(({ java }) => findJava(java) !== undefined);
    return newest && newest !== oldest ? [oldest, newest] : [oldest];
  }
  const version = versionNamed(only);
  if (version) return [version];
  console.error(`No server ${only}. There are: ${realVersions.map(({ version: name }) => name).join(', ')}`);
  process.exit(2);
}

/** Returns undefined if this machine cannot run the server. */
async function run(server: RealVersion): Promise<Counts | undefined> {
  try {
    if (findJava(server.java) === undefined) throw new Missing(`no Java for it (≥ ${server.java.major})`);
    await installServer(server, console.error);
    await installScanner(server, console.error);
    await installEditor(latestEditor, console.error);
  } catch (error) {
    if (!(error instanceof Missing)) throw error;
    console.error(`${server.version} can't be had here: ${error.message}`);
    return undefined;
  }
  console.log(`Server ${server.version}`);
  return runScenarios({
    files: ['test/real/**/*.test.ts'],
    timeoutMs: 900_000,
    grep: values.grep,
    editor: latestEditor,
    env: { SERVICE_REAL_VERSION: server.version },
  });
}

/** Tests of the embedded platform that no server to be had here can confirm: community editions have none of it. */
const unknowable = ['branches', 'eligibility'].map((name) => `test/contract/${name}.test.ts`);

function countUnknowable(): number {
  const args = ['mocha', '--dry-run', '--reporter', 'json', ...unknowable];
  const { stdout } = spawnSync('npx', args, { encoding: 'utf8' });
  const counted = JSON.parse(stdout.slice(stdout.indexOf('{'))) as { stats: { tests: number } };
  return counted.stats.tests;
}

exitOnSignals();
const { values } = scriptOptions({ options: { only: { type: 'string' }, grep: { type: 'string' } } });
const results: Counts[] = [];
for (const server of wanted(values.only)) {
  const counts = await run(server);
  if (counts) results.push(counts);
}
if (results.length === 0) process.exit(3);
console.log(
  `${countUnknowable()} cases can't be known here: branches, pull requests, cloud, editions (${unknowable.join(', ')})`,
);
closeRun(results);
