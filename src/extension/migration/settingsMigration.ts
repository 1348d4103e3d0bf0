import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { parse } from 'jsonc-parser';
import { Failure } from '../../core/failures.ts';
import { migrate, type MigrationOptions, type MigrationPorts } from '../../core/migration/migrate.ts';
import type { Choice, MigrationReport, MigrationOutcome } from '../../core/migration/report.ts';
import { withLockIfFree } from '../../node/files/locks/lock.ts';
import { processRun } from '../../node/process/processRun.ts';
import { ifPresent } from '../host/folders/workspaceFile.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { openPage, type Page } from '../ui/page.ts';
import { legacySettings, type ReadUserFile } from './legacySettings.ts';
import { keepRows, keptRows, wasPrompted } from './migrationMemory.ts';
import { reportPage, rowsToKeep } from './reportPage.ts';
import { askQuestion, questionsOf, type OpenQuestion } from './questions.ts';

type RunOptions = Omit<MigrationOptions, 'session'>;

/** A run reads and writes settings and secrets; most take less than a second. Milliseconds. */
const longestRunMs = 30_000;

export async function createMigration(services: ConnectionServices): Promise<SettingsMigration> {
  const { context, store, tokenStore, cloud, log } = services;
  const lock = vscode.Uri.joinPath(context.globalStorageUri, 'migration').fsPath;
  const ports: MigrationPorts = {
    settings: legacySettings(userSettingsFile(context.globalStorageUri)),
    store,
    tokenStore,
    secrets: context.secrets,
    log,
    cloud,
    newUuid: randomUUID,
    exclusively: (work, waits) => withLockIfFree(lock, work, waits ? longestRunMs : 0),
  };
  return new SettingsMigration(services, ports, await processRun(editorProcess()));
}

/** Moves legacy connections out of the settings and reports the result to the user. */
class SettingsMigration {
  readonly #services: ConnectionServices;
  readonly #ports: MigrationPorts;
  readonly #session: string;
  #page: Page | undefined;

  /** @param session Identifies this start of the editor. */
  constructor(services: ConnectionServices, ports: MigrationPorts, session: string) {
    this.#services = services;
    this.#ports = ports;
    this.#session = session;
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
    const nothing = l10n.t('There are no migrated connections to remove from the settings.');
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
    const remove = l10n.t('Remove Now');
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
    const details = l10n.t('Show Report');
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
    this.#page.setContent(reportPage(report, this.#nameOf, keptRows(this.#services.memory.global)));
  }

  async #run(options: RunOptions): Promise<MigrationReport | undefined> {
    const report = await migrate(this.#ports, { session: this.#session, ...options });
    const { global } = this.#services.memory;
    if (report) await keepRows(rowsToKeep(report, this.#nameOf, keptRows(global)), global);
    return report;
  }

  /** Runs for a user who waits for the result. The run at the start of this window may still be under way. */
  async #runAlone(options: RunOptions): Promise<MigrationReport> {
    const title = l10n.t('Moving connections out of the settings…');
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

/**
 * Returns the process id of the editor, which all its windows share. A desktop editor names it in `VSCODE_PID`; a
 * server is the parent process of every extension host.
 */
function editorProcess(): number {
  return Number(process.env.VSCODE_PID) || process.ppid;
}

/**
 * Returns a reader of the user's settings file on disk, beside the storage folder. It resolves with undefined without
 * the file, and with profiles, because the extension cannot tell which of their files is in use.
 */
function userSettingsFile(globalStorage: vscode.Uri): ReadUserFile {
  const user = vscode.Uri.joinPath(globalStorage, '../..');
  return async (key) => {
    const { fs } = vscode.workspace;
    try {
      const profiles = await ifPresent(() => fs.readDirectory(vscode.Uri.joinPath(user, 'profiles')));
      if (profiles && profiles.length > 0) return undefined;
      const text = new TextDecoder().decode(await fs.readFile(vscode.Uri.joinPath(user, 'settings.json')));
      const settings: unknown = parse(text, [], { allowTrailingComma: true });
      if (typeof settings !== 'object' || settings === null) return undefined;
      return { value: (settings as Readonly<Record<string, unknown>>)[key] };
    } catch (error) {
      if (error instanceof vscode.FileSystemError) return undefined;
      throw error;
    }
  };
}
