import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Failure } from '../../core/failures.ts';
import { migrate, type MigrationOptions, type MigrationPorts } from '../../core/migration/migrate.ts';
import type { Choice, MigrationReport, MigrationOutcome } from '../../core/migration/report.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { Report } from '../host/commands.ts';
import type { ReportPanel } from './reportPanel.ts';
import type { KeptRows } from './keptRows.ts';
import { reportPage, rowsToKeep, type ConnectionNameOf } from './reportPage.ts';
import type { PromptMemory } from './wasPrompted.ts';
import { askQuestion, questionsOf, type OpenQuestion } from './questions.ts';

interface SettingsMigrationOptions {
  readonly ports: MigrationPorts;
  /** Identifies this start of the editor. */
  readonly session: string;
  readonly nameOf: ConnectionNameOf;
  readonly wasPrompted: PromptMemory;
  readonly kept: Pick<KeptRows, 'list' | 'keep'>;
  readonly panel: Pick<ReportPanel, 'show'>;
  readonly report: Report;
}

type RunOptions = Omit<MigrationOptions, 'session'>;

/** Moves legacy connections out of the settings and reports the result to the user. */
export class SettingsMigration {
  readonly #options: SettingsMigrationOptions;

  constructor(options: SettingsMigrationOptions) {
    this.#options = options;
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
    const choices = await this.#answers(questionsOf(report, this.#options.nameOf), report);
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
    for (const question of questionsOf(report, this.#options.nameOf))
      if (!(await this.#options.wasPrompted(question))) questions.push(question);
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

  #showReport(report: MigrationReport): void {
    const { panel, nameOf, kept } = this.#options;
    panel.show(reportPage(report, nameOf, kept.list()));
  }

  async #run(options: RunOptions): Promise<MigrationReport | undefined> {
    const { ports, session, kept, nameOf } = this.#options;
    const report = await migrate(ports, { session, ...options });
    if (report) await kept.keep(rowsToKeep(report, nameOf, kept.list()));
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
    work.catch((error: unknown) => this.#options.report(error, 'migration of the settings'));
  }
}

interface Summary {
  readonly text: string;
  /** Whether entries wait in the settings for a later start. The user can then have them removed now. */
  readonly canRemoveNow: boolean;
}

/** Returns the result of a run in one to three sentences; undefined when the run did not change anything. */
function summaryOf({ outcomes, removedBefore }: MigrationReport): Summary | undefined {
  const migrated = outcomes.filter(({ outcome }) => outcome === 'migrated');
  const removed = outcomes.filter((outcome) => removalOf(outcome) === 'done').length + removedBefore;
  const waiting = outcomes.filter((outcome) => removalOf(outcome) === 'laterStart');
  const sentences = [
    ...(migrated.length > 0
      ? [l10n.t('Connections moved from the settings to the Connected Mode view: {0}.', migrated.length)]
      : []),
    ...(migrated.length > 0 && waiting.length > 0
      ? [l10n.t('Tokens are removed from the settings the next time the editor starts.')]
      : []),
    ...(removed > 0
      ? [
          l10n.t(
            'Connections removed from the settings: {0}. Copies of their tokens may remain in the local history and in Settings Sync, so revoke and renew these tokens.',
            removed,
          ),
        ]
      : []),
  ];
  if (sentences.length === 0) return undefined;
  const unreadable = outcomes.filter(
    (outcome) => outcome.outcome === 'refused' && outcome.reason.problem === 'malformed',
  );
  if (unreadable.length > 0)
    sentences.push(l10n.t('Entries skipped because they are not valid: {0}.', unreadable.length));
  return { text: sentences.join(' '), canRemoveNow: waiting.length > 0 };
}

function removalOf(outcome: MigrationOutcome): string | undefined {
  return outcome.outcome === 'refused' ? undefined : outcome.removal;
}
