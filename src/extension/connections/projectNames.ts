import * as z from 'zod/mini';
import type { Api } from '../../core/api/client.ts';
import { showProject } from '../../core/api/components.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { StateMemory } from '../host/serialMemento.ts';

interface ProjectNamesOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  /** Stores the names beyond the life of a window, for a start during which the platform does not answer. */
  readonly memory: StateMemory;
  readonly log: Log;
}

/** The number of names that are stored. A user sees the projects of a few workspaces, so older names are dropped. */
const mostRemembered = 500;
const memoryKey = 'projectNames';
const remembered = z.array(z.tuple([z.string(), z.string()]));

/**
 * The names of bound projects. A window requests each name once.
 *
 * Until the platform answers, `of` returns the name that an earlier window stored. It returns undefined without such a
 * name, and the caller shows the key of the project.
 */
export class ProjectNames implements Disposable {
  readonly #options: ProjectNamesOptions;
  readonly #changed: Emitter<void>;
  readonly #names: Map<string, string>;
  readonly #asked = new Set<string>();

  constructor(options: ProjectNamesOptions) {
    this.#options = options;
    this.#names = new Map(remembered.safeParse(options.memory.get(memoryKey)).data);
    this.#changed = new Emitter((error) => {
      options.log.error(`Listener of project names: ${messageOf(error)}`);
    });
  }

  get onDidChange() {
    return this.#changed.event;
  }

  of(uuid: string, project: string): string | undefined {
    return this.#names.get(keyOf(uuid, project));
  }

  /** Stores a name that another answer of the platform contained. */
  learn(uuid: string, project: string, name: string): void {
    if (this.of(uuid, project) === name) return;
    const key = keyOf(uuid, project);
    // The newest names are last.
    this.#names.delete(key);
    this.#names.set(key, name);
    this.#remember();
    this.#changed.fire();
  }

  /** Requests the name of a project, unless this window has already requested it. */
  async ask(connection: Connection, project: string): Promise<void> {
    const key = keyOf(connection.uuid, project);
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const api = await this.#options.apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'no token');
      this.learn(connection.uuid, project, (await showProject(api, project)).name);
    } catch (error) {
      if (!Failure.is(error)) throw error;
      // The next call tries again, except for a project that the platform does not show to this account.
      if (error.code !== 'notFound' && error.code !== 'forbidden') this.#asked.delete(key);
      this.#options.log.debug(`Name of ${project}: ${error.message}`);
    }
  }

  #remember(): void {
    const newest = [...this.#names].slice(-mostRemembered);
    const { memory, log } = this.#options;
    memory.update(memoryKey, newest).then(undefined, (error: unknown) => {
      log.warn(`Names of projects could not be stored: ${messageOf(error)}`);
    });
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

function keyOf(uuid: string, project: string): string {
  return `${uuid}/${project}`;
}
