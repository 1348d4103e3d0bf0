import { searchProjects, showProject, type Project } from '../../core/api/components.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import type { GateServices } from '../gates/gateServices.ts';

type ProjectServices = Pick<GateServices, 'apiFor' | 'log'>;

/** The projects that settings name or the user searches for. A window asks only once about an existing project. */
export class KnownProjects {
  readonly #services: ProjectServices;
  /** `absent`: the platform does not show the project. */
  readonly #answers = new Map<string, Project | 'absent'>();
  readonly #asking = new Map<string, Promise<void>>();

  constructor(services: ProjectServices) {
    this.#services = services;
  }

  /** Whether the platform shows the project; undefined without an answer. */
  has(connection: Connection, key: string): boolean | undefined {
    const answer = this.#answers.get(idOf(connection, key));
    return answer && answer !== 'absent';
  }

  nameOf(connection: Connection, key: string): string | undefined {
    const answer = this.#answers.get(idOf(connection, key));
    return answer === undefined || answer === 'absent' ? undefined : answer.name;
  }

  /** Forgets the missing projects, because a user who returns to the window may have created them. */
  forgetAbsent(): void {
    for (const [id, answer] of this.#answers) if (answer === 'absent') this.#answers.delete(id);
  }

  /** Resolves when the request has ended, with or without an answer. Does not reject when the platform fails. */
  async ask(connection: Connection, key: string): Promise<void> {
    const id = idOf(connection, key);
    if (this.#answers.has(id)) return;
    let asking = this.#asking.get(id);
    if (!asking) {
      asking = this.#ask(connection, key, id).finally(() => this.#asking.delete(id));
      this.#asking.set(id, asking);
    }
    await asking;
  }

  /** Returns the first projects whose name or key contains the text; empty when the platform does not answer. */
  async search(connection: Connection, text: string, signal: AbortSignal): Promise<readonly Project[]> {
    try {
      const api = await this.#services.apiFor(connection);
      if (!api) return [];
      const organization = organizationOf(connection);
      const { items } = await searchProjects(api.with({ signal }), { text, organization, pageSize: 50 });
      for (const project of items) this.#answers.set(idOf(connection, project.key), project);
      return items;
    } catch (error) {
      this.#logFailure(error);
      return [];
    }
  }

  async #ask(connection: Connection, key: string, id: string): Promise<void> {
    try {
      const api = await this.#services.apiFor(connection);
      if (api) this.#answers.set(id, await showProject(api, key));
    } catch (error) {
      if (Failure.is(error, 'notFound') || Failure.is(error, 'forbidden')) this.#answers.set(id, 'absent');
      else this.#logFailure(error);
    }
  }

  #logFailure(error: unknown): void {
    if (!Failure.is(error)) throw error;
    if (error.code !== 'cancelled') this.#services.log.debug(`Help in settings: ${error.message}`);
  }
}

function idOf({ uuid }: Connection, key: string): string {
  return `${uuid}/${key}`;
}
