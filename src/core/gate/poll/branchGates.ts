import { listBranches, type Branch } from '../../api/branches.ts';
import type { Api } from '../../api/client.ts';
import { listPullRequests, type PullRequest } from '../../api/pullRequests.ts';
import type { GateStatus } from '../../api/qualityGates.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure, isOneOf, refusals } from '../../failures.ts';
import type { ConnectionRecord } from '../journal/journal.ts';
import { everyBranch, isPullRequest, pullRequestName, type GateId, type Source } from '../model.ts';
import { failureToReport, type SendRequest } from './pollFailures.ts';
import { projectsPerRequest } from '../../api/measures.ts';

interface BranchGatesInput {
  readonly connection: Connection;
  /** All watched gates. */
  readonly gates: readonly GateId[];
  readonly known: ConnectionRecord | undefined;
  readonly pullRequests: PullRequestTurns;
  readonly ask: SendRequest;
  /** Whether the gate was seen before and is not known to be gone. */
  readonly isShown: (gate: GateId) => boolean;
}

/** The gates of a project's watched branches that the platform has. */
interface BranchGates {
  /** `branch` as in `GateId`; `head`: of a pull request, the branch that it merges. */
  readonly listed: readonly {
    readonly branch: string;
    readonly head?: string;
    readonly status: GateStatus;
  }[];
  /** Branches and pull requests that were seen before. */
  readonly gone: readonly string[];
  /** Whether the platform does not have one of the branches, so that the gate of the main branch is used. */
  readonly needsMain: boolean;
}

/**
 * Asks for the gates of the watched branches of a project: for each, the gate of the pull request that merges it, else
 * its own. Known pull requests are requested first, because a project whose branches all have one needs no other list.
 * @throws the `Failure` of a list
 */
export async function findBranchGates(input: BranchGatesInput, project: string): Promise<BranchGates> {
  const own = input.gates.filter((gate) => gate.project === project);
  const wanted = own.flatMap(({ branch }) => branch ?? []);
  const heads = wanted.filter((branch) => branch !== everyBranch);
  const known = new Map(heads.flatMap((head) => pullRequestOf(input, project, head)));
  let pulls = known.size > 0 ? await readPullRequests(input, project) : undefined;
  let merged = mergedBy(pulls, [...known.keys()]);
  let branches: readonly Branch[] | undefined;
  if (wanted.some((branch) => !merged.has(branch))) {
    branches = await readBranches(input, project);
    // A pull request from another repository may have the name of the main branch.
    const main = branches.find(({ isMain }) => isMain)?.name;
    const candidates = heads.filter((head) => head !== main);
    if (!pulls && input.pullRequests.isDue(project, candidates))
      pulls = await readPullRequests(input, project);
    merged = mergedBy(pulls, candidates);
  }
  input.pullRequests.end(project, heads, pulls !== undefined);
  const isWanted = ({ name, isMain }: Branch) =>
    !isMain &&
    !isPullRequest(name) &&
    (wanted.includes(everyBranch) || (wanted.includes(name) && !merged.has(name)));
  const others = branches
    ?.filter(isWanted)
    .map(({ name, gate = 'NONE' }) => ({ branch: name, status: gate }));
  const listed = [...merged.values(), ...(others ?? [])];
  const names = new Set(listed.map(({ branch }) => branch));
  const formerPulls = pulls ? [...known.values()] : [];
  const formerBranches = branches ? wanted.filter((branch) => !merged.has(branch)) : [];
  const isGone = (branch: string) => !names.has(branch) && input.isShown({ project, branch });
  return {
    listed,
    gone: [...formerPulls, ...formerBranches].filter(isGone),
    needsMain: wanted.some((branch) => !names.has(branch) && !merged.has(branch)),
  };
}

/** Returns the branch with the pull request whose gate counts for it, as far as the journal knows. */
function pullRequestOf(
  { known, isShown }: BranchGatesInput,
  project: string,
  head: string,
): readonly (readonly [head: string, name: string])[] {
  const gate = known?.gates.find((one) => one.project === project && one.head === head);
  return gate?.branch !== undefined && isShown(gate) ? [[head, gate.branch]] : [];
}

