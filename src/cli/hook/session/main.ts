/**
 * Returns the context about the project that an agent gets at the start of a session. The hook bundle loads this bundle for that event
 * only.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { readState, rememberedKey } from '../../../node/credentials/cliState.ts';
import { findCredential, apiOf, type Credential } from '../../../node/credentials/credentials.ts';
import { secretPlaces } from '../../../node/credentials/findSecretPlace.ts';
import { findKeyring } from '../../../node/credentials/keyring.ts';
import { createNetwork, type Network } from '../../../node/network/network.ts';
import { type ServiceHome, serviceHome } from '../../../node/files/serviceHome.ts';
import { analysisRule } from '../../../agents/analysisRule.data.ts';
import { RequestPaths } from '../../../agents/request/requestPaths.ts';
import { findProject } from '../../project/findProject.ts';
import { dependencies } from './dependencies.ts';
import { architecture, guidelines } from './documents.ts';
import { navigation } from './navigation.ts';
import { type ContextPart, contextOf, limited } from './context.ts';
import { getProjectGate } from '../../../core/api/qualityGates.ts';
import { neutralBrand } from '../../../core/brand.ts';
import { variable } from '../../../node/environment.ts';
import { noLog } from '../../../core/log.ts';
import { urlPart } from '../../../core/urlPart.ts';
import { createHttp } from '../../../node/http/createHttp.ts';

export interface SessionEnvironment {
  readonly env: NodeJS.ProcessEnv;
  /** The folder that the editor names as open. */
  readonly folder: string | undefined;
  readonly bin: string;
  /** Whether the context begins with the rule for analyses, for agents that read it from no file. */
  readonly tellsRule?: boolean;
  /** Milliseconds after which the context has only the parts that are there, network and keyring included. */
  readonly deadlineMs?: number;
}

/** Milliseconds that git has to name the project. A context needs the project, and agents wait for it for 10 s or more. */
const projectMs = 6_000;

const input = z.object({
  workspace_roots: z.optional(z.array(z.string())),
  cwd: z.optional(z.string()),
});

/**
 * Returns the context for a session, or undefined when no project is configured or when something fails, so that a
 * session can always start. Never rejects.
 */
export async function startSession(
  stdin: string,
  environment: SessionEnvironment,
): Promise<string | undefined> {
  try {
    return await contextFor(stdin, environment);
  } catch {
    // A hook has no log, and a session must start: the agent works without the context.
    return undefined;
  }
}

async function contextFor(
  stdin: string,
  { env, folder, bin, tellsRule = false, deadlineMs = 3_000 }: SessionEnvironment,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(deadlineMs);
  const home = serviceHome(env);
  const found = await inTime(AbortSignal.timeout(projectMs), () => projectOf(rootOf(stdin, folder), home));
  if (found === undefined) return undefined;
  const { state, root, key } = found;
  const local = [guidelines, architecture, navigation, dependencies].map((source) =>
    inTime(signal, () => source(root)),
  );
  const status = inTime(signal, async (): Promise<ContextPart | undefined> => {
    const place = secretPlaces({ env, home, keyringModule: keyringModule(bin) });
    // An address without a token does not keep the gate of the login from the session.
    const named = variable(env, neutralBrand.environment.token) === undefined ? {} : env;
    const credential = await findCredential({ env: named, login: state.login, place });
    if ('problem' in credential) return undefined;
    const network = createNetwork({
      env: networkVariables(env, credential.platform.baseUrl),
      configFile: home.config,
      place,
    });
    return gate(credential, network, key, signal);
  });
  const context = contextOf(key, await Promise.all([...local, status]));
  return context !== undefined && tellsRule ? `${analysisRule()}\n${context}` : context;
}

/** Returns the project of a folder, and the state of `service-cli`; undefined when no key of a project is known. */
async function projectOf(folder: string | undefined, home: ServiceHome) {
  if (folder === undefined) return undefined;
  const { state } = await readState(home.state);
  const { root, key } = await findProject(folder, (known) => rememberedKey(state, known));
  return key === undefined ? undefined : { state, root, key };
}

function rootOf(stdin: string, folder: string | undefined): string | undefined {
  const { workspace_roots: roots, cwd } = input.safeParse(JSON.parse(stdin)).data ?? {};
  const root = roots?.[0] ?? folder ?? cwd ?? '';
  return new RequestPaths({ roots: [root], platform: process.platform }).base;
}

/**
 * Returns undefined for a part that failed or is late, so that the context consists of the other parts. A part that needs
 * no waiting is never late.
 */
async function inTime<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
  });
  try {
    return await Promise.race([work(), late]);
  } catch {
    // As in `startSession`, for this part of the context.
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

const maxChars = 1_500;

async function gate(
  credential: Credential,
  network: Network,
  project: string,
  signal: AbortSignal,
): Promise<ContextPart> {
  const api = apiOf(credential, { http: createHttp(network), log: noLog });
  const { status, conditions } = await getProjectGate(api, { project }, { signal });
  const failing = conditions.filter((condition) => condition.status === 'ERROR');
  const lines = failing.map(
    ({ metricKey, comparator, errorThreshold, actualValue }) =>
      `- ${metricKey} is ${actualValue ?? 'unknown'}, fails when ${comparator ?? ''} ${errorThreshold ?? ''}`,
  );
  const source = `${credential.platform.baseUrl}/dashboard?id=${urlPart(project)}`;
  return {
    title: 'Quality gate',
    source,
    text: limited([`Status: ${status}`, ...lines].join('\n'), maxChars),
  };
}
