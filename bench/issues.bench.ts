import { existsSync, readFileSync } from 'node:fs';
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
/** Milliseconds until a window with every extension of the editor is idle. */
const patienceMs = 120_000;
const seen = z.object({ resident: z.number(), used: z.number(), longestBlockMs: z.number() });
const noted = z.union([seen, z.object({ problem: z.string() })]);
interface Seen extends z.output<typeof seen> {
  /** From the press on the arrow of the failed project until the first file of its list is drawn. */
  readonly firstRowsMs: number;
}
type TestFile = TestAnalysis['files'][string];

export const bench: Bench = {
  about:
    `What issues, tools for chat and Open in IDE add to the extension host of a window of ${latestEditor}: a file with issues is open, those behind the ` +
    'gate are in the Problems view, an agent has called a tool, and the window listens for pages. Beside the same window with issues and Open in IDE ' +
    `switched off. The projects have ${projectKeys.map((key) => `${countOf(key)} issues in ${sizes[key].files} files`).join(', ')}. ` +
    `A block is processor time of the extension host in which it did not give way. The time of the first rows of the list includes the answers of the embedded platform. Medians of ${starts} starts each, memory after a collection.`,
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
  const memory = (['resident', 'used'] as const).flatMap((name): Row[] => {
    const mebibytes = (kind: Kind): number => medianOf(kind, (one) => one[name]) / 2 ** 20;
    const [value, without] = [mebibytes(key), mebibytes('off')];
    const yardstick = { what: 'switched off', value: without };
    return [
      { what: `memory ${name}, ${project}`, value, unit: 'MiB', yardstick },
      { what: '… which the features add', value: value - without, unit: 'MiB', goal: '≤ 15 MiB' },
    ];
  });
  const pause = (kind: Kind): number => medianOf(kind, ({ longestBlockMs }) => longestBlockMs);
  const yardstick = { what: 'switched off', value: pause('off') };
  const firstRows = medianOf(key, ({ firstRowsMs }) => firstRowsMs);
  return [
    ...memory,
    { what: `longest block, ${project}`, value: pause(key), unit: 'ms', yardstick, goal: '≤ 50 ms' },
    { what: `first rows of the list, ${project}`, value: firstRows, unit: 'ms', goal: '≤ 500 ms' },
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
    let firstRowsMs = 0;
    if (kind !== 'off') {
      await window.page.locator('.squiggly-warning').first().waitFor();
      firstRowsMs = await firstRowsIn(window, view.row('The Project, project').locator('.monaco-tl-twistie'));
      await window.command('Service: Show Issues Behind the Quality Gate');
      await window
        .tree('Quality Gate')
        .getByRole('treeitem', { name: new RegExp(`, condition, ${leftOf(kind)}`, 'u') })
        .waitFor();
      await window.command('Bench: askTool');
    }
    await window.command('Bench: note');
    await becomes(() => Promise.resolve(existsSync(file)), true, patienceMs);
    const note = noted.parse(JSON.parse(readFileSync(file, 'utf8')));
    if ('problem' in note) throw new Error(`${kind}: ${note.problem}`);
    return { ...note, firstRowsMs };
  } finally {
    await editor.close();
  }
}

/** Milliseconds from the press until the row of a file is drawn, as the page itself sees them. */
async function firstRowsIn(window: Harness.UiWindow, arrow: Locator): Promise<number> {
  // As text: the types of benches know no browser.
  await window.page.evaluate(`(() => {
    let pressed;
    addEventListener('mousedown', () => { pressed = performance.now(); }, { capture: true, once: true });
    globalThis.drawn = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('[role=treeitem][aria-label^="src/file"]')) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
  })()`);
  await arrow.click();
  return window.page.evaluate<number>('drawn');
}
