import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { githubToken } from '../support/madeSecrets.ts';
import { ServiceView } from './serviceView.ts';
import { boundTo } from './userSettings.ts';
import { scenario } from './scenario.ts';

const clean = 'export const total = (prices) => {\n  return prices.length;\n};\n';
/** What is committed and analyzed: an issue in each file. */
const debugged = 'export const half = (price) => {\n  debugger;\n  return price / 2;\n};\n';
const analyzed = {
  'total.js': clean.replace('  return', '  debugger;\n  return'),
  'half.js': debugged,
  'quarter.js': debugged.replace('half', 'quarter'),
};

scenario('issues of what was changed', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;
  let folder: string;

  before(async () => {
    platform = await keep(DemoPlatform.start({ edition: 'enterprise' }));
    platform.play('2026.5.0.1');
    await platform.createProject('shop', 'Shop');
    assert.equal(await platform.analyzeFiles('shop', { 'total.js': clean }), 'OK');
    // Otherwise the editor in a browser saves automatically.
    const settings = { 'files.autoSave': 'off', 'service.notifications.pollInterval': 10 };
    const editor = await keep(openEditor({ settings }));
    folder = editor.folder('shop', { ...analyzed, ...boundTo('shop') });
    git('init', '-q', '-b', 'main');
    git('add', '--all');
    git('-c', 'user.name=t', '-c', 'user.email=t@x.test', 'commit', '-qm', 'x');
    git('update-ref', 'refs/remotes/origin/main', 'HEAD');
    writeFileSync(join(folder, 'total.js'), clean);
    window = await editor.openWindow({ folder });
    view = await ServiceView.in(window, platform);
    await view.waitForRow(/^Shop, project, quality gate Passed/);
  });

  const git = (...args: string[]): void => {
    execFileSync('git', args, { cwd: folder });
  };
  const marker = (): Locator => window.page.locator('.squiggly-warning').first();
  const typeIn = async (line: number, text: string): Promise<void> => {
    await window.goTo(line);
    await window.page.keyboard.press('Home');
    await window.page.keyboard.type(text);
  };

  it('are shown before the file is saved', async () => {
    await window.openFile(join(folder, 'total.js'));
    await typeIn(2, 'debugger;\n');
    await window.command('Service: Analyze This File on the Platform');
    await window.toast('Issues found in total.js: 1. They are in the Problems view.').waitFor();
    await marker().waitFor();
    await window.screenshot('file-analysis');
    assert.equal(await readFile(join(folder, 'total.js'), 'utf8'), clean);
  });

  it('disappear when their line is edited', async () => {
    await typeIn(2, 'x;');
    await marker().waitFor({ state: 'detached' });
  });

  it('are listed by Check What I Changed, with secrets and what makes the gate fail', async () => {
    await window.command('View: Revert and Close Editor');
    assert.equal(await platform.analyzeFiles('shop', analyzed), 'ERROR');
    await view.waitForRow(/^Shop, project, quality gate Failed/);
    writeFileSync(join(folder, 'half.js'), `// Half.\n${debugged}`);
    writeFileSync(join(folder, 'fresh.js'), `export const t = '${githubToken(3)}';\ndebugger;\n`);
    await window.command('Service: Check What I Changed');
    await view.atStep('Check What I Changed: Shop');
    const row = (name: string | RegExp): Locator => window.quickInput.getByRole('option', { name });
    await row(/probably fixed: 1 · your files: 1 · others: 1/u).waitFor();
    await row(/Unexpected 'debugger' statement\., half\.js:3/u).waitFor();
    await row(/Secret: .*fresh\.js:1/u).waitFor();
    await row(/Unexpected 'debugger' statement\., fresh\.js:2/u).waitFor();
    assert.equal(await row(/Unexpected 'debugger' statement/u).count(), 2);
    await row(/Only the next analysis can tell whether the gate passes/u).waitFor();
    await window.screenshot('check-changes');
    await view.choose('Secret:');
    await window.whenAt('fresh.js', 'Ln 1, Col');
  });

  it('are no problems any more when a file that no editor has open is deleted', async () => {
    writeFileSync(join(folder, 'late.js'), 'debugger;\n');
    await window.command('Service: Check What I Changed');
    await window.quickInput.getByRole('option', { name: /'debugger' statement\., late\.js:1/u }).waitFor();
    await window.page.keyboard.press('Escape');
    await window.command('Problems: Focus on Problems View');
    const late = window.page.getByRole('treeitem', { name: /late\.js/u });
    await late.first().waitFor();
    rmSync(join(folder, 'late.js'));
    await late.first().waitFor({ state: 'detached' });
  });
});
