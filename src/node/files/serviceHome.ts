import { join } from 'node:path';
import { variable } from '../process/environment.ts';

/** The files of service-cli, all below `~/.service/service-cli`; `SERVICE_HOME` moves `~/.service`. */
export interface ServiceHome {
  readonly directory: string;
  /** Copies of what the hooks run, one folder per version. */
  readonly bin: string;
  /** Login marker and the record of what is installed where. */
  readonly state: string;
  /** What a run that changes several files has begun; there only while one is at it, or when it was killed. */
  readonly journal: string;
  /** The policies of projects that the user agreed to. */
  readonly policyConsents: string;
  /** The token, where there is no keyring and the person agreed. */
  readonly token: string;
  /** Record of the webhook deliveries that were taken. */
  readonly deliveries: string;
}

export function serviceHome(env: NodeJS.ProcessEnv): ServiceHome {
  const directory = join(variable(env, 'SERVICE_HOME') ?? join(homeOf(env), '.service'), 'service-cli');
  return {
    directory,
    bin: join(directory, 'bin'),
    state: join(directory, 'state.json'),
    journal: join(directory, 'unfinished.json'),
    policyConsents: join(directory, 'policies.json'),
    token: join(directory, 'token.json'),
    deliveries: join(directory, 'deliveries'),
  };
}

/** The person's home; where no variable names it, what the system's user database says. */
export function homeOf(env: NodeJS.ProcessEnv): string {
  const named = variable(env, process.platform === 'win32' ? 'USERPROFILE' : 'HOME');
  // Loaded when it is asked only: every run of a hook would pay for it. Not `homedir()`, which believes an empty variable.
  return named ?? process.getBuiltinModule('node:os').userInfo().homedir;
}
