import { join } from 'node:path';
import { agentsCommand } from '../../../../src/cli/commands/agents.ts';
import { answering, type CliOptions, type CliRun, inTempFolder, runCli } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put } from '../../../support/tempFolder.ts';

/** An empty home folder, and the audit of it. */
export interface AuditedHome {
  readonly folder: string;
  /** Writes a file of the home. Returns its absolute path. */
  readonly put: (path: string, content: string | Buffer) => string;
  readonly audit: (...args: string[]) => Promise<CliRun>;
  readonly auditWith: (options: Partial<CliOptions>, ...args: string[]) => Promise<CliRun>;
}

export function withHome(use: (home: AuditedHome) => Promise<void> | void): Promise<void> {
  return inTempFolder((folder) => {
    const auditWith: AuditedHome['auditWith'] = (options, ...args) =>
      runCli(['agents', 'audit', ...args], {
        rows: [agentsCommand],
        cwd: folder,
        env: homeVariables(folder),
        ...options,
      });
    return use({
      folder,
      put: (path, content) => put(join(folder, path), content),
      audit: (...args) => auditWith({}, ...args),
      auditWith,
    });
  });
}

interface ScrubbedHome extends AuditedHome {
  /** `meanwhile` runs while the user reads the question. */
  readonly scrub: (options?: {
    agrees?: boolean;
    meanwhile?: (() => void | Promise<void>) | undefined;
  }) => Promise<CliRun>;
}

export function withScrub(use: (home: ScrubbedHome) => Promise<void>): Promise<void> {
  return withHome((home) =>
    use({
      ...home,
      scrub({ agrees = true, meanwhile } = {}) {
        const prompts = answering({
          async agree() {
            await meanwhile?.();
            return agrees;
          },
        });
        return home.auditWith({ prompts }, '--scrub');
      },
    }),
  );
}
