import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { editorPorts } from '../../src/node/http/server/loopbackPort.ts';
import type { Provisioner } from '../contract/provision.ts';
import { useToken } from '../harness/tokens.ts';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { becomes } from '../support/becomes.ts';
import { ServiceView } from '../ui/serviceView.ts';
import { scenario } from '../ui/scenario.ts';
import { boundTo } from '../ui/userSettings.ts';

const project = 'issues';
const path = 'src/a.py';
const clean = 'def f(x):\n    # done\n    return x\n';
/** Two issues, the second of which has a related place, and a hotspot. */
const dirty = [
  'import random',
  '',
  'def f(x):',
  '    # TODO later',
  '    return random.random() * x',
  '',
  'def g(x):',
  '    if x == 1:',
  '        f(1)',
  '        f(2)',
  '    elif x == 2:',
  '        f(1)',
  '        f(2)',
  '    else:',
  '        f(3)',
  '',
];
/** The poll, the request, and an editor on a busy machine. */
const patience = { timeout: 120_000 };

/** A user turns a red gate green without leaving the editor, with the issues of a real server. */
export function issuesScenario(admin: () => Provisioner): void {
  scenario('the issues of a real server', ({ keep }) => {
    let editor: UiEditor;
    let window: UiWindow;
    let view: ServiceView;

    const cursor = (text: string): Locator =>
      window.page.locator('[id="status.editor.selection"]').filter({ hasText: text });
    const analyse = async (source: string) =>
      (await admin().analyse(project, { files: { [path]: { source } } })).gate;

    before(async () => {
      await admin().project(project, 'Project with issues');
      await admin().gate('Issues', [['violations', 'GT', '1']], project);
      assert.equal(await analyse(clean), 'OK');
      editor = await keep(openEditor({ settings: { 'service.notifications.pollInterval': 10 } }));
      const folder = editor.folder('issues', {
        // Edited since the analysis: every line is one further down.
        [path]: ['# A comment.', ...dirty].join('\n'),
        ...boundTo(project),
      });
      window = await editor.openWindow({ folder });
      view = await ServiceView.in(window);
      const token = useToken(await admin().token('an editor with issues'));
      await view.addServer('Real', { url: admin().url, token });
      await view.waitForRow(/^Project with issues, project, quality gate Passed/);
    });

    it('open at their lines in the edited file from the toast of the failed gate', async () => {
      assert.equal(await analyse(dirty.join('\n')), 'ERROR');
      await window.toast('Project with issues failed its quality gate').waitFor(patience);
      await window.answerToast('Project with issues failed its quality gate', 'Show Issues');
      await window.whenAt('a.py', 'Ln 5');
      await window.page.locator('.squiggly-warning, .squiggly-info').first().waitFor();
    });

    it('are problems with their related places, and hotspots are among them', async () => {
      await window.command('View: Focus Problems (Errors, Warnings, Infos)');
      await window.problem(/\[Ln 5, Col /).waitFor();
      await window.screenshot('real-issues');
      await window.problem(/\[Ln 13, Col /).waitFor();
      await window.problem(/\[Ln 6, Col /).waitFor();
      await window.problem(/\[Ln 10, Col /).waitFor();
    });

    it('pass the gate when one is marked as a false positive by its quick fix', async () => {
      await window.page.locator('.view-line').filter({ hasText: 'TODO' }).click();
      await cursor('Ln 5').waitFor();
      await window.openActionMenu('Mark as False Positive…');
      await window.chooseAction('Mark as False Positive…');
      await view.answer('Planned.', 'Mark as False Positive');
      await window.problem(/\[Ln 5, Col /).waitFor({ state: 'detached' });
      await window.toast('Project with issues passed its quality gate').waitFor(patience);
      assert.equal(await admin().gateStatus(project), 'OK');
    });

    it('open in the editor from a page of the server', async () => {
      await window.command('View: Close All Editors');
      const [issue = ''] = await admin().openIssues(project);
      const { origin } = new URL(admin().url);
      const send = (port: number, request: string) =>
        fetch(`http://127.0.0.1:${port}/sonarlint/api/${request}`, { headers: { origin } })
          .then(({ status }) => status === 200)
          .catch(() => false);
      let port: number | undefined;
      await becomes(async () => {
        for (const candidate of editorPorts) if (await send(candidate, 'status')) port = candidate;
        return port !== undefined;
      }, true);
      assert.ok(await send(port ?? 0, `issues/show?project=${project}&issue=${issue}`));
      await window.whenAt('a.py');
      // The issue is selected, to its end in the next line.
      await cursor('Ln 14').waitFor();
      await window.screenshot('real-open-in-ide');
    });
  });
}
