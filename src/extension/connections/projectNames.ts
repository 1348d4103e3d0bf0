import type { Memento } from 'vscode';
import * as z from 'zod/mini';
import type { Api } from '../../core/api/client.ts';
import { showProject } from '../../core/api/components.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';

interface ProjectNamesOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  /** Where names outlive the window: for a start at which the platform does not answer. */
  readonly memory: Pick<Memento, 'get' | 'update'>;
  readonly log: Log;
}

/** A user sees the projects of a few workspaces; older names are forgotten. */
const mostRemembered = 500;
const memoryKey = 'projectNames';
const remembered = z.array(z.tuple([z.string(), z.string()]));

/**
 * Names of bound projects, asked for once in the life of a window. Until the platform answers, the name of an earlier
 * window is used; without any the key has to do.
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

  /** A name that came along with something else. */
  learn(uuid: string, project: string, name: string): void {
    if (this.of(uuid, project) === name) return;
    const key = keyOf(uuid, project);
    // The newest are last.
    this.#names.delete(key);
    this.#names.set(key, name);
    this.#remember();
    this.#changed.fire();
  }

  /** Asks where nobody has asked yet. */
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
      // Another time the platform may answer; a project that it does not show stays without a name.
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
