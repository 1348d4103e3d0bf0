import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { RequestPaths } from '../../../agents/request/requestPaths.ts';
import { neutralBrand } from '../../../core/brand.ts';
import type { Http } from '../../../core/http.ts';
import { noLog } from '../../../core/log.ts';
import { type CliState, readState, rememberedKey } from '../../../node/credentials/cliState.ts';
import { type Credential, findCredential } from '../../../node/credentials/credentials.ts';
import { secretPlaces } from '../../../node/credentials/findSecretPlace.ts';
import { findKeyring } from '../../../node/credentials/keyring.ts';
import { variable } from '../../../node/environment.ts';
import type { ServiceHome } from '../../../node/files/serviceHome.ts';
import { createHttp } from '../../../node/http/createHttp.ts';
import { createNetwork } from '../../../node/network/network.ts';
import { findProject } from '../../project/findProject.ts';

export interface HookEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** The folder that the editor names as open. */
  readonly folder: string | undefined;
  readonly bin: string;
  /** Milliseconds after which the hook answers with what is there, network and keyring included. */
  readonly deadlineMs?: number;
}

export interface PlatformAccess {
  readonly credential: Credential;
  readonly http: Http;
  readonly log: typeof noLog;
}

export async function openPlatform(
  { env, bin }: HookEnvironment,
  home: ServiceHome,
  { login }: CliState,
): Promise<PlatformAccess | undefined> {
  const place = secretPlaces(env, home, keyringModule(bin));
  // An address without a token does not keep the gate of the login from the session.
  const named = variable(env, neutralBrand.environment.token) === undefined ? {} : env;
  const credential = await findCredential({ env: named, login, place });
  if ('problem' in credential) return undefined;
  const network = createNetwork({
    env: networkVariables(env, credential.platform.baseUrl),
    configFile: home.config,
    place,
  });
  return { credential, http: createHttp(network), log: noLog };
}

export async function projectOf(folder: string | undefined, home: ServiceHome) {
  if (folder === undefined) return undefined;
  const { state } = await readState(home.state);
  const { root, key } = await findProject(folder, (known) => rememberedKey(state, known));
  return key === undefined ? undefined : { state, root, key };
}

const input = z.object({
  workspace_roots: z.optional(z.array(z.string())),
  cwd: z.optional(z.string()),
});

export function rootOf(stdin: string, folder: string | undefined): string | undefined {
  const { workspace_roots: roots, cwd } = input.safeParse(JSON.parse(stdin)).data ?? {};
  const root = roots?.[0] ?? folder ?? cwd ?? '';
  return new RequestPaths({ roots: [root], platform: process.platform }).base;
}

/** Returns undefined for work that failed or is late. Work that needs no waiting is never late. */
export async function inTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  try {
    return await Promise.race([work(), late]);
  } catch {
    // A hook has no log, and the agent works without the answer.
    return undefined;
  }
}

/**
 * Returns the variables of the network that a session uses. A repository can set the environment of an agent, so none of
 * them may lead to the token: a proxy reads what is sent over http, and an authority that it brings lets it read https.
 * `service-cli config` sets both.
 */
function networkVariables(env: NodeJS.ProcessEnv, baseUrl: string): NodeJS.ProcessEnv {
  if (!baseUrl.startsWith('https:')) return {};
  const isOfProxy = /^(?:SERVICE_PROXY(?:_PASSWORD)?|SERVICE_NO_PROXY|(?:https?|all|no)_proxy)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => isOfProxy.test(name)));
}

const manifest = z.object({ keyring: z.optional(z.string()) });

/**
 * Returns the path of the keyring library, which `integrate` recorded because the library cannot be resolved from this
 * folder. Version 5.0 recorded a bundle beside the program.
 */
function keyringModule(bin: string): string | undefined {
  const { keyring } =
    manifest.safeParse(JSON.parse(readFileSync(join(bin, 'manifest.json'), 'utf8'))).data ?? {};
  return keyring === undefined || existsSync(keyring) ? keyring : findKeyring(join(keyring, '../cli.js'));
}
