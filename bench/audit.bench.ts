import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { installNode, supportedNodes } from '../scripts/nodeVersions.ts';
import { builtCli } from '../test/support/builtCli.ts';
import { githubToken } from '../test/support/madeSecrets.ts';
import type { Bench, Row } from './bench.ts';

const megabytes = { lines: 100, database: 500 };
/** The lines of two rows: one as large as the most that OpenCode keeps of an output, one with the contents of many files. */
const outputs = [50_000, 1_000_000].map((size) =>
  Array.from(
    { length: size / 50 },
    (_, index) => `ok ${index} src/core/gate/model${index}.ts in ${index % 97} ms`,
  ),
);

const noteCost = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  require('node:fs').writeFileSync(process.env.COST, JSON.stringify([(userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024]));
});`;

export const bench: Bench = {
  about:
    '`agents audit` of transcripts (JSON lines) and of a database, each with one token: processor time of all threads, and the most memory that the process had.',
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'service-bench-'));
    try {
      const commands = join(await builtCli(), 'commands.js');
      writeFileSync(join(folder, 'cost.cjs'), noteCost);
      plantLines(join(folder, 'lines/.codex/sessions/rollout-a.jsonl'));
      plantDatabase(join(folder, 'database/.local/share/opencode/opencode.db'));
      const rows: Row[] = [];
      for (const version of supportedNodes) {
        const node = join(await installNode(version), 'node');
        const audit = (home: string): readonly [number, number] => {
          const { status, stderr } = spawnSync(
            node,
            ['--require', join(folder, 'cost.cjs'), commands, 'agents', 'audit'],
            { env: { HOME: join(folder, home), COST: join(folder, 'cost') }, encoding: 'utf8' },
          );
          if (status !== 51) throw new Error(`The audit ended with ${status}: ${stderr}`);
          return JSON.parse(readFileSync(join(folder, 'cost'), 'utf8')) as [number, number];
        };
        const [seconds] = audit('lines');
        const goal = version.startsWith('20.') ? '< 8 s' : '< 5 s';
        rows.push({
          what: `audit of ${megabytes.lines} MB of lines on Node ${version}`,
          value: seconds,
          unit: 's',
          goal,
        });
        // Node 20 has no databases; the command continues on a newer one.
        if (version.startsWith('20.')) continue;
        const [, resident] = audit('database');
        const what = `memory for a database of ${megabytes.database} MB on Node ${version}`;
        rows.push({ what, value: resident, unit: 'MiB', goal: '≤ 200 MiB' });
      }
      return rows;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const textOf = (index: number): string =>
  `${outputs[index % 20 === 0 ? 1 : 0]?.join('\n') ?? ''}${index === 7 ? `\nGITHUB_TOKEN=${githubToken(1)}` : ''}`;

function plantLines(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  for (let size = 0, index = 0; size < megabytes.lines * 1e6; index++) {
    const payload = { type: 'function_call_output', output: textOf(index) };
    const line = `${JSON.stringify({ timestamp: '2026-11-25T02:00:00.000Z', type: 'response_item', payload })}\n`;
    writeFileSync(path, line, { flag: 'a' });
    size += line.length;
  }
}

function plantDatabase(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec('CREATE TABLE part (time_created INTEGER, data TEXT); BEGIN');
  const insert = database.prepare('INSERT INTO part VALUES (?, ?)');
  for (let size = 0, index = 0; size < megabytes.database * 1e6; index++) {
    const parts = textOf(index)
      .split('\n')
      .map((text) => ({ type: 'text', text }));
    const data = JSON.stringify({ type: 'tool', state: { parts } });
    insert.run(1_764_036_000_000 + index, data);
    size += data.length;
  }
  database.exec('COMMIT');
  database.close();
}
