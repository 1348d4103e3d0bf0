import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cursorProtocol } from '../src/agents/cursor/protocol.ts';
import { handlerFiles } from '../src/cli/integrate/layoutOf.ts';
import { shimFor } from '../src/cli/integrate/layout.ts';
import { installNode, supportedNodes } from '../scripts/nodeVersions.ts';
import { median, type Bench, type Row } from './bench.ts';
import { builtCli } from '../test/support/builtCli.ts';

const runs = 40;

/** 200 lines of ordinary source, the size of what an agent reads most. */
const source =
  'export function add(first: number, second: number): number {\n  return first + second;\n}\n'.repeat(70);

/** Whole processes in turn, the yardstick first, so that a drift of the machine hits all of them. */
function measure(commands: readonly (() => void)[]): number[] {
  const times = commands.map((): number[] => []);
  for (let run = 0; run <= runs; run++)
    commands.forEach((command, index) => {
      const start = performance.now();
      command();
      // The first round warms the disk cache.
      if (run > 0) times[index]?.push(performance.now() - start);
    });
  return times.map(median);
}

/** Returns the shim of an agent whose handler is installed below a folder. */
export async function install(
  home: string,
  node: string,
  agent = 'cursor',
  protocol = cursorProtocol,
): Promise<string> {
  const bin = join(home, 'service-cli/bin/5.0.0');
  mkdirSync(bin, { recursive: true });
  const bundles = await builtCli();
  for (const file of await handlerFiles({ bundles, keyringModule: undefined }, bin, node))
    writeFileSync(file.path, file.install(undefined) ?? '');
  const shim = join(home, 'guard.sh');
  writeFileSync(shim, shimFor('linux', { version: '5.0.0', home: undefined, agent, protocol }).text);
  return shim;
}

export const bench: Bench = {
  about:
    'One hook run as the editor starts it, shim included, beside `node -e 0` of the same Node in turn: a file of 6 KB, a prompt, and a command that runs no git. The compiled code of an earlier run is there. NODE_EXTRA_CA_CERTS is unset for all.',
  async run() {
    const rows: Row[] = [];
    for (const version of supportedNodes) rows.push(...(await rowsOf(version)));
    return rows;
  },
};

async function rowsOf(version: string): Promise<Row[]> {
  const node = join(await installNode(version), 'node');
  const home = mkdtempSync(join(tmpdir(), 'service-bench-'));
  try {
    const shim = await install(home, node);
    const file = join(home, 'a.ts');
    writeFileSync(file, source);
    const env = { PATH: process.env.PATH, SERVICE_HOME: home, SERVICE_TOKEN: 'x' };
    const hook = (event: string, question: object) => () => {
      const { stdout } = spawnSync('sh', [shim, event], {
        env,
        input: JSON.stringify({ ...question, workspace_roots: [home] }),
        encoding: 'utf8',
      });
      // A refusal is quicker than a scan and must not be what is measured.
      if (!/allow|true/.test(stdout)) throw new Error(`The hook said ${stdout}`);
    };
    const questions: readonly (readonly [event: string, question: object])[] = [
      ['beforeReadFile', { file_path: file, content: source }],
      ['preToolUse', { tool_name: 'Read', tool_input: { file_path: file } }],
      ['beforeSubmitPrompt', { prompt: 'Rename add to sum', attachments: [] }],
      [shellEvent, { command: 'npm run build -- --watch && ls src | head -5', cwd: home }],
    ];
    const [bare = NaN, ...values] = measure([
      () => void spawnSync(node, ['-e', '0'], { env }),
      ...questions.map(([event, question]) => hook(event, question)),
    ]);
    return questions.map(([event], index): Row => ({
      what: `hook run on Node ${version}: ${event}`,
      value: values[index] ?? NaN,
      unit: 'ms',
      yardstick: { what: 'node -e 0', value: bare },
      goal: `≤ ${event === shellEvent ? '1.5' : '1.35'}× node -e 0`,
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const shellEvent = 'beforeShellExecution';
