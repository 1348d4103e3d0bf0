import { join } from 'node:path';
import { agentsCommand } from '../../../../src/cli/commands/agents.ts';
import { answering, type CliOptions, type CliRun, eachHardFolder, runCli } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put } from '../../../support/tempFolder.ts';

interface ScrubOptions {
  readonly agrees?: boolean;
  /** Runs while the user reads the question. */
  readonly meanwhile?: (() => void | Promise<void>) | undefined;
}

/** Makes an empty home folder for each test of a `describe`, in which `agents audit` runs. */
export function eachAuditedHome() {
  let home: string;
  eachHardFolder((folder) => (home = folder));
  const inHome = (path = ''): string => join(home, path);
  const auditWith = (options: Partial<CliOptions>, ...args: string[]): Promise<CliRun> =>
    runCli(['agents', 'audit', ...args], {
      rows: [agentsCommand],
      cwd: home,
      env: homeVariables(home),
      ...options,
    });
  return {
    inHome,
    /** Writes a file of the home. Returns its absolute path. */
    put: (path: string, content: string | Buffer): string => put(inHome(path), content),
    auditWith,
    audit: (...args: string[]): Promise<CliRun> => auditWith({}, ...args),
    scrub: ({ agrees = true, meanwhile }: ScrubOptions = {}): Promise<CliRun> => {
      const prompts = answering({
        async agree() {
          await meanwhile?.();
          return agrees;
        },
      });
      return auditWith({ prompts }, '--scrub');
    },
  };
}
