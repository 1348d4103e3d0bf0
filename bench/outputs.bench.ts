import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installNode, supportedNodes } from '../scripts/nodeVersions.ts';
import { codexProtocol } from '../src/agents/codex/protocol.ts';
import { githubToken, randomText } from '../test/support/madeSecrets.ts';
import { type Bench, median, type Row } from './bench.ts';
import { install } from './hook.bench.ts';

const runs = 7;
const secrets = 10;
const megabytes = 10;

/** The log of a server, with a token and the secrets of an environment file. */
function logWith(values: readonly string[]): string {
  const lines: string[] = [];
  for (let size = 0, index = 0; size < megabytes * 1024 * 1024; index++) {
    const line = `2026-11-25T01:00:00.${index} INFO [worker-${index % 7}] GET /api/v1/items/${index * 7919} 200 in ${index % 97} ms user=u${index % 1000} cache=hit`;
    lines.push(line);
    size += line.length + 1;
  }
  return [...lines, ...values.map((value) => `got ${value}`)].join('\n');
}

export const bench: Bench = {
  about:
    'One hook run about the output of a tool: 10 MB of a log with a token and ten secrets of the `.env` file of the project, shim included, beside one without output.',
  async run() {
    const rows: Row[] = [];
    for (const version of supportedNodes) rows.push(await rowOf(version));
    return rows;
  },
};

async function rowOf(version: string): Promise<Row> {
  const home = mkdtempSync(join(tmpdir(), 'service-bench-'));
  try {
    const shim = await install(home, join(await installNode(version), 'node'), 'codex', codexProtocol);
    const values = Array.from({ length: secrets }, (_, index) => randomText(30, index + 1));
    writeFileSync(
      join(home, '.env'),
      values.map((value, index) => `DB_${index}_PASSWORD=${value}\n`).join(''),
    );
    const ask = (tool_response: string): number => {
      const start = performance.now();
      const { stdout } = spawnSync('sh', [shim, 'PostToolUse'], {
        env: { PATH: process.env.PATH, SERVICE_HOME: home, SERVICE_TOKEN: 'x' },
        input: JSON.stringify({ cwd: home, tool_name: 'Bash', tool_response }),
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      const took = performance.now() - start;
      const masks = stdout.match(/‹hidden by service-cli/g)?.length ?? 0;
      const expected = tool_response === '' ? 0 : secrets + 1;
      if (masks !== expected) throw new Error(`The hook masked ${masks} values: ${stdout.slice(0, 200)}`);
      return took;
    };
    const log = logWith([githubToken(1), ...values]);
    const times = Array.from({ length: runs }, () => [ask(''), ask(log)] as const);
    return {
      what: `hook run on Node ${version}: ${megabytes} MB of output`,
      value: median(times.map(([, time]) => time)),
      unit: 'ms',
      yardstick: { what: 'no output', value: median(times.map(([time]) => time)) },
      goal: '≤ 1000 ms',
    };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
