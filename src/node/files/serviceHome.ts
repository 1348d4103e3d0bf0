import { join } from 'node:path';
import { variable } from '../environment.ts';

/** The files of service-cli, all below `~/.service/service-cli`; `SERVICE_HOME` moves `~/.service`. */
export interface ServiceHome {
  readonly directory: string;
  /** Copies of the programs that the hooks run, one folder per version. */
  readonly bin: string;
  /** Login marker and the record of installed features. */
  readonly state: string;
  /** Journal of a run that changes several files. It exists only during such a run, or after the run was killed. */
  readonly journal: string;
  /** The policies of projects that the user agreed to. */
  readonly policyConsents: string;
  /** The token, on a machine without a keyring and with the user's consent. */
  readonly token: string;
  /** Secrets, encrypted with a passphrase, on a machine without a keyring. */
  readonly encryptedSecrets: string;
  /** The settings of the network. */
  readonly config: string;
  /** The user's settings for hooks. */
  readonly hooks: string;
  /** When each hook was called last, and what it answered. */
  readonly calls: string;
  /** Record of the accepted webhook deliveries. */
  readonly deliveries: string;
}

/**
 * Returns the paths of the files of service-cli: below SERVICE_HOME, otherwise below `~/.service`. It creates nothing.
 */
export function serviceHome(env: NodeJS.ProcessEnv): ServiceHome {
  const directory = join(variable(env, 'SERVICE_HOME') ?? join(homeOf(env), '.service'), 'service-cli');
  return {
    directory,
    bin: join(directory, 'bin'),
    state: join(directory, 'state.json'),
    journal: join(directory, 'unfinished.json'),
    policyConsents: join(directory, 'policies.json'),
    token: join(directory, 'token.json'),
    encryptedSecrets: join(directory, 'secrets.json'),
    config: join(directory, 'config.json'),
    hooks: join(directory, 'hooks.json'),
    calls: join(directory, 'calls'),
    deliveries: join(directory, 'deliveries'),
  };
}

/** Returns the user's home folder, from the variable or else from the system's user database. */
export function homeOf(env: NodeJS.ProcessEnv): string {
  const named = variable(env, process.platform === 'win32' ? 'USERPROFILE' : 'HOME');
  // Loaded only here, because every run of a hook would pay for an import. Not `homedir()`, which accepts an empty
  // variable.
  return named ?? process.getBuiltinModule('node:os').userInfo().homedir;
}

/** Written beside copies of our programs: a `package.json` in a folder above could turn them into ES modules, which do not run. */
export const commonJsPackage = { name: 'package.json', text: '{ "type": "commonjs" }\n' } as const;
