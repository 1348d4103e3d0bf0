/**
 * `npm run defects`: puts each defect of `scripts/defects/defects.data.ts` into a copy of the committed tree, runs there what
 * `npm test -- --changed` runs, which is a part of the default run, and expects a failure. `-- --only TEXT` takes the defects whose
 * file contains the text.
 */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { closingLine } from '../test/harness/editorRun.ts';
import { defects, type Defect } from './defects/defects.data.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';
import { run } from './run.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

/** Returns what of the tests failed with a defect in the copy; undefined if nothing did. */
async function findingOf({ file, from, to }: Defect, copy: string): Promise<string | undefined> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} must contain once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const group = await startGroup(process.execPath, ['scripts/test.ts', '--changed', 'HEAD'], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'pipe'],
    atExit: 'SIGTERM',
  });
  let output = '';
  group.child.stderr?.setEncoding('utf8').on('data', (part: string) => (output += part));
  const code = await group.exited;
  await run('git', ['checkout', '--quiet', file], copy);
  if (code === 0) return undefined;
  const [, failed = ''] = output.split('\nFailed, with those that passed when run again\n');
  return failed.trimStart().split('\n')[0] ?? '';
}

exitOnSignals();
const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });
const copy = join(temporaryFolder('defects'), 'copy');
await run('git', ['clone', '--quiet', '--shared', root, copy], root);
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const counts = { passed: 0, failed: 0 };
for (const defect of defects.filter(({ file }) => file.includes(values.only))) {
  const started = Date.now();
  const finding = await findingOf(defect, copy);
  const seconds = Math.round((Date.now() - started) / 1000);
  counts[finding === undefined ? 'failed' : 'passed']++;
  console.error(
    `${finding === undefined ? 'NOT FOUND' : 'found'}, ${seconds} s  ${defect.file}: ${defect.harm}\n    ${finding ?? ''}`,
  );
}
console.log(closingLine(counts));
if (counts.failed > 0 || counts.passed === 0) process.exitCode = 1;
