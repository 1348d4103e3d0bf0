/**
 * `npm run coverage [-- TEST…]`: which lines and branches of `src` the tests in plain Node reach (unit, simulation and
 * contract tests, or the named files), per room. A page per file is written to `build/coverage/index.html`. Code that only
 * runs in an editor is reported as not reached: the editors run bundles. A file that no test loads is one branch.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import * as z from 'zod/mini';
import { coverageOfRooms, coverageTable, fileCoverage } from './coverage/rooms.ts';
import { exitOnSignals, startGroup } from './processGroup.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'build/coverage');
const everything = ['unit', 'simulation', 'contract'].map((part) => `test/${part}/**/*.test.ts`);
const wanted = process.argv.length > 2 ? process.argv.slice(2) : everything;

exitOnSignals();
rmSync(folder, { recursive: true, force: true });
const tests = await startGroup(
  process.execPath,
  [
    join(root, 'node_modules/c8/bin/c8.js'),
    ...['--temp-directory', join(folder, 'raw'), '--reports-dir', folder],
    ...['--reporter', 'json-summary', '--reporter', 'html'],
    // Includes files that no test loads.
    ...['--all', '--src', 'src', '--include', 'src/**/*.ts', '--extension', '.ts'],
    ...[process.execPath, join(root, 'node_modules/mocha/bin/mocha.js')],
    // Counting makes code slower than the tests' own limits expect.
    ...['--timeout', '60000', ...wanted],
  ],
  { cwd: root, atExit: 'SIGTERM' },
);
const code = await tests.exited;
const summary = z
  .record(z.string(), fileCoverage)
  .parse(JSON.parse(readFileSync(join(folder, 'coverage-summary.json'), 'utf8')));
const files = Object.entries(summary)
  .filter(([file]) => file !== 'total')
  .map(([file, coverage]) => [relative(root, file), coverage] as const);
console.log(coverageTable(coverageOfRooms(files)));
if (code !== 0) process.exitCode = 1;
