import { organizationOf } from '../../core/connections/connection.ts';
import { gateKey } from '../../core/gate/model.ts';
import { ProjectFindings } from '../../core/issues/projectFindings.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { BoundProject } from './boundFiles.ts';

interface FindingStoreOptions extends Pick<GateServices, 'apiFor' | 'clock' | 'log'> {
  readonly isNewCodeOnly: () => boolean;
}

/** The findings of all projects of this window, each project once. */
export class FindingStore {
  readonly #options: FindingStoreOptions;
  readonly #projects = new Map<string, { version: string | undefined; readonly findings: ProjectFindings }>();

  constructor(options: FindingStoreOptions) {
    this.#options = options;
  }

  /** Returns a key that changes when the findings of the project may be others than before. */
  keyOf(project: BoundProject): string {
    return `${this.#idOf(project)}\n${project.version ?? ''}`;
  }

  /** Returns the findings of the project. After a change of its gate, they are read again. */
  of(project: BoundProject): ProjectFindings {
    const { apiFor, isNewCodeOnly, clock, log } = this.#options;
    const { connection, version, root: _root, openedFolder: _opened, ...gate } = project;
    const id = this.#idOf(project);
    const known = this.#projects.get(id);
    if (known) {
      // The first observation of a gate is not a change.
      if (known.version !== undefined && known.version !== version) known.findings.forget();
      known.version = version;
      return known.findings;
    }
    const organization = organizationOf(connection);
    const findings = new ProjectFindings({
      api: () => apiFor(connection),
      scope: { ...gate, organization, newCode: isNewCodeOnly() },
      clock,
      log,
    });
    this.#projects.set(id, { version, findings });
    return findings;
  }

  #idOf({ connection, ...gate }: BoundProject): string {
    return [connection.uuid, gateKey(gate), String(this.#options.isNewCodeOnly())].join('\n');
  }
}
