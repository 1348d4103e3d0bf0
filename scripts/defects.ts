/**
 * `npm run defects`: puts each defect of `scripts/defects/defects.data.ts` into a copy of the committed tree, and expects that the
 * test file of the default run which it names fails. `-- --only TEXT` takes the defects whose file contains the text.
 */
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { closeRun } from '../test/harness/editorRun.ts';
import { defects, type Defect } from './defects/defects.data.ts';
import { latestEditor } from './editor/versions.ts';
import { exitOnSignals, startGroup, run } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const root = join(import.meta.dirname, '..');

function commandOf(file: string): readonly string[] {
  const [, kind] = /^test\/(ui|editor)\//.exec(file) ?? [];
  if (kind === undefined) return [process.execPath, 'node_modules/mocha/bin/mocha.js', '--bail', file];
  // The tests of `test/editor` are one bundle.
  const files = kind === 'ui' ? [file] : ['--run', 'main'];
  return ['npm', 'run', '--silent', `test:${kind}`, '--', '--editor', latestEditor, ...files];
}

/** Runs a test file in the copy. Resolves with the title of the first test that failed; empty if none did. */
async function failuresOf(file: string, copy: string): Promise<string> {
  const command = commandOf(file);
  const [program = '', ...args] = command;
  const { SERVICE_TEST_RECORDS: _, ...env } = process.env;
  const group = await startGroup(program, args, {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    atExit: 'SIGTERM',
  });
  let output = '';
  for (const stream of [group.child.stdout, group.child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text));
  if ((await group.exited) === 0) return '';
  const [, first] = /^ {2}1\) (.*?:)$/ms.exec(output) ?? [];
  // A run that ends without a failed test has found nothing.
  if (first === undefined) console.error(output.slice(-1000));
  return first?.replaceAll(/\s+/g, ' ') ?? '';
}

async function findingOf({ file, from, to, foundBy }: Defect, copy: string): Promise<string> {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} must contain once: ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const failures = await failuresOf(foundBy, copy);
  await run('git', ['checkout', '--quiet', file], copy);
  return failures;
}

exitOnSignals();
const { values } = scriptOptions({ options: { only: { type: 'string', default: '' } } });
const copy = join(temporaryFolder('defects'), 'copy');
await run('git', ['clone', '--quiet', '--shared', root, copy], root);
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
const counts = { passed: 0, failed: 0 };
for (const defect of defects.filter(({ file }) => file.includes(values.only))) {
  const started = Date.now();
  const finding = await findingOf(defect, copy);
  const seconds = Math.round((Date.now() - started) / 1000);
  counts[finding === '' ? 'failed' : 'passed']++;
  console.error(
    `${finding === '' ? 'NOT FOUND' : 'found'}, ${seconds} s  ${defect.file}: ${defect.harm}\n    ${finding}`,
  );
}
closeRun([counts]);
