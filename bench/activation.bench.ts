import type * as Harness from '../test/harness/ui.ts';
import { median, type Bench, type Row } from './bench.ts';

const starts = 3;
const ours = 'Service for IDE';
/** Built into every editor, and like ours it talks to something outside and shows a view. */
const peer = 'Git';

export const bench: Bench = {
  about:
    "What starting the extension costs the editor, by the editor's own account (*Developer: Show Running Extensions*): " +
    `time until the call of \`activate\` returns, median of ${starts} starts of the packaged extension in a bound folder, beside the built-in ${peer}.`,
  async run() {
    const rows: Row[] = [];
    for (const version of ['1.103.2', '1.139.1']) rows.push(await activationIn(version));
    return rows;
  },
};

async function activationIn(version: string): Promise<Row> {
  process.env.SERVICE_EDITOR = version;
  // The harness reads the version once; each needs a module of its own.
  const { openEditor, closeAll } = (await import(`../test/harness/ui.ts?${version}`)) as typeof Harness;
  const times = { ours: [] as number[], peer: [] as number[] };
  try {
    for (let start = 0; start < starts; start++) {
      const editor = await openEditor({});
      const shown = await runningExtensions(editor);
      times.ours.push(shown(ours));
      times.peer.push(shown(peer));
      await editor.close();
    }
  } finally {
    await closeAll();
  }
  return {
    what: `activation in ${version}`,
    value: median(times.ours),
    unit: 'ms',
    yardstick: { what: `built-in ${peer}`, value: median(times.peer) },
    goal: '≤ 25 ms',
  };
}

async function runningExtensions(editor: Harness.UiEditor): Promise<(name: string) => number> {
  const binding = { 'service.connectedMode.project': { projectKey: 'p' } };
  const folder = editor.folder('bound', { '.vscode/settings.json': JSON.stringify(binding) });
  const window = await editor.openWindow({ folder });
  await window.command('Developer: Show Running Extensions');
  const row = (name: string) =>
    window.page
      .locator('.runtime-extensions-editor .extension')
      .filter({ has: window.page.getByText(name, { exact: true }) });
  await row(ours).waitFor();
  const texts = new Map<string, string>();
  for (const name of [ours, peer]) texts.set(name, await row(name).first().innerText());
  return (name) => {
    const found = /Activation:\s*(\d+)\s*ms/.exec(texts.get(name) ?? '');
    if (!found) throw new Error(`No activation time of ${name} in: ${texts.get(name) ?? ''}`);
    return Number(found[1]);
  };
}
