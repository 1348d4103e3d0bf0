import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import * as z from 'zod/mini';
import type { InstalledExtension } from '../scripts/editor/home.ts';
import { latestEditor } from '../scripts/editor/versions.ts';
import { temporaryFolder } from '../scripts/temporaryFolder.ts';
import { Provisioner, type TestAnalysis } from '../test/contract/provision.ts';
import type * as Harness from '../test/harness/ui.ts';
import { becomes } from '../test/support/becomes.ts';
import { DemoPlatform } from '../test/support/demoPlatform.ts';
import { median, type Bench, type Row } from './bench.ts';
import { memory, memoryRows } from './memory/memory.ts';
import { buildWitness } from './witnessExtension.ts';

const starts = 3;
const linesPerFile = 1000;
/** Projects by their key, with their files and the issues of each of these. */
const sizes = {
  usual: { files: 100, issues: 20 },
  list: { files: 500, issues: 20 },
  huge: { files: 100, issues: 1000 },
} as const;
type ProjectKey = keyof typeof sizes;
const projectKeys = ['usual', 'list', 'huge'] as const satisfies readonly ProjectKey[];
type Kind = ProjectKey | 'off';
/** Milliseconds until a window with every extension of the editor is idle, or has read the longest list. */
const patienceMs = 120_000;
const noted = z.extend(memory, { longestBlockMs: z.number() });
/** Until the first file of the list of the failed project is drawn, milliseconds. */
interface FirstRows {
  readonly fromPress: number;
  /** The time since the end of the first answer with issues. */
  readonly fromAnswer: number;
}
interface Seen extends z.output<typeof noted> {
  readonly firstRows: FirstRows;
}
type TestFile = TestAnalysis['files'][string];

export const bench: Bench = {
  about:
    `What issues, tools for chat and Open in IDE add to the extension host of a window of ${latestEditor}: a file with issues is open, those behind the ` +
    'gate are in the Problems view, an agent has called a tool, and the window listens for pages. Beside the same window with issues and Open in IDE ' +
    `switched off. The projects have ${projectKeys.map((key) => `${countOf(key)} issues in ${sizes[key].files} files`).join(', ')}. ` +
    `A block is processor time of the extension host in which it did not give way. Medians of ${starts} starts each. Memory is measured after collections; held is what is resident after V8 has released the pages that it keeps free for later.`,
  async run() {
    process.env.SERVICE_EDITOR = latestEditor;
    const harness = (await import(`../test/harness/ui.ts?issues-${latestEditor}`)) as typeof Harness;
    const witness = await buildWitness('issues/witness.ts', {
      commands: ['begin', 'askTool', 'note'].map((name) => ({
        command: `bench.${name}`,
        title: `Bench: ${name}`,
      })),
    });
    // The file in which the platform of a test notes its tokens.
    process.env.SERVICE_TEST_TOKENS ??= join(temporaryFolder('bench'), 'tokens');
    const platform = await platformWithProjects();
    const all: Record<Kind, Seen[]> = { off: [], usual: [], list: [], huge: [] };
    try {
      // In turn, so that a machine that gets busy is so for all.
      for (let start = 0; start < starts; start++)
        for (const kind of ['off', ...projectKeys] as const)
          all[kind].push(await oneStart(harness, kind, { witness, platform }));
    } finally {
      await harness.closeAll();
      await platform.stop();
    }
    return projectKeys.flatMap((kind) => rowsOf(kind, all));
  },
};

function countOf(key: ProjectKey): string {
  return (sizes[key].files * sizes[key].issues).toLocaleString('en');
}

function rowsOf(key: ProjectKey, all: Readonly<Record<Kind, readonly Seen[]>>): Row[] {
  const medianOf = (kind: Kind, value: (one: Seen) => number): number => median(all[kind].map(value));
  const project = `${countOf(key)} issues`;
  const pause = (kind: Kind): number => medianOf(kind, ({ longestBlockMs }) => longestBlockMs);
  const yardstick = { what: 'switched off', value: pause('off') };
  const firstRows = (from: keyof FirstRows): number => medianOf(key, (one) => one.firstRows[from]);
  const list = `first rows of the list, ${project}`;
  return [
    ...memoryRows(project, { all: all[key], without: all.off }, 'switched off'),
    { what: `longest block, ${project}`, value: pause(key), unit: 'ms', yardstick, goal: '≤ 50 ms' },
    { what: `${list}, from the answer`, value: firstRows('fromAnswer'), unit: 'ms', goal: '≤ 500 ms' },
    { what: `${list}, from the press on the arrow`, value: firstRows('fromPress'), unit: 'ms' },
  ];
}

