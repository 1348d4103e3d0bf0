import { listBranches, type Branch } from '../../api/branches.ts';
import type { Api, CallOptions } from '../../api/client.ts';
import { showProject } from '../../api/components.ts';
import { searchDeveloperEvents, type DeveloperEvent } from '../../api/developerEvents.ts';
import { projectsPerRequest, searchGateStatuses } from '../../api/measures.ts';
import { getProjectGate, type GateStatus, type ProjectGate } from '../../api/qualityGates.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure } from '../../failures.ts';
import type { Log } from '../../log.ts';
import { eventQuery, GateEvents, sightingsOf } from '../events.ts';
import type { ConnectionRecord, HiddenGate } from '../journal/journal.ts';
import { issuesOf, type IssueSighting } from './newIssues.ts';
import { brokenAnswers, isOneOf, judged, refusals, showstoppers, type Ask } from './pollFailures.ts';
import type { ProjectSighting } from './pollResult.ts';
import {
  everyBranch,
  gateKey,
  type ChangeDetails,
  type FailingCondition,
  type GateId,
  type Observation,
  type Source,
} from '../subject.ts';

/** Absent projects that one poll asks for by name; the rest waits for the next poll. */
const lookupsPerPoll = 100;
/** How long a project that the platform does not show is left alone, milliseconds. */
const hiddenPauseMs = 10 * 60_000;
/** Requests of one poll for conditions and names: nobody reads more in one recap. */
const explanationsPerPoll = 40;

interface PollInput {
  readonly api: Api;
  readonly connection: Connection;
  readonly gates: readonly GateId[];
  /** The journal's record as it was before the first request. */
  readonly known: ConnectionRecord | undefined;
  readonly source: Source;
  readonly asksEvents: boolean;
  /**
   * Rises with each poll, and chooses whose events are asked for before the statuses: with more projects than fit into
   * one request each is asked every few polls, because events bring new issues and the cause of a change, not the change.
   * Undefined: a push named the projects, whose events are asked for after the statuses, so that a change is not late.
   */
  readonly eventTurn: number | undefined;
  readonly ask: Ask;
  readonly now: () => number;
  readonly log: Log;
}

/** Something a poll learned, to be entered at once: what comes later may fail. */
export interface PollStep {
  readonly observations?: readonly Observation[];
  readonly hidden?: readonly HiddenGate[];
  readonly projects?: readonly ProjectSighting[];
  /** Undefined: events were not asked for. */
  readonly events?: 'answered' | Failure;
  readonly newIssues?: readonly IssueSighting[];
}

/**
 * Asks for all gates of a connection, one request at a time: events of some projects, then all statuses, then what
 * explains each change. Events are marked as seen only where the status came after them, or was explained by them:
 * otherwise the event of a later change would be taken for an old one.
 * @throws the `Failure` that ended it
 */
