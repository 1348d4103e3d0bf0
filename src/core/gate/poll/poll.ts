import type { Api } from '../../api/client.ts';
import { showProject } from '../../api/components.ts';
import { searchDeveloperEvents, type DeveloperEvent } from '../../api/developerEvents.ts';
import { projectsPerRequest, searchGateStatuses } from '../../api/measures.ts';
import { gatePage, type GateStatus, getProjectGate, type ProjectGate } from '../../api/qualityGates.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure, isOneOf, refusals } from '../../failures.ts';
import type { Log } from '../../log.ts';
import { findBranchGates, type PullRequestTurns } from './branchGates.ts';
import { eventQuery, GateEvents, projectObservationsOf } from './gateEvents.ts';
import type { ConnectionRecord, HiddenGate } from '../journal/journal.ts';
import { issuesOf, type IssueObservation } from './newIssues.ts';
import { brokenAnswers, failureToReport, fatalFailures, type SendRequest } from './pollFailures.ts';
import type { ProjectObservation } from './pollResult.ts';
import {
  gateKey,
  gateQuery,
  isPullRequest,
  type ChangeDetails,
  type FailingCondition,
  type GateId,
  type GateObservation,
  type Source,
} from '../model.ts';

/** How many absent projects one poll asks for by name. The others wait for the next poll. */
const lookupsPerPoll = 100;
/** How long the poller does not look again for a project that the platform does not show, milliseconds. */
const hiddenPauseMs = 10 * 60_000;
/** How many requests one poll sends for conditions and names. Users do not read more than that in one summary. */
const explanationsPerPoll = 40;

interface PollInput {
  readonly baseUrl: string;
  readonly connection: Connection;
  readonly gates: readonly GateId[];
  /** The connection's record in the journal before the first request. */
  readonly known: ConnectionRecord | undefined;
  readonly source: Source;
  readonly asksEvents: boolean;
  /**
   * Rises with each poll of all gates and selects the projects that are asked for events before the statuses. If there
   * are more projects than fit into one request, each is asked every few polls, because events bring new issues and the
   * cause of a change, not the change.
   *
   * Undefined: a push named the projects. Their events are asked for after the statuses, so that a change is not late.
   */
  readonly eventTurn: number | undefined;
  readonly pullRequests: PullRequestTurns;
  readonly ask: SendRequest;
  readonly now: () => number;
  readonly log: Log;
}

/** One result of a poll. The caller must enter it at once, because later requests may fail. */
export interface PollStep {
  readonly observations?: readonly GateObservation[];
  readonly hidden?: readonly HiddenGate[];
  readonly projects?: readonly ProjectObservation[];
  /** Whether the platform gave events, or why it refuses them. Undefined: the poll has learned neither. */
  readonly events?: 'answered' | Failure;
  readonly newIssues?: readonly IssueObservation[];
}

/**
 * Asks for all gates of a connection, one request at a time: events of some projects, then all statuses, then the
 * explanation of each change. Events are marked as seen only if the status was read after them, or if they explained
 * it. Otherwise the event of a later change would be taken for an old one.
 * @throws the `Failure` that ended the poll
 */
export async function* poll(input: PollInput): AsyncGenerator<PollStep, void, void> {
  try {
    yield* new Poll(input).run();
  } catch (error) {
    throw await failureToReport(error, input);
  }
}

class Poll {
  readonly #input: PollInput;
  readonly #records: ReadonlyMap<string, ConnectionRecord['projects'][number]>;
  readonly #known: ReadonlyMap<string, ConnectionRecord['gates'][number]>;
  readonly #hidden: ReadonlyMap<string, HiddenGate>;
  readonly #gateEvents = new GateEvents();
  readonly #events: DeveloperEvent[] = [];
  readonly #seenEvents: DeveloperEvent[] = [];
  #mayAskEvents: boolean;
  /** Whether the last request for events was answered. */
  #hasEvents = false;
  /** The projects for which a request for events was answered. */
  readonly #askedForEvents = new Set<string>();
  readonly #seenGates: GateId[] = [];
  #lookups = lookupsPerPoll;
  readonly #mains = new Set<string>();
  #explanations = explanationsPerPoll;

