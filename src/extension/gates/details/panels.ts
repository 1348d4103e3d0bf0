import * as vscode from 'vscode';
import type { Api } from '../../../core/api/client.ts';
import type { Connection } from '../../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../../core/disposables.ts';
import type { Event } from '../../../core/events.ts';
import { Failure, messageOf } from '../../../core/failures.ts';
import { readGateDetails } from '../../../core/gate/details.ts';
import type { GateMonitor } from '../../../core/gate/monitor.ts';
import { gateKey, type GateId } from '../../../core/gate/subject.ts';
import type { Log } from '../../../core/log.ts';
import type { CommandId } from '../../host/commandTable.ts';
import { failureTexts } from '../../ui/failureTexts.ts';
import { openPage, type Page } from '../../ui/page.ts';
import { detailsPage, type DetailsPage } from './page.ts';

interface DetailsPanelsOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly baseUrlOf: (connection: Connection) => string;
  readonly nameOf: (uuid: string, project: string) => string | undefined;
  readonly monitor: Pick<GateMonitor, 'changes' | 'gateOf'>;
  readonly onDidChange: Event<void>;
  readonly log: Log;
}

/** Whose gate is shown; `branch` is the one that counts, undefined for the main one. */
interface DetailsTarget extends GateId {
  readonly connection: Connection;
}

const refreshCommand: CommandId = 'service.showGateDetails';
const requestTimeoutMs = 12_000;

/** One panel for each gate that somebody looks into. */
export class DetailsPanels implements Disposable {
  readonly #options: DetailsPanelsOptions;
  readonly #scope = new DisposableStore();
  readonly #panels = new Map<string, DetailsPanel>();

  constructor(options: DetailsPanelsOptions) {
    this.#options = options;
    this.#scope.add(
      options.onDidChange(() => {
        for (const panel of this.#panels.values()) panel.follow();
      }),
    );
  }

  /** Shows what is known at once, and resolves when the platform has been asked. */
  async show(target: DetailsTarget): Promise<void> {
    const key = `${target.connection.uuid}\n${gateKey(target)}`;
    const panel =
      this.#panels.get(key) ?? new DetailsPanel(this.#options, target, () => this.#panels.delete(key));
    this.#panels.set(key, panel);
    await panel.show(target);
  }

  dispose(): void {
    this.#scope.dispose();
    for (const panel of [...this.#panels.values()]) panel.dispose();
  }
}

class DetailsPanel implements Disposable {
  readonly #options: DetailsPanelsOptions;
  #target: DetailsTarget;
  readonly #page: Page;
  readonly #disposal = new AbortController();
  /** The question that is under way. */
  #question = new AbortController();
  #live: DetailsPage['live'] = { state: 'loading' };
  #shown = '';
  /** What the journal said when the platform was last asked. */
  #asked = '';

  constructor(options: DetailsPanelsOptions, target: DetailsTarget, onDispose: () => void) {
    this.#options = options;
    this.#target = target;
    this.#page = openPage({
      type: 'service.gateDetails',
      title: vscode.l10n.t('Quality gate of {0}', this.#name),
      commands: [refreshCommand],
    });
    this.#page.onDidDispose(() => {
      this.#disposal.abort();
      onDispose();
    });
  }

  /** @param target the same gate; its connection may have been edited since */
  async show(target: DetailsTarget): Promise<void> {
    this.#target = target;
    this.#page.reveal();
    await this.#ask();
  }

  /** The journal may say something new of this gate. */
  follow(): void {
    if (this.#asked === this.#known) this.#render();
    else void this.#ask();
  }

  dispose(): void {
    this.#page.dispose();
  }

  get #name(): string {
    const { connection, project } = this.#target;
    return this.#options.nameOf(connection.uuid, project) ?? project;
  }

  get #changes() {
    const { connection, project, branch } = this.#target;
    return this.#options.monitor
      .changes()
      .filter(
        (change) =>
          change.connection === connection.uuid && change.project === project && change.branch === branch,
      )
      .toReversed();
  }

  get #known(): string {
    const { connection, project, branch } = this.#target;
    return JSON.stringify(this.#options.monitor.gateOf(connection.uuid, project, branch));
  }

  /** In the place of a question that is under way. Never rejects: why the platform did not answer stands on the page. */
  async #ask(): Promise<void> {
    this.#question.abort();
    const { signal } = (this.#question = new AbortController());
    this.#asked = this.#known;
    const { state } = this.#live;
    // What is shown stays until there is something newer.
    if (state === 'failed') this.#live = { state: 'loading' };
    this.#render();
    const { apiFor, log } = this.#options;
    const { connection, project, branch } = this.#target;
    try {
      const api = await apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'There is no token');
      const call = {
        signal: AbortSignal.any([signal, this.#disposal.signal]),
        timeoutMs: requestTimeoutMs,
      };
      const details = await readGateDetails({ api, gate: { project, branch }, call, log });
      if (signal.aborted) return;
      this.#live = { state: 'read', details, at: Date.now() };
    } catch (error) {
      if (signal.aborted || Failure.is(error, 'cancelled')) return;
      log.info(`Details of a gate: ${messageOf(error)}`);
      const failure = Failure.is(error)
        ? error
        : new Failure('malformed', messageOf(error), { cause: error });
      this.#live = { state: 'failed', reason: failureTexts[failure.code].text(failure) };
    }
    this.#render();
  }

  #render(): void {
    if (this.#disposal.signal.aborted) return;
    const { monitor, baseUrlOf } = this.#options;
    const { connection, project, branch } = this.#target;
    const { gate } = monitor.gateOf(connection.uuid, project, branch);
    const argument = { uuid: connection.uuid, projectKey: project, branch };
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
      refresh: `command:${refreshCommand}?${encodeURIComponent(JSON.stringify([argument]))}`,
    });
    // A page that is set anew loses its place and its focus.
    if (page.text === this.#shown) return;
    this.#shown = page.text;
    this.#page.setContent(page);
  }
}
