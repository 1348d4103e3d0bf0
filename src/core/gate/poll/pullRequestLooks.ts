import { projectsPerRequest } from '../../api/measures.ts';
import type { Source } from '../model.ts';

/** How many polls do not ask again a platform that has no pull requests: it may get them with another licence. */
const pollsAfterRefusal = 30;

/**
 * Decides which projects a poll asks for a pull request of the checked-out branch. The platform lists pull requests of
 * one project only, so a poll looks at every hundredth project, in turn, and at branches that it never looked at. It
 * looks at all projects of a push or a manual check. A pull request that is known costs no look: its list replaces that
 * of the branches.
 */
export class PullRequestLooks {
  /** The last turn of each project, and the branches that its last look was for. */
  readonly #looks = new Map<string, { readonly number: number; readonly branches: ReadonlySet<string> }>();
  #count = 0;
  #pause = 0;
  #due: ReadonlySet<string> = new Set();

  /** Call when a poll begins. */
  begin(projects: ReadonlySet<string>, source: Source): void {
    if (this.#pause > 0) this.#pause--;
    const turnOf = (project: string) => this.#looks.get(project)?.number ?? 0;
    const oldestFirst = [...projects].sort((a, b) => turnOf(a) - turnOf(b));
    const budget = source === 'poll' ? Math.ceil(projects.size / projectsPerRequest) : projects.size;
    this.#due = new Set(oldestFirst.slice(0, budget));
  }

  /** Whether to ask for the pull requests of a project, because of these branches. */
  isDue(project: string, branches: readonly string[]): boolean {
    if (this.#pause > 0 || branches.length === 0) return false;
    const before = this.#looks.get(project);
    return this.#due.has(project) || branches.some((branch) => !before?.branches.has(branch));
  }

  /** Call for every project after its lists, so that each takes its turn, also one that needed no look. */
  end(project: string, branches: readonly string[], hasLooked: boolean): void {
    const before = this.#looks.get(project);
    if (!hasLooked && before && !this.#due.has(project)) return;
    this.#looks.set(project, {
      number: ++this.#count,
      branches: hasLooked ? new Set(branches) : (before?.branches ?? new Set()),
    });
  }

  /** Call when the platform does not know pull requests. */
  refuse(): void {
    this.#pause = pollsAfterRefusal;
  }
}
