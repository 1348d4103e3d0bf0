import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import type { Locator } from 'playwright-core';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { boundTo } from './userSettings.ts';
import { scenario, type Stage } from './scenario.ts';
import { ServiceView } from './serviceView.ts';
import type { WatchedPlatform } from './watchedPlatform.ts';

/** A platform, embedded or real, with a project whose gate counts issues. */
export interface LoopPlatform extends Omit<WatchedPlatform, 'turn'> {
  /** Two files without issues, by path. */
  readonly clean: Readonly<Record<string, readonly string[]>>;
  /** A line that is an issue, as the second one of a file. */
  readonly issue: string;
  /** Resolves with the gate as soon as the platform answers it. */
  readonly analyse: (files: Readonly<Record<string, string>>) => Promise<string>;
}

/** The poll, the request, and an editor on a busy machine. */
const patience = { timeout: 120_000 };

/**
 * From the notification of a failed gate to that of the passed one: a user opens the issues, fixes them, checks what was
 * changed, and pushes, after which the project is analyzed. Prints clicks, keys, commands and seconds. With a folder in
 * `SERVICE_SCREENSHOTS`, takes a picture of each step.
 */
export function loopScenario(start: (keep: Stage['keep']) => Promise<LoopPlatform>): void {
  scenario('the loop from a failed gate to a passed one', ({ keep }) => {
    let platform: LoopPlatform;
    let window: UiWindow;
    let folder: string;
    const did = { clicks: 0, keys: 0, commands: 0 };
    const steps: string[] = [];
    let began = 0;

    /** Ends a step: its time is printed, and its picture is not part of that of the next step. */
    const step = async (what: string, picture?: string): Promise<void> => {
      steps.push(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${what}`);
      if (picture !== undefined) await window.screenshot(`loop-${picture}`);
      began = performance.now();
    };
    const press = async (key: string): Promise<void> => {
      did.keys++;
      await window.page.keyboard.press(key);
    };
    const save = async (): Promise<void> => {
      await press('Control+S');
      await window.page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
    };
    const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
    const left = (name: RegExp): Locator => window.tree('Quality Gate').getByRole('treeitem', { name });
    const atIssueOf = async (path: string): Promise<void> => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      await window.whenAt(name, 'Ln 2, Col');
      await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
      await window.page.locator('.squiggly-warning, .squiggly-info').first().waitFor();
    };

    before(async () => {
      platform = await start(keep);
      const { project, clean, issue, url, token, analyse } = platform;
      const texts = (lines: typeof clean): Record<string, string> =>
        Object.fromEntries(Object.entries(lines).map(([path, text]) => [path, `${text.join('\n')}\n`]));
      assert.equal(await analyse(texts(clean)), 'OK');
      // Otherwise the editor in a browser saves automatically.
      const settings = { 'files.autoSave': 'off', 'service.notifications.pollInterval': 10 };
      const editor = await keep(openEditor({ settings }));
      const bad = Object.entries(clean).map(([path, [first = '', ...rest]]) => [
        path,
        [first, issue, ...rest],
      ]);
      folder = editor.folder('shop', {
        ...texts(Object.fromEntries(bad) as typeof clean),
        ...boundTo(project.key),
      });
      git('init', '-q', '-b', 'main', '--template=');
      git('init', '-q', '--bare', '-b', 'main', '--template=', '../remote');
      git('config', 'user.name', 'n');
      git('config', 'user.email', 'n@example.com');
      git('remote', 'add', 'origin', '../remote');
      git('add', '--all');
      git('commit', '-qm', 'Begin');
      git('push', '-qu', 'origin', 'main');
      window = await editor.openWindow({ folder });
      const view = await ServiceView.in(window, { url, token });
      await view.waitForRow(new RegExp(`^${project.name}, project, quality gate Passed`, 'u'));
    });
    after(() => {
      const { clicks, keys, commands } = did;
      console.log(`        clicks: ${clicks}, keys: ${keys}, commands: ${commands}`);
      for (const text of steps) console.log(`        ${text}`);
    });

    /** Analyzes the pushed files, as a build does. */
    const analysePushed = (): Promise<string> => {
      const paths = Object.keys(platform.clean);
      const pushed = paths.map((path) => [path, git('--git-dir=../remote', 'show', `main:${path}`)]);
      return platform.analyse(Object.fromEntries(pushed) as Record<string, string>);
    };

    it('begins with one notification of the failed gate', async () => {
      assert.equal(await analysePushed(), 'ERROR');
      began = performance.now();
      const toast = window.toast(`${platform.project.name} failed its quality gate (was: passed)`);
      await toast.waitFor(patience);
      assert.equal(await toast.count(), 1);
      await toast.hover();
      await step('until the notification of the failed gate', '1-notification');
    });

    it('leads to the first issue, beside the list of what is left', async () => {
      did.clicks++;
      await window.answerToast(`${platform.project.name} failed its quality gate`, 'Show Issues');
      await atIssueOf(Object.keys(platform.clean).sort()[0] ?? '');
      await left(/, condition, 2 of 2 left/u).waitFor();
      await step('until the first issue and the list of what is left', '2-list');
    });

    it('shows what was edited as probably fixed, and leads to the next issue', async () => {
      const [first = '', second = ''] = Object.keys(platform.clean).sort();
      await press('Control+Shift+K');
      await left(new RegExp(`^${first}, none left`, 'u')).waitFor();
      await save();
      await step('until the first issue was fixed', '3-fixed');
      await press('Control+F8');
      await atIssueOf(second);
      await press('Control+Shift+K');
      await left(new RegExp(`^${second}, none left`, 'u')).waitFor();
      await save();
      await step('until the second issue was fixed');
    });

    it('tells before the push what only the next analysis can tell', async () => {
      did.commands++;
      await window.command('Service: Check What I Changed');
      const row = (name: RegExp): Locator => window.quickInput.getByRole('option', { name });
      await row(/probably fixed: 2/u).waitFor();
      await row(/Only the next analysis can tell whether the gate passes/u).waitFor();
      await step('until the changes were checked', '4-check');
      await press('Escape');
    });

    it('ends with the notification of the passed gate and an empty list after the next analysis', async () => {
      did.commands += 2;
      git('commit', '-qam', 'Fix issues');
      git('push', '-q');
      await step('to commit and push');
      assert.equal(await analysePushed(), 'OK');
      await step('of the analysis');
      const passed = `${platform.project.name} passed its quality gate (was: failed): 2 issues`;
      const toast = window.toast(passed);
      await toast.waitFor(patience);
      // Toasts under the mouse stay.
      await toast.hover();
      await window.page
        .getByText(`${platform.project.name} passed its quality gate. Nothing is left to do.`)
        .waitFor();
      await step('until the notification of the passed gate', '5-passed');
      assert.equal(await toast.count(), 1);
    });
  });
}