/** Returns the text in the row of the condition after the list was read. The list reads up to 20,000 findings of it. */
function leftOf(key: ProjectKey): string {
  const count = Math.min(sizes[key].files * sizes[key].issues, 20_000);
  return `${count} of ${count} left`;
}

const lines = Array.from({ length: linesPerFile }, (_, index) => `const value${index} = read(${index});`);
const pathOf = (file: number): string => `src/file${file}.js`;
const sourceOf = (file: number): string => [...lines, `// File ${file}.`, ''].join('\n');

async function platformWithProjects(): Promise<DemoPlatform> {
  const platform = await DemoPlatform.start();
  const admin = new Provisioner(platform.url, platform.token);
  for (const key of projectKeys) {
    await admin.project(key, 'The Project');
    await admin.analyse(key, { files: { [pathOf(0)]: { source: '' } } });
    const issues = Array.from({ length: sizes[key].issues }, (_, index) => ({ line: index + 1 }));
    const analysed = Array.from({ length: sizes[key].files }, (_, file): [string, TestFile] => [
      pathOf(file),
      { source: sourceOf(file), issues },
    ]);
    await admin.analyse(key, { files: Object.fromEntries(analysed) });
  }
  return platform;
}

interface Fixture {
  readonly witness: InstalledExtension;
  readonly platform: DemoPlatform;
}

async function oneStart(
  { openEditor }: typeof Harness,
  kind: Kind,
  { witness, platform }: Fixture,
): Promise<Seen> {
  const file = join(temporaryFolder('bench'), 'issues.json');
  const off = { 'service.issues.scope': 'off', 'service.connectedMode.openInIde': false };
  const settings = kind === 'off' ? off : {};
  const editor = await openEditor({ settings, beside: [witness], env: { SERVICE_BENCH_ISSUES: file } });
  try {
    const { files } = sizes[kind === 'off' ? 'usual' : kind];
    const sources = Array.from({ length: files }, (_, index) => [pathOf(index), sourceOf(index)]);
    const binding = JSON.stringify({
      'service.connectedMode.project': { projectKey: kind === 'off' ? 'usual' : kind },
    });
    const folder = editor.folder('project', {
      ...(Object.fromEntries(sources) as Record<string, string>),
      '.vscode/settings.json': binding,
    });
    const window = await editor.openWindow({ folder });
    // The imported harness has read the version.
    const { ServiceView } = await import('../test/ui/serviceView.ts');
    const view = await ServiceView.in(window);
    await view.addServer('Quality', platform);
    await view.waitForRow(/^The Project, project, quality gate Failed/);
    await window.command('Bench: begin');
    await window.openFile(join(folder, pathOf(0)));
    let firstRows: FirstRows = { fromPress: 0, fromAnswer: 0 };
    if (kind !== 'off') {
      await window.page.locator('.squiggly-warning').first().waitFor();
      firstRows = await firstRowsIn(window, view.row('The Project, project').locator('.monaco-tl-twistie'));
      await window.command('Service: Show Issues Behind the Quality Gate');
      await window
        .tree('Quality Gate')
        .getByRole('treeitem', { name: new RegExp(`, condition, ${leftOf(kind)}`, 'u') })
        .waitFor({ timeout: patienceMs });
      await window.command('Bench: askTool');
    }
    await window.command('Bench: note');
    await becomes(() => Promise.resolve(existsSync(file)), true, patienceMs);
    const note = noted.parse(JSON.parse(readFileSync(file, 'utf8')));
    return { ...note, firstRows };
  } finally {
    await editor.close();
  }
}

const drawing = z.object({ pressed: z.number(), drawn: z.number() });

/** Presses the arrow and waits until the row of a file is drawn, as the page itself sees them. */
async function firstRowsIn(window: Harness.UiWindow, arrow: Locator): Promise<FirstRows> {
  const answers: number[] = [];
  const channel = 'http.server.response.finish';
  // The platform runs in this process.
  const onAnswer = (message: unknown) => {
    const { request } = message as { readonly request: IncomingMessage };
    if (request.url?.startsWith('/api/issues/search?') === true) answers.push(now());
  };
  // As text: the types of benches know no browser.
  await window.page.evaluate(`(() => {
    let pressed;
    const now = () => performance.timeOrigin + performance.now();
    addEventListener('mousedown', () => { pressed = now(); }, { capture: true, once: true });
    globalThis.drawing = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role=treeitem][aria-label^="src/file"]')) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve({ pressed, drawn: now() })));
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
  })()`);
  subscribe(channel, onAnswer);
  await arrow.click();
  const { pressed, drawn } = drawing.parse(await window.page.evaluate('drawing'));
  unsubscribe(channel, onAnswer);
  return { fromPress: drawn - pressed, fromAnswer: drawn - (answers.find((at) => at > pressed) ?? NaN) };
}

const now = (): number => performance.timeOrigin + performance.now();
