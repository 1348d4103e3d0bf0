import type { Api } from '../../core/api/client.ts';
import { showProject } from '../../core/api/components.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { type Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';

export interface ProjectNamesOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly log: Log;
}

/** Names of bound projects, asked for once in the life of a window. Where there is no answer, the key has to do. */
export class ProjectNames implements Disposable {
  readonly #options: ProjectNamesOptions;
  readonly #changed: Emitter<void>;
  readonly #names = new Map<string, string>();
  readonly #asked = new Set<string>();

  constructor(options: ProjectNamesOptions) {
    this.#options = options;
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
    this.#names.set(keyOf(uuid, project), name);
    this.#changed.fire();
  }

  /** Asks where nobody has asked yet. */
  async ask(connection: Connection, project: string): Promise<void> {
    const key = keyOf(connection.uuid, project);
    if (this.#names.has(key) || this.#asked.has(key)) return;
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

  dispose(): void {
    this.#changed.dispose();
  }
}

function keyOf(uuid: string, project: string): string {
  return `${uuid}/${project}`;
}