export async function* poll(input: PollInput): AsyncGenerator<PollStep, void, void> {
  try {
    yield* new Poll(input).run();
  } catch (error) {
    throw await judged(error, input);
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
  /** The last question for events was answered. */
  #hasEvents = false;
  /** Projects that were asked for events, and answered. */
  readonly #askedForEvents = new Set<string>();
  readonly #seenGates: GateId[] = [];
  #lookups = lookupsPerPoll;
  readonly #names = new Map<string, string>();
  /** Projects whose main branch is asked for. */
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
      projects: sightingsOf(this.#seenEvents),
      ...(withEvents.length > 0 && { newIssues: issuesOf(this.#events, withEvents) }),
    };
  }

  /** The projects whose turn it is, and those without a baseline. */
  #turnOf(projects: ReadonlySet<string>, turn: number): readonly string[] {
    const { known } = this.#input;
    const seen = new Set([...(known?.gates ?? []), ...(known?.hidden ?? [])].map(({ project }) => project));
    const turns = batches([...projects].sort());
    const chosen = turns[turn % turns.length] ?? [];
    return [...new Set([...chosen, ...[...projects].filter((project) => !seen.has(project))])];
  }

  /** Asks for the statuses of all gates. A broken answer costs the projects of its request; it is thrown at the end. */
  async *#askAllStatuses(): AsyncGenerator<PollStep, void, void> {
    const { gates } = this.#input;
    const byBranch = new Set(gates.flatMap(({ project, branch }) => (branch === undefined ? [] : [project])));
    for (const { project, branch } of gates) if (branch === undefined) this.#mains.add(project);
    const steps = [
      ...[...byBranch].map((project) => () => this.#askBranches(project)),
      // Only the branches tell for which projects the main one counts.
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

  /** Events only explain, so their failure is not the poll's. @param options `isSeen`: they are marked as seen */
  async *#askEvents(
    projects: readonly string[],
    { isSeen = true }: { readonly isSeen?: boolean } = {},
  ): AsyncGenerator<PollStep, void, void> {
    if (!this.#mayAskEvents || projects.length === 0) return;
    const { api, ask, log } = this.#input;
    this.#hasEvents = false;
    try {
      for (const batch of batches(projects)) {
        const queries = batch.map((project) => eventQuery(project, this.#records.get(project)));
        const events = await ask((options) => searchDeveloperEvents(api, queries, options));
        this.#gateEvents.add(events);
        this.#events.push(...events);
        if (isSeen) this.#seenEvents.push(...events);
        for (const project of batch) this.#askedForEvents.add(project);
      }
      this.#hasEvents = true;
      yield { events: 'answered' };
    } catch (error) {
      const verdict = await judged(error, this.#input);
      if (!Failure.is(verdict) || verdict !== error || isOneOf(verdict, showstoppers)) throw verdict;
      this.#mayAskEvents = false;
      if (isOneOf(verdict, refusals)) yield { events: verdict };
      else log.debug(`No events this time: ${verdict.message}`);
    }
  }

  /** Which of the wanted branches the platform has, and their gates. For the others, the main branch counts. */
  async *#askBranches(project: string): AsyncGenerator<PollStep, void, void> {
    const wanted = this.#input.gates.filter((gate) => gate.project === project).map(({ branch }) => branch);
    const isWanted = ({ name }: Branch) => wanted.includes(name) || wanted.includes(everyBranch);
    const others = (await this.#readBranches(project)).filter(({ isMain }) => !isMain);
    const found = others.filter(isWanted);
    const names = new Set<string | undefined>(found.map(({ name }) => name));
    if (wanted.some((branch) => branch !== undefined && !names.has(branch))) this.#mains.add(project);
    const changed = found.filter(({ name, gate = 'NONE' }) =>
      this.#isChange({ project, branch: name }, gate),
    );
    yield* this.#lookForCauses(changed.map(({ name }) => ({ project, branch: name })));
    const observations: Observation[] = [];
    for (const { name, gate = 'NONE' } of found)
      observations.push(await this.#explained({ project, branch: name }, gate));
    const isGone = (branch: string | undefined) =>
      branch !== undefined && !names.has(branch) && this.#isShown({ project, branch });
    const hidden = wanted
      .filter(isGone)
      .map((branch) => ({ project, branch, code: 'notFound' as const, at: this.#input.now() }));
    yield { observations, hidden, projects: this.#namings() };
  }

  /** Where we may not see branches, or there is no project, the question is that of the main one. */
  async #readBranches(project: string): Promise<readonly Branch[]> {
    const { api, ask } = this.#input;
    try {
      return await ask((options) => listBranches(api, project, options));
    } catch (error) {
      const verdict = await judged(error, this.#input);
      if (verdict === error && isOneOf(error, refusals)) return [];
      throw verdict;
    }
  }

  async #explained(gate: GateId, status: GateStatus): Promise<Observation> {
    if (!this.#isChange(gate, status)) return this.#observation(gate, status);
    // The later answer is the truer one, should the two differ.
    const answer = (await this.#optional((options) => this.#readGate(gate, options))) ?? {
      status,
      conditions: [],
    };
    const details = await this.#detailsOf(gate, answer);
    return { ...this.#observation(gate, answer.status), details };
  }

  /** Seen before, and not known to be gone. */
  #isShown(gate: GateId): boolean {
    return this.#known.has(gateKey(gate)) && !this.#hidden.has(gateKey(gate));
  }

  async *#askStatuses(projects: readonly string[]): AsyncGenerator<PollStep, void, void> {
    if (projects.length === 0) return;
    const { api, ask } = this.#input;
    const statuses = await ask((options) => searchGateStatuses(api, projects, options));
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

  /** Absent is what was never analysed, deleted or forbidden. What we know to be so needs no second look, for a while. */
  #isKnownAbsence(project: string): boolean {
    const hidden = this.#hidden.get(project);
    if (hidden) return Math.abs(this.#input.now() - hidden.at) < hiddenPauseMs;
    return this.#known.get(project)?.status === 'NONE';
  }

  /** Asks for one gate by name, which tells apart what a list leaves out. */
  async *#lookUp(gate: GateId): AsyncGenerator<PollStep, void, void> {
    try {
      const answer = await this.#input.ask((options) => this.#readGate(gate, options));
      const isChange = this.#isChange(gate, answer.status);
      if (isChange) yield* this.#lookForCauses([gate]);
      const details = isChange ? await this.#detailsOf(gate, answer) : undefined;
      const observations = [{ ...this.#observation(gate, answer.status), details }];
      yield { observations, projects: this.#namings() };
    } catch (error) {
      const verdict = await judged(error, this.#input);
      if (!Failure.is(verdict) || verdict !== error) throw verdict;
      if (verdict.code !== 'notFound' && verdict.code !== 'forbidden') throw verdict;
      yield { hidden: [{ ...gate, code: verdict.code, at: this.#input.now() }] };
    }
  }

  /** All changes of one answer in one step, so that they can be told together. */
  async *#explainAll(changed: ReadonlyMap<string, GateStatus>): AsyncGenerator<PollStep, void, void> {
    yield* this.#lookForCauses([...changed.keys()].map((project) => ({ project })));
    const observations: Observation[] = [];
    for (const [project, status] of changed) observations.push(await this.#explained({ project }, status));
    yield { observations, projects: this.#namings() };
  }

  /**
   * Asks for the events of changes that no event explains yet, which tells an analysis from a change of an issue. Also
   * where events were asked for before: the analysis may have ended between the two requests.
   */
  async *#lookForCauses(changed: readonly GateId[]): AsyncGenerator<PollStep, void, void> {
    const unexplained = changed.filter((gate) => !this.#newEvent(gate));
    yield* this.#askEvents([...new Set(unexplained.map(({ project }) => project))]);
  }

  #namings(): readonly ProjectSighting[] {
    return [...this.#names].map(([key, name]) => ({ key, name }));
  }

  async #detailsOf(gate: GateId, { conditions }: ProjectGate): Promise<ChangeDetails> {
    const { api } = this.#input;
    if (this.#records.get(gate.project)?.name === undefined) {
      const shown = await this.#optional((options) => showProject(api, gate.project, options));
      if (shown) this.#names.set(gate.project, shown.name);
    }
    const event = this.#newEvent(gate);
    return {
      link: pageOf(api.baseUrl, gate),
      cause: event ? 'analysis' : this.#hasEvents ? 'issueChange' : undefined,
      analysedAt: event?.at,
      conditions: conditions.filter((condition) => condition.status === 'ERROR').map(failing),
    };
  }

  #newEvent(gate: GateId): DeveloperEvent | undefined {
    return this.#gateEvents.newOf(gate, this.#records.get(gate.project));
  }

  #readGate(gate: GateId, options: CallOptions): Promise<ProjectGate> {
    return getProjectGate(this.#input.api, gate, options);
  }

  /**
   * Conditions and names make a change worth reading; without them it is still one. The first failure ends the
   * explanations of this poll; whether it is the platform's, the requests that matter find out.
   */
  async #optional<T>(request: (options: CallOptions) => Promise<T>): Promise<T | undefined> {
    if (this.#explanations <= 0) return undefined;
    this.#explanations--;
    try {
      return await this.#input.ask(request);
    } catch (error) {
      if (!Failure.is(error) || error.code === 'cancelled') throw error;
      this.#input.log.debug(`Changes are told with less: ${error.message}`);
      this.#explanations = 0;
      return undefined;
    }
  }

  #observation(gate: GateId, status: GateStatus): Observation {
    const { connection, source, now } = this.#input;
    this.#seenGates.push(gate);
    return { ...gate, connection: connection.uuid, status, at: now(), source };
  }
}

function failing({
  metricKey,
  comparator,
  errorThreshold,
  actualValue,
}: ProjectGate['conditions'][number]): FailingCondition {
  return { metric: metricKey, comparator, threshold: errorThreshold, actual: actualValue };
}

/** Built here and not taken from the event: an answer does not choose where the person is sent. */
function pageOf(baseUrl: string, { project, branch }: GateId): string {
  const page = `${baseUrl}/dashboard?id=${encodeURIComponent(project)}`;
  return branch === undefined ? page : `${page}&branch=${encodeURIComponent(branch)}`;
}

function batches(projects: Iterable<string>): readonly string[][] {
  const items = [...projects];
  const count = Math.ceil(items.length / projectsPerRequest);
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * projectsPerRequest, (index + 1) * projectsPerRequest),
  );
}
