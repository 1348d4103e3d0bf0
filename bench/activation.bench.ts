import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { InstalledExtension } from '../scripts/editor/home.ts';
import { temporaryFolder } from '../scripts/temporaryFolder.ts';
import type * as Harness from '../test/harness/ui.ts';
import { becomes } from '../test/support/becomes.ts';
import { median, type Bench, type Row } from './bench.ts';
import { buildWitness } from './witnessExtension.ts';

const starts = 3;
const ours = 'service.service-ide';
/** Built into every editor, and like ours it shows a view and a status bar item. */
const peer = 'vscode.git';
/** Does nothing at its start but read a secret, which is one question to the window. */
const bare = 'bench.witness';

const seen = z.object({
  secret: z.number(),
  ready: z.number(),
  marks: z.array(z.object({ name: z.string(), startTime: z.number() })),
});
type Seen = z.output<typeof seen>;

export const bench: Bench = {
  about:
    "What starting the extension costs, by the marks of the editor's extension host: own time is loading the code and the call of " +
    `\`activate\`, median of ${starts} starts of the packaged extension in a bound folder, beside the built-in Git. (*Developer: Show ` +
    'Running Extensions* counts in what other extensions load meanwhile.) After that the rest loads, until the connections are known.',
  async run() {
    const witness = await buildWitness('activation/witness.ts');
    const rows: Row[] = [];
    for (const version of ['1.103.2', '1.139.1']) rows.push(...(await startsOf(version, witness)));
    return rows;
  },
};

async function startsOf(version: string, witness: InstalledExtension): Promise<Row[]> {
  process.env.SERVICE_EDITOR = version;
  // The harness reads the version once, so each version needs its own instance of the module.
  const { openEditor, closeAll } = (await import(`../test/harness/ui.ts?${version}`)) as typeof Harness;
  const all: Seen[] = [];
  try {
    for (let start = 0; start < starts; start++) all.push(await oneStart(openEditor, witness));
  } finally {
    await closeAll();
  }
  const medianOf = (value: (start: Seen) => number): number => median(all.map(value));
  return [
    {
      what: `own time in ${version}`,
      value: medianOf((start) => ownTime(start, ours)),
      unit: 'ms',
      yardstick: { what: 'built-in Git', value: medianOf((start) => ownTime(start, peer)) },
      goal: '≤ 25 ms',
    },
    {
      what: `until the connections are known in ${version}`,
      value: medianOf((start) => start.ready - markOf(start, 'willLoadExtensionCode', ours)),
      unit: 'ms',
      yardstick: {
        what: 'an extension that reads a secret',
        value: medianOf((start) => start.secret - markOf(start, 'willLoadExtensionCode', bare)),
      },
      goal: '≤ 2 ×',
    },
  ];
}

async function oneStart(openEditor: typeof Harness.openEditor, witness: InstalledExtension): Promise<Seen> {
  const file = join(temporaryFolder('bench'), 'marks.json');
  const editor = await openEditor({
    beside: [witness],
    moreBuiltIn: ['git', 'git-base'],
    env: { SERVICE_BENCH_MARKS: file },
  });
  try {
    const binding = { 'service.connectedMode.project': { projectKey: 'p' } };
    const folder = editor.folder('bound', { '.vscode/settings.json': JSON.stringify(binding) });
    await editor.openWindow({ folder });
    await becomes(() => Promise.resolve(existsSync(file)), true);
    return seen.parse(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    await editor.close();
  }
}

function ownTime(start: Seen, id: string): number {
  const between = (from: string, to: string): number => markOf(start, to, id) - markOf(start, from, id);
  return (
    between('willLoadExtensionCode', 'didLoadExtensionCode') +
    between('willActivateExtension', 'didActivateExtension')
  );
}

function markOf({ marks }: Seen, what: string, id: string): number {
  const mark = marks.find(({ name }) => name === `code/extHost/${what}/${id}`);
  if (!mark) throw new Error(`The editor has no mark ${what} of ${id}`);
  return mark.startTime;
}
