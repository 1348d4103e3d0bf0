import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Failure } from '../../core/failures.ts';
import { migrate, type MigrationOptions, type MigrationPorts } from '../../core/migration/migrate.ts';
import type { Choice, MigrationReport, MigrationOutcome } from '../../core/migration/report.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { openPage, type Page } from '../ui/page.ts';
import { KeptRows } from './keptRows.ts';
import { reportPage, rowsToKeep } from './reportPage.ts';
import { wasPrompted } from './wasPrompted.ts';
import { askQuestion, questionsOf, type OpenQuestion } from './questions.ts';

type RunOptions = Omit<MigrationOptions, 'session'>;

/** Moves legacy connections out of the settings and reports the result to the user. */
export class SettingsMigration {
  readonly #services: ConnectionServices;
  readonly #ports: MigrationPorts;
  readonly #session: string;
  readonly #kept: KeptRows;
  #page: Page | undefined;

  /** @param session Identifies this start of the editor. */
  constructor(services: ConnectionServices, ports: MigrationPorts, session: string) {
    this.#services = services;
    this.#ports = ports;
    this.#session = session;
    this.#kept = new KeptRows(services.memory.global);
    services.own({ dispose: () => void this.#page?.dispose() });
  }

  readonly commands = {
    'service.removeLegacySettings': () => this.removeNow(),
    'service.showMigrationReport': () => this.showReport(),
  };

  /** Migrates as far as this start allows. Does not wait for answers to the questions that it asks. */
  async atStart(): Promise<void> {
    const report = await this.#run({ tell: this.#tell });
    // Undefined: another window is migrating, and shows the result.
    if (report) this.#inBackground(this.#askNew(report));
  }

  /** Removes every entry whose token is stored safely, then asks about the other entries. */
  async removeNow(): Promise<void> {
    const nothing = vscode.l10n.t('There are no migrated connections to remove from the settings.');
    const tell = (report: MigrationReport) =>
      this.#inBackground(this.#show(summaryOf(report)?.text ?? nothing, []).then(() => undefined));
    const report = await this.#runAlone({ removeNow: true, tell });
    const choices = await this.#answers(questionsOf(report, this.#nameOf), report);
    if (choices.size > 0) await this.#runAlone({ removeNow: true, choices, tell: this.#tell });
  }

  async showReport(): Promise<void> {
    this.#showReport(await this.#runAlone({ tell: this.#tell }));
  }

  readonly #tell = (report: MigrationReport): void => this.#inBackground(this.#notify(report));

  async #notify(report: MigrationReport): Promise<void> {
    const summary = summaryOf(report);
    if (!summary) return;
    const remove = vscode.l10n.t('Remove Now');
    const chosen = await this.#show(summary.text, summary.canRemoveNow ? [remove] : [], report);
    if (chosen === remove) await this.removeNow();
  }

  /** Asks each question once. Afterwards only the commands ask it. */
  async #askNew(report: MigrationReport): Promise<void> {
    const questions: OpenQuestion[] = [];
    for (const question of questionsOf(report, this.#nameOf))
      if (!(await wasPrompted(question, this.#services.memory))) questions.push(question);
    const choices = await this.#answers(questions, report);
    if (choices.size > 0) await this.#runAlone({ choices, tell: this.#tell });
  }

  async #answers(
    questions: readonly OpenQuestion[],
    report: MigrationReport,
  ): Promise<ReadonlyMap<string, Choice>> {
    const choices = new Map<string, Choice>();
    // When a question is asked again, the editor closes an open message with the same text.
    for (const question of questions) {
      for (const [key, choice] of await askQuestion(question, () => this.#showReport(report)))
        choices.set(key, choice);
    }
    return choices;
  }

  async #show(
    text: string,
    actions: readonly string[],
    report?: MigrationReport,
  ): Promise<string | undefined> {
    const details = vscode.l10n.t('Show Report');
    const chosen = await showInformation(text, ...actions, ...(report ? [details] : []));
    if (chosen === details && report) this.#showReport(report);
    return chosen;
  }

  readonly #nameOf = (uuid: string) => this.#services.store.get(uuid)?.connectionId;

  /**
   * Shows one report at a time. The page is ours, because the preview of the editor's Markdown extension stays empty when
   * a document changes while it loads, and shows an error for a report when the editor has started again.
   */
  #showReport(report: MigrationReport): void {
    // The content of a new panel replaces nothing that is still loading.
    this.#page?.dispose();
    const title = l10n.t('Migration Report');
    this.#page = openPage({ type: 'service.migrationReport', title, commands: [] });
    this.#page.setContent(reportPage(report, this.#nameOf, this.#kept.list()));
  }

  async #run(options: RunOptions): Promise<MigrationReport | undefined> {
    const report = await migrate(this.#ports, { session: this.#session, ...options });
    if (report) await this.#kept.keep(rowsToKeep(report, this.#nameOf, this.#kept.list()));
    return report;
  }

  /** Runs for a user who waits for the result. The run at the start of this window may still be under way. */
  async #runAlone(options: RunOptions): Promise<MigrationReport> {
    const title = vscode.l10n.t('Moving connections out of the settings…');
    const work = () => this.#run({ ...options, waits: true });
    const report = await withProgress(title, work, { cancellable: false });
    if (!report) throw new Failure('busy', 'Another window migrates the settings');
    return report;
  }

  #inBackground(work: Promise<void>): void {
    work.catch(this.#services.reporting('migration of the settings'));
  }
}

/** Undefined when the run did not change anything. */
function summaryOf({ outcomes, removedBefore }: MigrationReport) {
  const migrated = outcomes.filter(({ outcome }) => outcome === 'migrated');
  const removed = outcomes.filter((outcome) => removalOf(outcome) === 'done').length + removedBefore;
  const waiting = outcomes.filter((outcome) => removalOf(outcome) === 'laterStart');
  const sentences: string[] = [];
  if (migrated.length > 0) {
    sentences.push(
      l10n.t('Connections moved from the settings to the Connected Mode view: {0}.', migrated.length),
    );
    if (waiting.length > 0)
      sentences.push(l10n.t('Tokens are removed from the settings the next time the editor starts.'));
  }
  if (removed > 0)
    sentences.push(
      l10n.t(
        'Connections removed from the settings: {0}. Copies of their tokens may remain in the local history and in Settings Sync, so revoke and renew these tokens.',
        removed,
      ),
    );
  if (sentences.length === 0) return undefined;
  const unreadable = outcomes.filter(
    (outcome) => outcome.outcome === 'refused' && outcome.reason.problem === 'malformed',
  );
  if (unreadable.length > 0)
    sentences.push(l10n.t('Entries skipped because they are not valid: {0}.', unreadable.length));
  // The user can have entries that wait for a later start removed now.
  return { text: sentences.join(' '), canRemoveNow: waiting.length > 0 };
}

function removalOf(outcome: MigrationOutcome): string | undefined {
  return outcome.outcome === 'refused' ? undefined : outcome.removal;
}
