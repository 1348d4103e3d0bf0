import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, sep } from 'node:path';
import { Failure } from '../../core/failures.ts';
import { variable } from '../environment.ts';
import { isAtOrBelow, isOwn, partsInside, realFile, topFolder } from './realPath.ts';

/** Returns the paths of the files of service-cli in its directory. */
function filesIn(directory: string) {
  // Hooks ask several times, and `join` reads every character again.
  const at = (name: string) => directory + sep + name;
  return {
    directory,
    /** Copies of the programs that the hooks run, one folder per version. */
    bin: at('bin'),
    /** Login marker and the record of installed features. */
    state: at('state.json'),
    /** Journal of a run that changes several files. It exists only during such a run, or after the run was killed. */
    journal: at('unfinished.json'),
    /** The policies of projects that the user agreed to. */
    policyConsents: at('policies.json'),
    /** The token, on a machine without a keyring and with the user's consent. */
    token: at('token.json'),
    /** Secrets, encrypted with a passphrase, on a machine without a keyring. */
    encryptedSecrets: at('secrets.json'),
    /** The names of the secrets that `service-cli run` gives to programs. */
    secretNames: at('secret-names.json'),
    /** The settings of the network. */
    config: at('config.json'),
    /** The user's settings for hooks. */
    hooks: at('hooks.json'),
    /** The key under which masked values get their numbers. */
    maskKey: at('mask.key'),
    /** When each hook was called last, and what it answered. */
    calls: at('calls'),
    /** What hooks have denied and masked, without any value. */
    decisions: at('decisions'),
    /** What agents were told at the ends of their turns, one file per session. */
    turns: at('turns'),
    /** Record of the accepted webhook deliveries. */
    deliveries: at('deliveries'),
  };
}

export type ServiceHome = Readonly<ReturnType<typeof filesIn>>;

/**
 * Returns the paths of the files of service-cli: below SERVICE_HOME, otherwise below `~/.service`. It creates nothing.
 *
 * @param open Folders that are open, besides the working directory.
 * @throws {Failure} `storage` for a folder that a repository or another user can fill: the hooks run programs from it,
 *   and it holds the user's consents.
 */
export function serviceHome(env: NodeJS.ProcessEnv, open: readonly string[] = []): ServiceHome {
  const chosen = variable(env, 'SERVICE_HOME');
  const base = chosen ?? join(homeOf(env), '.service');
  const cwd = process.cwd();
  let flaw = flawOfFolder(base, [cwd, ...open]);
  // The user's home folder may itself be open. Finding it takes long without its variable, and most folders have no flaw.
  if (flaw !== undefined && cwd === homeOf(env)) flaw = flawOfFolder(base, open);
  if (flaw !== undefined) {
    const name = chosen === undefined ? homeVariable : 'SERVICE_HOME';
    throw new Failure(
      'storage',
      `${base} cannot hold the files of service-cli: ${flaw}. Change ${name}: use an absolute path below your home folder and outside of every project`,
    );
  }
  return filesIn(join(base, 'service-cli'));
}

/** Returns the user's home folder, from the variable or else from the system's user database. */
export function homeOf(env: NodeJS.ProcessEnv): string {
  // Not `homedir()`, which accepts an empty variable.
  return variable(env, homeVariable) ?? profileOf();
}

const homeVariable = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';

/** Returns the home folder in the system's user database, which no variable changes. */
function profileOf(): string {
  // Loaded only here, because a run of a hook would pay for an import.
  return process.getBuiltinModule('node:os').userInfo().homedir;
}

/** The facts that decide about a folder, besides the disk; tests describe another machine. */
interface FolderOwner {
  readonly platform: NodeJS.Platform;
  readonly profile: () => string;
  readonly program: string | undefined;
}

const thisUser: FolderOwner = { platform: process.platform, profile: profileOf, program: process.argv[1] };

/**
 * Returns why a repository or another user may have filled a folder, as the end of a sentence; otherwise undefined. The
 * folder need not exist.
 *
 * @param open Folders that are open.
 */
export function flawOfFolder(
  path: string,
  open: readonly string[],
  { platform, profile, program }: FolderOwner = thisUser,
): string | undefined {
  if (!isAbsolute(path)) return 'its path is relative';
  const real = realFile(path);
  if (real === undefined) return 'it is a link that leads nowhere, or a folder above it cannot be read';
  // An installed hook runs from the folder that was checked when it was installed.
  const runs = program === undefined ? undefined : realFile(program);
  if (runs !== undefined && partsInside(join(real, 'service-cli'), runs)) return undefined;
  if (platform === 'win32' && !isAtOrBelow(profile(), real))
    return 'it is outside of your profile, so others may read it';
  const around = open
    .map(realFile)
    .find((folder) => folder !== undefined && !isTop(folder) && isAtOrBelow(folder, real));
  const project = around ?? topFolder(real);
  if (project !== undefined && real !== realFile(join(profile(), '.service')))
    return `it is inside the project ${project}`;
  const owner = statSync(real, { bigint: true, throwIfNoEntry: false })?.uid;
  return owner === undefined || owner === 0n || isOwn(owner) ? undefined : 'it belongs to another user';
}

const isTop = (folder: string): boolean => dirname(folder) === folder;

/** Written beside copies of our programs: a `package.json` in a folder above could turn them into ES modules, which do not run. */
export const commonJsPackage = { name: 'package.json', text: '{ "type": "commonjs" }\n' } as const;
