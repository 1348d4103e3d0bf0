import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Connection } from '../../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import { Failure, messageOf } from '../../../core/failures.ts';
import { readGateDetails } from '../../../core/gate/details.ts';
import type { GateJournal } from '../../../core/gate/gateJournal.ts';
import { gateKey, isPullRequest, type GateId } from '../../../core/gate/model.ts';
import type { CommandId } from '../../host/commandTable.ts';
import type { Settings } from '../../host/settings.ts';
import { failureTexts } from '../../ui/failureTexts.ts';
import { commandAddress } from '../../ui/hover.ts';
import { openPage } from '../../ui/page.ts';
import type { GateServices } from '../gateServices.ts';
import { listIssues } from './issues.ts';
import { detailsPage } from './page.ts';
import type { DetailsPage } from './pageContent.ts';

interface DetailsPanelsOptions extends Pick<
  GateServices,
  'apiFor' | 'baseUrlOf' | 'isBound' | 'onDidChange' | 'log'
> {
  readonly journal: Pick<GateJournal, 'changes' | 'gateOf' | 'nameOf'>;
  readonly settings: Pick<Settings, 'read'>;
}

/** The gate to show. `branch` is the branch of the gate; undefined for the main branch. */
interface DetailsTarget extends GateId {
  readonly connection: Connection;
}

const refreshCommand: CommandId = 'service.showGateDetails';
const problemsCommand: CommandId = 'service.showGateIssues';
const fixCommand: CommandId = 'service.fixGate';
const coverageCommand: CommandId = 'service.showGateCoverage';
/** This command is not in package.json, because it needs the numbers that a link of a page passes. */
const openIssueCommand = 'service.gateDetails.openIssue';
const openIssueArguments = z.tuple([z.number(), z.number()]);
const requestTimeoutMs = 12_000;

export class DetailsPanels implements Disposable {
  readonly #options: DetailsPanelsOptions;
  readonly #scope = new DisposableStore();
  readonly #panels = new Map<string, DetailsPanel>();
  #nextId = 0;

  constructor(options: DetailsPanelsOptions) {
    this.#options = options;
    this.#scope.add(
      options.onDidChange(() => {
        for (const panel of this.#panels.values()) panel.follow();
      }),
    );
    this.#scope.add(
      vscode.commands.registerCommand(openIssueCommand, async (...numbers: unknown[]) => {
        const { data } = openIssueArguments.safeParse(numbers);
        const panel = data && [...this.#panels.values()].find(({ id }) => id === data[0]);
        await panel?.openIssue(data?.[1] ?? -1);
      }),
    );
  }

  /** Shows at once what the journal knows. Resolves when the platform has answered or failed. */
  async show(target: DetailsTarget): Promise<void> {
    const key = `${target.connection.uuid}\n${gateKey(target)}`;
    const panel =
      this.#panels.get(key) ??
      new DetailsPanel(this.#options, this.#nextId++, target, () => this.#panels.delete(key));
    this.#panels.set(key, panel);
    await panel.show(target);
  }

  dispose(): void {
    this.#scope.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

class DetailsPanel implements Disposable {
  /** Distinguishes the panels of this window in links. */
  readonly id: number;
  readonly #options: DetailsPanelsOptions;
  #target: DetailsTarget;
  readonly #page: ReturnType<typeof openPage>;
  readonly #disposal = new AbortController();
  #question = new AbortController();
  #live: DetailsPage['live'] = { state: 'loading' };
  #shown = '';
  /** The gate as the journal had it when the details were last requested. */
  #asked = '';

  constructor(options: DetailsPanelsOptions, id: number, target: DetailsTarget, onDispose: () => void) {
    this.#options = options;
    this.id = id;
    this.#target = target;
    this.#page = openPage({
      type: 'service.gateDetails',
      title: vscode.l10n.t('Quality gate of {0}', this.#name),
      commands: [refreshCommand, problemsCommand, fixCommand, coverageCommand, openIssueCommand],
    });
    this.#page.onDidDispose(() => {
      this.#disposal.abort();
      onDispose();
    });
  }

