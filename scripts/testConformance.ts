/**
 * The official conformance suite against the product's HTTP transport. Every scenario of its active suite passes or
 * stands in the baseline with a reason; one that passes although it is there has failed too.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { baseline } from '../test/conformance/baseline.data.ts';
import { startConformanceServer } from '../test/conformance/server.ts';

const checks = z.array(
  z.object({ status: z.string(), name: z.string(), errorMessage: z.optional(z.string()) }),
);

// It exports nothing to resolve: it is a program.
const suite = join(import.meta.dirname, '../node_modules/@modelcontextprotocol/conformance/dist/index.js');
const results = mkdtempSync(join(tmpdir(), 'conformance-'));
const server = await startConformanceServer();
try {
  const args = [suite, 'server', '--url', server.url, '--output-dir', results];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore'] });
  await once(child, 'exit');
  const { passed, failed } = judge();
  console.log(`${passed} passed, ${failed} failed`);
  if (failed > 0 || passed === 0) process.exitCode = 1;
} finally {
  await server.stop();
  rmSync(results, { recursive: true });
}

function judge(): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  const unseen = new Set(Object.keys(baseline));
  for (const folder of readdirSync(results).sort()) {
    // server-<scenario>-<time>
    const scenario = folder.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    const file = readFileSync(join(results, folder, 'checks.json'), 'utf8');
    const bad = z.parse(checks, JSON.parse(file)).filter(({ status }) => status === 'FAILURE');
    const reason = baseline[scenario];
    unseen.delete(scenario);
    if (reason === undefined) {
      if (bad.length === 0) passed++;
      else failed++;
      console.log(`${bad.length === 0 ? 'ok  ' : 'FAIL'} ${scenario}`);
      for (const { name, errorMessage = '' } of bad) console.log(`     ${name}: ${errorMessage}`);
    } else if (bad.length > 0) console.log(`--   ${scenario}: ${reason}`);
    else {
      failed++;
      console.log(`FAIL ${scenario}: passes, but stands in the baseline`);
    }
  }
  for (const scenario of unseen) {
    failed++;
    console.log(`FAIL ${scenario}: stands in the baseline, but is no scenario`);
  }
  return { passed, failed };
}
