import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { repeatUntilShown, openEditor, type UiWindow } from '../harness/ui.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { GateDetailsPage } from './gateDetailsPage.ts';
import { escape, ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';

const bundle = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')) as Record<string, string>;

/** English texts of the extension that have another German text, as patterns of a whole line. */
const english = [
  ...Object.entries(bundle('l10n/bundle.l10n.de.json')),
  ...Object.entries(bundle('package.nls.json')).map(([key, text]): [string, string] => [
    text,
    bundle('package.nls.de.json')[key] ?? '',
  ]),
]
  .filter(([text, german]) => text !== german && /[a-z]{2}/i.test(text.replaceAll(/\{\d\}/g, '')))
  .map(([text]) => new RegExp(`^${escape(text).replaceAll(/\\\{\d\\\}/g, '.+')}$`));

/** Fails if one of the texts that a user reads there is English. */
async function assertGerman(where: Locator): Promise<void> {
  const lines = (await where.allInnerTexts()).flatMap((text) => text.split(/\s*[\n\t]\s*/));
  assert.ok(lines.some((line) => line !== ''));
  assert.deepEqual(
    lines.filter((line) => english.some((pattern) => pattern.test(line))),
    [],
  );
}

const code = { 'total.js': 'export function total(prices) {\n  return prices.length;\n}\n' };
const bad = { 'total.js': code['total.js'].replace('  return', '  debugger;\n  return') };

scenario('in a German window, a user', ({ keep }) => {
  let platform: DemoPlatform;
  let window: UiWindow;
  let view: ServiceView;
  let tree: Locator;

  const row = (name: RegExp): Locator => tree.getByRole('treeitem', { name });
  const picture = async (name: string, where: Locator): Promise<void> => {
    await window.screenshot(`german-${name}`);
    await assertGerman(where);
  };

  before(async () => {
    platform = await keep(DemoPlatform.start());
    await platform.createProject('shop', 'Web-Shop');
    assert.equal(await platform.analyzeFiles('shop', code), 'OK');
    const editor = await keep(
      openEditor({
        settings: {
          'service.connectedMode.suggestBindings': true,
          'service.notifications.pollInterval': 10,
        },
      }),
    );
    const folder = editor.folder('web', {
      ...bad,
      'service-project.properties': 'service.projectKey=shop\n',
    });
    window = await editor.openWindow({ folder, language: 'de' });
    view = new ServiceView(window);
    tree = window.tree('Verbundener Modus');
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await window.screenshot('german-failed');
  });

  it('reads in the empty view how to begin', async () => {
    const welcome = window.page.locator('.welcome-view:visible');
    await view.reveal(welcome.getByText('Verbindung hinzufügen'));
    await picture('start', welcome);
  });

  it('is led by the walkthrough', async () => {
    const steps = window.page.locator('.getting-started-step:visible');
    // The editor may not have read the walkthroughs of extensions yet.
    await repeatUntilShown(
      steps.getByText('Mit Ihrer Plattform verbinden'),
      () => window.command('Service: Erste Schritte'),
      5000,
    );
    await picture('walkthrough', steps);
  });

  it('adds a connection step by step', async () => {
    const { quickInput } = window;
    await window.command('Service: Verbindung hinzufügen');
    await view.atStep('Verbindung hinzufügen (1/5)');
    await picture('wizard', quickInput);
    await view.choose('Server');
    await view.answer('keine Adresse', '(2/5)');
    await view.objection('Adresse');
    await picture('wizard-address', quickInput);
    await view.answer(platform.url);
    await view.atStep('(3/5)');
    await picture('wizard-token', quickInput);
    await view.choose('Token einfügen');
    await view.answer(platform.token, 'Benutzertoken');
    await view.answer('Firma', '(4/5)');
    await view.atStep('(5/5)');
    await picture('wizard-notifications', quickInput);
    await view.choose('Benachrichtigungen erhalten');
    await row(/^Firma, Verbindung, Verbunden/).waitFor();
  });

  it('binds the folder by the suggestion that its files give', async () => {
    const toast = window.toast('Ordner „web“ an Projekt „Web-Shop“ auf Firma binden?');
    // The mouse keeps the toast open.
    await toast.hover();
    await picture('suggestion', toast);
    await window.answerToast('Ordner „web“ an Projekt', 'Binden');
    await row(/^Web-Shop, Projekt, Quality Gate Bestanden, Ordner web/).waitFor();
  });

  it('is notified when the gate fails', async () => {
    assert.equal(await platform.analyzeFiles('shop', bad), 'ERROR');
    const toast = window.toast('Web-Shop hat das Quality Gate nicht bestanden (vorher: bestanden)');
    await toast.hover();
    await picture('toast', toast);
    await window.answerToast('Web-Shop hat das Quality Gate nicht bestanden', 'Details');
  });

  it('reads the details of the gate', async () => {
    const details = await GateDetailsPage.in(window);
    await details.page.getByRole('heading', { name: 'Bedingungen' }).waitFor();
    await picture('details', details.page.getByRole('main'));
    assert.deepEqual(await details.problems(), []);
  });

  it('sees connections, projects and folders, and what to do about the gate', async () => {
    await row(/^Web-Shop, Projekt, Quality Gate Nicht bestanden, Ordner web$/).waitFor();
    await picture('tree', tree);
    await window.command('Service: Quality Gate des aktuellen Ordners anzeigen');
    await view.atStep('Quality Gate von Web-Shop: Nicht bestanden');
    await picture('gate', window.quickInput);
    await window.page.keyboard.press('Escape');
  });

  it('reads the history', async () => {
    await window.command('Service: Focus on Quality-Gate-Verlauf View');
    const history = window.tree('Quality-Gate-Verlauf');
    await history.getByRole('treeitem', { name: /^Web-Shop: Nicht bestanden/ }).waitFor();
    await picture('history', history);
  });

  it('reads which agents are guarded', async () => {
    const agentHooks = window.tree('Agent-Hooks');
    await window.command('Service: Focus on Agent-Hooks View');
    await agentHooks.getByRole('treeitem', { name: /^web, Agent-Hooks, / }).waitFor();
    await picture('agent-hooks-view', agentHooks);
  });

  it('goes to an issue and reads what can be done about it', async () => {
    await window.command('Service: Zum nächsten Problem des Quality Gates wechseln');
    await window.page.locator('.squiggly-warning, .squiggly-info').first().waitFor();
    await window.openActionMenu('Problem akzeptieren …');
    await picture('issue', window.actionMenu);
    await window.chooseAction('Problem akzeptieren …');
    await view.atStep('Problem akzeptieren');
    await picture('issue-comment', window.quickInput);
    await window.page.keyboard.press('Escape');
  });

  it('creates a webhook step by step', async () => {
    const { quickInput } = window;
    await window.command('Service: Webhook erstellen');
    await view.atStep('Wählen Sie ein Projekt oder die globalen Webhooks aus');
    await picture('webhook', quickInput);
    await view.choose('Web-Shop');
    await view.answer('build', 'Webhook erstellen (1/3)');
    await view.answer(platform.url, '(2/3)');
    // The question itself names the platform, too.
    await view.objection('Drücken Sie erneut');
    await picture('webhook-address', quickInput);
    await window.page.keyboard.press('Enter');
    await view.atStep('(3/3)');
    await picture('webhook-secret', quickInput);
    await window.page.keyboard.press('Escape');
  });

  for (const [what, command, step] of [
    ['mute', 'Benachrichtigungen für Projekt stummschalten', 'Benachrichtigungen stummschalten'],
    ['agent-hooks', 'Agent-Hooks einrichten', 'Agent-Hooks in web'],
    ['tool-server', 'Tool-Server konfigurieren für …', 'Wählen Sie den Editor oder Agenten aus'],
  ] as const)
    it(`is asked in German by the command “${command}”`, async () => {
      await window.command(`Service: ${command}`);
      await view.atStep(step);
      await picture(what, window.quickInput);
      await window.page.keyboard.press('Escape');
    });

  it('learns why it is not notified, with times in German', async () => {
    await window.command('Service: Warum werde ich nicht benachrichtigt?');
    await view.atStep('web: keine Probleme gefunden');
    await picture('silence', window.quickInput);
    await window.quickInputBox.fill('Abfrage');
    await window.focusedRow(/Letzte Antwort: \d\d:\d\d\./).waitFor();
    await window.page.keyboard.press('Escape');
  });

  it('reads the settings', async () => {
    await window.command('Preferences: Open Settings (UI)');
    const settings = window.page.locator('.settings-editor:visible');
    await settings.locator('.suggest-input-container').click();
    await window.page.keyboard.type('service.notifications');
    const descriptions = settings.locator('.setting-item-description');
    await descriptions.filter({ hasText: 'Abfrageintervall in Sekunden' }).first().waitFor();
    await picture('settings', descriptions);
  });
});