  constructor(input: PollInput) {
    this.#input = input;
    this.#mayAskEvents = input.asksEvents;
    this.#records = new Map(input.known?.projects.map((project) => [project.key, project]));
    this.#known = new Map(input.known?.gates.map((gate) => [gateKey(gate), gate]));
    this.#hidden = new Map(input.known?.hidden.map((gate) => [gateKey(gate), gate]));
  }

  async *run(): AsyncGenerator<PollStep, void, void> {
    const { gates, eventTurn } = this.#input;
    const projects = new Set(gates.map(({ project }) => project));
    if (eventTurn !== undefined) yield* this.#askEvents(this.#turnOf(projects, eventTurn));
    yield* this.#askAllStatuses();
    const later = eventTurn === undefined ? [...projects] : [];
    yield* this.#askEvents(
      later.filter((project) => !this.#askedForEvents.has(project)),
      { isSeen: false },
    );
    const withEvents = this.#seenGates.filter(({ project }) => this.#askedForEvents.has(project));
    yield {
      projects: projectObservationsOf(this.#seenEvents),
      ...(withEvents.length > 0 && { newIssues: issuesOf(this.#events, withEvents) }),
    };
  }

  /** Returns the projects whose turn it is, and those without a baseline. */
  #turnOf(projects: ReadonlySet<string>, turn: number): readonly string[] {
    const { known } = this.#input;
    const seen = new Set([...(known?.gates ?? []), ...(known?.hidden ?? [])].map(({ project }) => project));
    const turns = batches([...projects].sort());
    const chosen = turns[turn % turns.length] ?? [];
    return [...new Set([...chosen, ...[...projects].filter((project) => !seen.has(project))])];
  }

  /** Asks for all statuses. A broken answer affects only its request's projects; its failure is thrown at the end. */
  async *#askAllStatuses(): AsyncGenerator<PollStep, void, void> {
    const { gates } = this.#input;
    const byBranch = new Set(gates.flatMap(({ project, branch }) => (branch === undefined ? [] : [project])));
    for (const { project, branch } of gates) if (branch === undefined) this.#mains.add(project);
    this.#input.pullRequests.begin(byBranch, this.#input.source);
    const steps = [
      ...[...byBranch].map((project) => () => this.#askBranches(project)),
      // Only the answers about branches show for which projects the main branch counts, so the filter runs late.
      ...batches(new Set(gates.map(({ project }) => project))).map(
        (batch) => () => this.#askStatuses(batch.filter((project) => this.#mains.has(project))),
      ),
    ];
    let failure: Failure | undefined;
    for (const step of steps) {
      try {
        yield* step();
      } catch (error) {
        if (!Failure.is(error) || !isOneOf(error, brokenAnswers)) throw error;
        failure ??= error;
      }
    }
    if (failure) throw failure;
  }

  /**
   * Asks for the events of projects. Changes are found without events, so the poll continues if it cannot get them,
   * unless other requests would fail too.
   */
  async *#askEvents(
    projects: readonly string[],
    { isSeen = true }: { readonly isSeen?: boolean } = {},
  ): AsyncGenerator<PollStep, void, void> {
    if (!this.#mayAskEvents || projects.length === 0) return;
    const { ask, log } = this.#input;
    this.#hasEvents = false;
    try {
      for (const batch of batches(projects)) {
        const queries = batch.map((project) => eventQuery(project, this.#records.get(project)));
        const events = await ask((api) => searchDeveloperEvents(api, queries));
        this.#gateEvents.add(events);
        this.#events.push(...events);
        if (isSeen) this.#seenEvents.push(...events);
        for (const project of batch) this.#askedForEvents.add(project);
      }
      this.#hasEvents = true;
      yield { events: 'answered' };
    } catch (error) {
      const failure = await failureToReport(error, this.#input);
      if (!Failure.is(failure) || failure !== error || isOneOf(failure, fatalFailures)) throw failure;
      this.#mayAskEvents = false;
      if (isOneOf(failure, refusals)) yield { events: failure };
      else log.debug(`No events this time: ${failure.message}`);
    }
  }

  /** Asks for the gates of the wanted branches. If the platform does not have one, asks for the main branch. */
  async *#askBranches(project: string): AsyncGenerator<PollStep, void, void> {
    const isShown = (gate: GateId) => this.#isShown(gate);
    const { listed, gone, needsMain } = await findBranchGates({ ...this.#input, isShown }, project);
    if (needsMain) this.#mains.add(project);
    const changed = listed.filter(({ branch, status }) => this.#isChange({ project, branch }, status));
    // An analysis of a pull request causes no event.
    const explainable = changed.filter(({ branch }) => !isPullRequest(branch));
    yield* this.#askForCauses(explainable.map(({ branch }) => ({ project, branch })));
    const observations: GateObservation[] = [];
    for (const { branch, head, status } of listed)
      observations.push({ ...(await this.#explained({ project, branch }, status)), head });
    const at = this.#input.now();
    const hidden = gone.map((branch) => ({ project, branch, code: 'notFound' as const, at }));
    yield { observations, hidden, projects: await this.#namesOf(changed.length > 0 ? [project] : []) };
  }

  async #explained(gate: GateId, status: GateStatus): Promise<GateObservation> {
    if (!this.#isChange(gate, status)) return this.#observation(gate, status);
    // If the two answers differ, the later one is used.
    const answer = (await this.#optional((api) => getProjectGate(api, gateQuery(gate)))) ?? {
      status,
      conditions: [],
    };
    const details = this.#detailsOf(gate, answer);
    return { ...this.#observation(gate, answer.status), details };
  }

  #isShown(gate: GateId): boolean {
    return this.#known.has(gateKey(gate)) && !this.#hidden.has(gateKey(gate));
  }

  async *#askStatuses(projects: readonly string[]): AsyncGenerator<PollStep, void, void> {
    if (projects.length === 0) return;
    const { ask } = this.#input;
    const statuses = await ask((api) => searchGateStatuses(api, projects));
    const changed = new Map([...statuses].filter(([project, status]) => this.#isChange({ project }, status)));
    const same = [...statuses].filter(([project]) => !changed.has(project));
    yield { observations: same.map(([project, status]) => this.#observation({ project }, status)) };
    if (changed.size > 0) yield* this.#explainAll(changed);
    const absent = projects.filter((project) => !statuses.has(project) && !this.#isKnownAbsence(project));
    for (const project of absent) {
      if (this.#lookups-- > 0) yield* this.#lookUp({ project });
    }
  }

  #isChange(gate: GateId, status: GateStatus): boolean {
    const known = this.#known.get(gateKey(gate));
    return known !== undefined && known.status !== status;
  }

  /** Whether the project was never analysed, or was deleted or forbidden at a look less than `hiddenPauseMs` ago. */
  #isKnownAbsence(project: string): boolean {
    const hidden = this.#hidden.get(project);
    if (hidden) return Math.abs(this.#input.now() - hidden.at) < hiddenPauseMs;
    return this.#known.get(project)?.status === 'NONE';
  }

  /** Asks for one gate by name, which shows why a list leaves it out. */
  async *#lookUp(gate: GateId): AsyncGenerator<PollStep, void, void> {
    try {
      const answer = await this.#input.ask((api) => getProjectGate(api, gateQuery(gate)));
      const isChange = this.#isChange(gate, answer.status);
      if (isChange) yield* this.#askForCauses([gate]);
      const details = isChange ? this.#detailsOf(gate, answer) : undefined;
      const observations = [{ ...this.#observation(gate, answer.status), details }];
      yield { observations, projects: await this.#namesOf(isChange ? [gate.project] : []) };
    } catch (error) {
      const failure = await failureToReport(error, this.#input);
      if (!Failure.is(failure) || failure !== error) throw failure;
      if (failure.code !== 'notFound' && failure.code !== 'forbidden') throw failure;
      yield { hidden: [{ ...gate, code: failure.code, at: this.#input.now() }] };
    }
  }

  /** Explains the changes of one answer and yields all in one step, so that they can be shown together. */
  async *#explainAll(changed: ReadonlyMap<string, GateStatus>): AsyncGenerator<PollStep, void, void> {
    yield* this.#askForCauses([...changed.keys()].map((project) => ({ project })));
    const observations: GateObservation[] = [];
    for (const [project, status] of changed) observations.push(await this.#explained({ project }, status));
    yield { observations, projects: await this.#namesOf(changed.keys()) };
  }

  /**
   * Asks for the events of changes that no event explains yet, which distinguishes an analysis from a change of an
   * issue. It does so even if the events were asked for before, because the analysis may have ended between the two
   * requests.
   */
  async *#askForCauses(changed: readonly GateId[]): AsyncGenerator<PollStep, void, void> {
    const unexplained = changed.filter((gate) => !this.#newEvent(gate));
    yield* this.#askEvents([...new Set(unexplained.map(({ project }) => project))]);
  }

  /** Asks for the names of projects with a change, which may have been renamed since the last one. */
  async #namesOf(projects: Iterable<string>): Promise<readonly ProjectObservation[]> {
    const named: ProjectObservation[] = [];
    for (const key of projects) {
      const shown = await this.#optional((api) => showProject(api, key));
      if (shown) named.push({ key, name: shown.name });
    }
    return named;
  }

  #detailsOf(gate: GateId, { status, conditions }: ProjectGate): ChangeDetails {
    const event = this.#newEvent(gate);
    // Without an event, an issue has changed; but pull requests have no events at all.
    const mayTellCause = this.#hasEvents && !isPullRequest(gate.branch);
    return {
      link: gatePage(this.#input.baseUrl, gateQuery(gate)),
      cause: event ? 'analysis' : mayTellCause ? 'issueChange' : undefined,
      analysedAt: event?.at,
      // The journal knows which of them made a gate fail that has passed.
      conditions: conditions.filter((one) => status === 'OK' || one.status === 'ERROR').map(noted),
    };
  }

  #newEvent(gate: GateId): DeveloperEvent | undefined {
    return this.#gateEvents.newOf(gate, this.#records.get(gate.project));
  }

  /**
   * Sends a request for details that make a change worth reading. A change is reported without them too, so the first
   * failure ends the explanations of this poll. If the platform itself fails, the requests for statuses show it.
   * @returns undefined after a failure or too many requests
   * @throws `cancelled`
   */
  async #optional<T>(request: (api: Api) => Promise<T>): Promise<T | undefined> {
    if (this.#explanations <= 0) return undefined;
    this.#explanations--;
    try {
      return await this.#input.ask(request);
    } catch (error) {
      if (!Failure.is(error) || error.code === 'cancelled') throw error;
      this.#input.log.debug(`Changes are shown without some details: ${error.message}`);
      this.#explanations = 0;
      return undefined;
    }
  }

  #observation(gate: GateId, status: GateStatus): GateObservation {
    const { connection, source, now } = this.#input;
    this.#seenGates.push(gate);
    return { ...gate, connection: connection.uuid, status, at: now(), source };
  }
}

function noted({
  metricKey,
  comparator,
  errorThreshold,
  actualValue,
}: ProjectGate['conditions'][number]): FailingCondition {
  return { metric: metricKey, comparator, threshold: errorThreshold, actual: actualValue };
}

function batches(projects: Iterable<string>): readonly string[][] {
  const items = [...projects];
  const count = Math.ceil(items.length / projectsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * projectsPerRequest, (index + 1) * projectsPerRequest),
  );
}
