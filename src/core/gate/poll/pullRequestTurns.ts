import { projectsPerRequest } from '../../api/measures.ts';
import type { Source } from '../model.ts';

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