  /** Reads the details again. `target` is the same gate, whose connection may have been edited since the last call. */
  async show(target: DetailsTarget): Promise<void> {
    this.#target = target;
    this.#page.reveal();
    await this.#ask();
  }

  async openIssue(index: number): Promise<void> {
    const { connection, project, branch } = this.#target;
    const listed = this.#live.state === 'read' ? listIssues(this.#live.details.conditions) : [];
    const issueKey = listed[index]?.issue.key;
    if (issueKey === undefined) return;
    const argument = { uuid: connection.uuid, projectKey: project, branch, open: { issueKey } };
    await vscode.commands.executeCommand(problemsCommand, argument);
  }

  follow(): void {
    if (this.#asked === this.#known) this.#render();
    else void this.#ask();
  }

  dispose(): void {
    this.#page.dispose();
  }

  get #name(): string {
    const { connection, project } = this.#target;
    return this.#options.journal.nameOf(connection.uuid, project) ?? project;
  }

  get #changes() {
    const { connection, project, branch } = this.#target;
    return this.#options.journal
      .changes()
      .filter(
        (change) =>
          change.connection === connection.uuid && change.project === project && change.branch === branch,
      )
      .toReversed();
  }

  get #known(): string {
    const { connection, project, branch } = this.#target;
    return JSON.stringify(this.#options.journal.gateOf(connection.uuid, project, branch));
  }

  /** Reads the details; aborts a running request. Never rejects: the page shows the reason of a failure. */
  async #ask(): Promise<void> {
    this.#question.abort();
    const { signal } = (this.#question = new AbortController());
    this.#asked = this.#known;
    const { state } = this.#live;
    // Details that were read before stay on the page until newer ones arrive.
    if (state === 'failed') this.#live = { state: 'loading' };
    this.#render();
    const { apiFor, log } = this.#options;
    const { connection, project, branch } = this.#target;
    try {
      const api = await apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'There is no token');
      const both = AbortSignal.any([signal, this.#disposal.signal]);
      const bound = api.with({ signal: both, timeoutMs: requestTimeoutMs });
      const details = await readGateDetails(bound, { project, branch }, log);
      if (signal.aborted) return;
      this.#live = { state: 'read', details, at: Date.now() };
    } catch (error) {
      if (signal.aborted || Failure.is(error, 'cancelled')) return;
      log.info(`Details of a gate: ${messageOf(error)}`);
      const failure = Failure.is(error)
        ? error
        : new Failure('malformed', messageOf(error), { cause: error });
      this.#live = { state: 'failed', reason: failureTexts[failure.code](failure) };
    }
    this.#render();
  }

  #render(): void {
    if (this.#disposal.signal.aborted) return;
    const { journal, baseUrlOf, isBound, settings } = this.#options;
    const { connection, project, branch } = this.#target;
    const { gate } = journal.gateOf(connection.uuid, project, branch);
    const argument = { uuid: connection.uuid, projectKey: project, branch };
    const hasFolder = isBound(connection.uuid, project);
    const page = detailsPage({
      projectKey: project,
      projectName: this.#name,
      branch,
      connectionName: connection.connectionId,
      baseUrl: baseUrlOf(connection),
      status: gate?.status,
      since: gate?.since,
      changes: this.#changes,
      live: this.#live,
      refresh: commandAddress(refreshCommand, argument),
      showProblems: hasFolder ? commandAddress(problemsCommand, argument) : undefined,
      fix: commandAddress(fixCommand, argument),
      showCoverage: hasFolder ? commandAddress(coverageCommand, argument) : undefined,
      // Each issue of a pull request is on new code.
      showsOnlyNewCode: settings.read('service.issues.scope') === 'newCode' && !isPullRequest(branch),
      openIssue: hasFolder ? (index) => commandAddress(openIssueCommand, this.id, index) : undefined,
    });
    // A page whose content is replaced loses its scroll position and its focus.
    if (page.text === this.#shown) return;
    this.#shown = page.text;
    this.#page.setContent(page);
  }
}