async function readBranches(input: BranchGatesInput, project: string): Promise<readonly Branch[]> {
  return listOrNone(input, (api) => listBranches(api, project));
}

async function readPullRequests(input: BranchGatesInput, project: string): Promise<readonly PullRequest[]> {
  return listOrNone(input, async (api) => {
    const listed = await listPullRequests(api, project);
    if (listed) return listed;
    // A server that starts does not know the action either.
    const unknown = new Failure('notFound', 'The platform has no pull requests');
    const failure = await failureToReport(unknown, input);
    if (failure !== unknown) throw failure;
    input.pullRequests.refuse();
    return [];
  });
}

/** Returns a list, empty if it is forbidden or the project does not exist: the poll then asks for the main branch. */
async function listOrNone<T>(
  input: BranchGatesInput,
  list: (api: Api) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  try {
    return await input.ask(list);
  } catch (error) {
    const failure = await failureToReport(error, input);
    if (failure === error && isOneOf(error, refusals)) return [];
    throw failure;
  }
}

/** Returns the newest analysed pull request that merges each branch: the one with the greatest number. */
function mergedBy(
  pulls: readonly PullRequest[] | undefined,
  heads: readonly string[],
): ReadonlyMap<string, BranchGates['listed'][number]> {
  const newestFirst = [...(pulls ?? [])].sort((a, b) => b.key.localeCompare(a.key, 'en', { numeric: true }));
  const found = new Map<string, BranchGates['listed'][number]>();
  for (const { key, branch: head, base, status } of newestFirst) {
    if (head === undefined || head === base || !heads.includes(head) || found.has(head)) continue;
    if (status?.qualityGateStatus === undefined) continue;
    found.set(head, { branch: pullRequestName(key), head, status: status.qualityGateStatus });
  }
  return found;
}

/** How many polls do not ask again a platform that has no pull requests: it may get them with another licence. */
const pollsAfterRefusal = 30;

/**
 * Decides for which projects a poll requests the pull requests, to find that of the checked-out branch. The platform
 * lists those of one project only. So a poll requests them for every hundredth project, in turn, and for branches that
 * are new. A push and a manual check request them for all projects. A known pull request costs no further request: the
 * list of pull requests then replaces that of the branches.
 */
export class PullRequestTurns {
  /** The last turn of each project, and the branches that its last request was for. */
  readonly #turns = new Map<string, { readonly number: number; readonly branches: ReadonlySet<string> }>();
  #count = 0;
  #pause = 0;
  #due: ReadonlySet<string> = new Set();

  /** Call when a poll begins. */
  begin(projects: ReadonlySet<string>, source: Source): void {
    if (this.#pause > 0) this.#pause--;
    const turnOf = (project: string) => this.#turns.get(project)?.number ?? 0;
    const oldestFirst = [...projects].sort((a, b) => turnOf(a) - turnOf(b));
    const budget = source === 'poll' ? Math.ceil(projects.size / projectsPerRequest) : projects.size;
    this.#due = new Set(oldestFirst.slice(0, budget));
  }

  /** Whether to ask for the pull requests of a project, because of these branches. */
  isDue(project: string, branches: readonly string[]): boolean {
    if (this.#pause > 0 || branches.length === 0) return false;
    const before = this.#turns.get(project);
    return this.#due.has(project) || branches.some((branch) => !before?.branches.has(branch));
  }

  /** Call for every project after its lists, so that each takes its turn, also one that needed no request. */
  end(project: string, branches: readonly string[], hasAsked: boolean): void {
    const before = this.#turns.get(project);
    if (!hasAsked && before && !this.#due.has(project)) return;
    this.#turns.set(project, {
      number: ++this.#count,
      branches: hasAsked ? new Set(branches) : (before?.branches ?? new Set()),
    });
  }

  /** Call when the platform does not know pull requests. */
  refuse(): void {
    this.#pause = pollsAfterRefusal;
  }
}
