/**
 * The official conformance suite against the product's HTTP transport: the scenarios that the last revision with a
 * handshake requires, and those of the newest one. Every scenario passes or is in the baseline with a reason. A
 * scenario of the baseline that passes counts as failed. The newest revision has no baseline.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { baseline } from '../test/conformance/baseline.data.ts';
import { startConformanceServer } from '../test/conformance/server.ts';
import { closeRun, type Counts } from '../test/harness/editorRun.ts';
import { temporaryFolder } from './temporaryFolder.ts';

const checks = z.array(
  z.object({ status: z.string(), name: z.string(), errorMessage: z.optional(z.string()) }),
);
const requirements = z.object({ server: z.array(z.string()) });

// It exports nothing to resolve: it is a program.
const suite = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/conformance');

interface Outcome extends Counts {
  readonly required: number;
}

async function run(
  url: string,
  revision: string,
  excused: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const results = temporaryFolder('conformance');
  const program = join(suite, 'dist/index.js');
  const args = [program, 'server', '--url', url, '--requirements', revision, '--output-dir', results];
  await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit');
  return judge(results, requiredBy(revision), excused);
}

function requiredBy(revision: string): readonly string[] {
  const file = readFileSync(join(suite, 'requirements', `${revision}.yaml`), 'utf8');
  return z.parse(requirements, parse(file)).server;
}

function judge(
  results: string,
  required: readonly string[],
  excused: Readonly<Record<string, string>>,
): Outcome {
  const folders = readdirSync(results);
  let passed = 0;
  let failed = 0;
  for (const scenario of [...required].sort()) {
    // server-<scenario>-<time>
    const folder = folders.find((name) => name.replace(/-\d{4}-\d\d-\d\dT.*$/, '') === `server-${scenario}`);
    const failures = folder === undefined ? ['it did not run'] : failuresIn(join(results, folder));
    const reason = excused[scenario];
    if (reason !== undefined && failures.length > 0) console.log(`--   ${scenario}: ${reason}`);
    else if (reason !== undefined) {
      failed++;
      console.log(`FAIL ${scenario}: passes, but stands in the baseline`);
    } else {
      if (failures.length === 0) passed++;
      else failed++;
      console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${scenario}`);
      for (const failure of failures) console.log(`     ${failure}`);
    }
  }
  for (const scenario of Object.keys(excused).filter((name) => !required.includes(name))) {
    failed++;
    console.log(`FAIL ${scenario}: stands in the baseline, but is no scenario`);
  }
  return { passed, failed, required: required.length };
}

function failuresIn(folder: string): readonly string[] {
  const found = z.parse(checks, JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8')));
  return found
    .filter(({ status }) => status === 'FAILURE')
    .map(({ name, errorMessage = '' }) => `${name}: ${errorMessage}`);
}

const server = await startConformanceServer();
try {
  console.log('Required by 2025-11-25:');
  const older = await run(server.url, '2025-11-25', baseline);
  console.log('\nRequired by 2026-07-28:');
  const newest = await run(server.url, '2026-07-28', {});
  console.log(`\n2026-07-28: ${newest.passed} of ${newest.required}`);
  closeRun([older, newest]);
  if (newest.passed === 0) process.exitCode = 1;
} finally {
  await server.stop();
}
