import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstalledExtension } from '../scripts/editor/home.ts';
import { temporaryFolder } from '../scripts/temporaryFolder.ts';
import type * as Harness from '../test/harness/ui.ts';
import { becomes } from '../test/support/becomes.ts';
import { DemoPlatform } from '../test/support/demoPlatform.ts';
import type { Bench, Row } from './bench.ts';
import { memory, memoryRows, type Memory } from './memory/memory.ts';
import { buildWitness } from './witnessExtension.ts';

const starts = 3;
/** Milliseconds until a window with every extension of the editor is idle. */
const patienceMs = 120_000;

export const bench: Bench = {
  about:
    'What the extension adds to the extension host of a window at rest, after a collection: installed as packaged, connected, with the gate of ' +
    `a bound folder in its view; beside the same window without it. Medians of ${starts} starts each. Held is what is resident after V8 has released the pages that it keeps free for later.`,
  async run() {
    const witness = await buildWitness('memory/witness.ts', {
      commands: [{ command: 'bench.noteMemory', title: 'Bench: Note Memory' }],
    });
    // The file in which the platform of a test notes its tokens.
    process.env.SERVICE_TEST_TOKENS ??= join(temporaryFolder('bench'), 'tokens');
    const platform = await DemoPlatform.start();
    try {
      await platform.createProject('demo', 'Demo Project');
      await platform.analyze('demo', 'clean');
      const rows: Row[] = [];
      for (const version of ['1.103.2', '1.139.1'])
        rows.push(...(await memoryIn(version, { witness, platform })));
      return rows;
    } finally {
      await platform.stop();
    }
  },
};

interface Fixture {
  readonly witness: InstalledExtension;
  readonly platform: DemoPlatform;
}

async function memoryIn(version: string, fixture: Fixture): Promise<Row[]> {
  process.env.SERVICE_EDITOR = version;
  // The harness reads the version once, so each version needs its own instance of the module.
  const harness = (await import(`../test/harness/ui.ts?memory-${version}`)) as typeof Harness;
  const all = { installed: [] as Memory[], none: [] as Memory[] };
  try {
    // In turn, so that a machine that gets busy is so for both.
    for (let start = 0; start < starts; start++)
      for (const extension of ['installed', 'none'] as const)
        all[extension].push(await oneStart(harness, extension, fixture));
  } finally {
    await harness.closeAll();
  }
  return memoryRows(`in ${version}`, { all: all.installed, without: all.none }, 'without the extension');
}

async function oneStart(
  { openEditor }: typeof Harness,
  extension: 'installed' | 'none',
  { witness, platform }: Fixture,
): Promise<Memory> {
  const file = join(temporaryFolder('bench'), 'memory.json');
  const editor = await openEditor({ extension, beside: [witness], env: { SERVICE_BENCH_MEMORY: file } });
  try {
    const settings = JSON.stringify({ 'service.connectedMode.project': { projectKey: 'demo' } });
    const window = await editor.openWindow({
      folder: editor.folder('demo', { '.vscode/settings.json': settings }),
    });
    if (extension === 'installed') {
      // The imported harness has read the version.
      const { ServiceView } = await import('../test/ui/serviceView.ts');
      const view = await ServiceView.in(window);
      await view.addServer('Quality', platform);
      await view.waitForRow(/^Demo Project, project, quality gate Passed/);
    }
    await window.command('Bench: Note Memory');
    await becomes(() => Promise.resolve(existsSync(file)), true, patienceMs);
    return memory.parse(JSON.parse(readFileSync(file, 'utf8')));
  } finally {
    await editor.close();
  }
}
