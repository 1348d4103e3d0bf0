import { organizationOf } from '../../core/connections/connection.ts';
import { gateKey } from '../../core/gate/model.ts';
import { ProjectFindings } from '../../core/issues/projectFindings.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';

interface FindingStoreOptions extends Pick<GateServices, 'apiFor' | 'clock' | 'log'> {
  readonly isNewCodeOnly: () => boolean;
}

export class FindingStore {
  readonly #options: FindingStoreOptions;
  /** `version`: the status of the gate. */
  readonly #projects = new Map<string, { version: string | undefined; readonly findings: ProjectFindings }>();

  constructor(options: FindingStoreOptions) {
    this.#options = options;
  }

  /** Returns a key that changes when the findings of the project may be others than before. */
  keyOf(gate: FolderGate): string {
    return `${this.#idOf(gate)}\n${gate.gate.status ?? ''}`;
  }

  /** Returns the findings of the project. After a change of its gate, they are read again. */
  of(gate: FolderGate): ProjectFindings {
    const { apiFor, isNewCodeOnly, clock, log } = this.#options;
    const { connection, projectKey: project } = gate;
    const { status: version, branch } = gate.gate;
    const id = this.#idOf(gate);
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
      scope: { project, branch, organization, newCode: isNewCodeOnly() },
      clock,
      log,
    });
    this.#projects.set(id, { version, findings });
    return findings;
  }

  #idOf({ connection, projectKey: project, gate: { branch } }: FolderGate): string {
    return [connection.uuid, gateKey({ project, branch }), String(this.#options.isNewCodeOnly())].join('\n');
  }
}
