import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from '../src/core/connections/connection.ts';
import { emptyConnectionsFile } from '../src/core/connections/store.ts';
import { latestEditor } from '../scripts/editor/versions.ts';
import type { UiEditor, UiWindow } from '../test/harness/ui.ts';
import { median, type Bench } from './bench.ts';
import { buildWitness } from './witnessExtension.ts';

const counts = { connections: 50, folders: 100 };
const windows = 6;

/** The view of the extension that does nothing else. */
const contributes = {
  viewsContainers: { activitybar: [{ id: 'peer', title: 'Peer', icon: '$(list-tree)' }] },
  views: { peer: [{ id: 'peer.rows', name: 'Rows' }] },
};

/** A view, by its tab and by the first of its rows: all that fit into the window are drawn with it. */
interface Sight {
  readonly tab: RegExp;
  readonly row: string;
}
const ours: Sight = { tab: /^Service(?: - |$)/, row: '[role=treeitem][aria-label^="Server 0"]' };
const peer: Sight = { tab: /^Peer$/, row: '[role=treeitem][aria-label^="Row 0"]' };

export const bench: Bench = {
  about:
    `From the press on a view's tab until its rows are drawn, in a real window (${latestEditor}) that has not shown it yet: ` +
    `${counts.connections} connections and ${counts.folders} bound folders, beside a tree of as many rows of an extension ` +
    `that does nothing else. Medians of ${windows} windows.`,
  async run() {
    process.env.SERVICE_EDITOR ??= latestEditor;
    const { openEditor, closeAll } = await import('../test/harness/ui.ts');
    try {
      const editor = await openEditor({ beside: [await buildWitness('reveal/peer.ts', contributes)] });
      const folders = layOut(editor);
      const times: { readonly ours: number; readonly peer: number }[] = [];
      for (let n = 0; n < windows; n++) {
        // Each folder gets another name, because a window remembers the open view per workspace.
        const window = await editor.openWindow({ workspace: editor.workspace(`scale-${n}`, folders) });
        times.push(await bothIn(window, n % 2 === 0));
        await window.page.close();
      }
      await editor.close();
      return [
        {
          what: 'view with its rows',
          value: median(times.map((time) => time.ours)),
          unit: 'ms',
          yardstick: { what: 'trivial tree', value: median(times.map((time) => time.peer)) },
          goal: '< 100 ms',
        },
      ];
    } finally {
      await closeAll();
    }
  },
};

/** In turn, because the first view of a window may find less of the workbench loaded. */
async function bothIn(window: UiWindow, oursFirst: boolean) {
  await window.page.getByText(`Peer: ${counts.connections} connections`).waitFor();
  // All connections were tried once and do not answer.
  await window.page.getByRole('tab', { name: new RegExp(`^Service - .*: ${counts.connections}$`) }).waitFor();
  const first = await reveal(window, oursFirst ? ours : peer);
  const second = await reveal(window, oursFirst ? peer : ours);
  return oursFirst ? { ours: first, peer: second } : { ours: second, peer: first };
}

/** Milliseconds, as the page itself sees them. */
async function reveal(window: UiWindow, { tab, row }: Sight): Promise<number> {
  const button = window.page.getByRole('tab', { name: tab });
  await button.waitFor();
  // As text: the types of tests know no browser. Not the promise is its value, which would be waited for before the press.
  await window.page.evaluate(`(() => {
    let pressed;
    addEventListener('mousedown', () => { pressed = performance.now(); }, { capture: true, once: true });
    globalThis.drawn = new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (pressed === undefined || !document.querySelector(${JSON.stringify(row)})) return;
        observer.disconnect();
        // A task after the next frame's callbacks: by then the frame is painted.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressed)));
      });
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
    });
  })()`);
  await button.click();
  return window.page.evaluate<number>('drawn');
}

/** Connections without tokens, so that no platform takes part; each has two of the folders. */
function layOut(editor: UiEditor): string[] {
  const connections = Array.from({ length: counts.connections }, (_, n): Connection => ({
    kind: 'server',
    uuid: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
    connectionId: `Server ${n}`,
    serverUrl: `http://127.0.0.1:9/${n}`,
    receiveNotifications: true,
  }));
  const storage = join(editor.home.userData, 'User/globalStorage/service.service-ide');
  mkdirSync(storage, { recursive: true });
  writeFileSync(join(storage, 'connections.json'), JSON.stringify({ ...emptyConnectionsFile, connections }));
  return Array.from({ length: counts.folders }, (_, n) => {
    const connectionId = `Server ${n % counts.connections}`;
    const binding = { 'service.connectedMode.project': { projectKey: `p${n}`, connectionId } };
    return editor.folder(`service-${n}`, { '.vscode/settings.json': JSON.stringify(binding) });
  });
}
