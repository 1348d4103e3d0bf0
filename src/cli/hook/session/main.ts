/** The context about the project that an agent gets at the start of a session. */
import { analysisRule } from '../../../agents/analysisRule.data.ts';
import { getProjectGate } from '../../../core/api/qualityGates.ts';
import { urlPart } from '../../../core/urlPart.ts';
import { apiOf } from '../../../node/credentials/credentials.ts';
import { serviceHome } from '../../../node/files/serviceHome.ts';
import {
  type HookEnvironment,
  inTime,
  openPlatform,
  type PlatformAccess,
  projectOf,
  rootOf,
} from './access.ts';
import { type ContextPart, contextOf, limited, localParts } from './context.ts';

export interface SessionEnvironment extends HookEnvironment {
  /** Whether the context begins with the rule for analyses, for agents that read it from no file. */
  readonly tellsRule?: boolean;
}

/** Milliseconds that git has to name the project. A context needs the project, and agents wait for it for 10 s or more. */
const projectMs = 6_000;

/** Returns a context, undefined without a project and after a failure: sessions can always start. Never rejects. */
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

async function contextFor(stdin: string, environment: SessionEnvironment): Promise<string | undefined> {
  const { env, folder, tellsRule = false, deadlineMs = 3_000 } = environment;
  const signal = AbortSignal.timeout(deadlineMs);
  const home = serviceHome(env);
  const found = await inTime(AbortSignal.timeout(projectMs), () => projectOf(rootOf(stdin, folder), home));
  if (found === undefined) return undefined;
  const { state, root, key } = found;
  const local = localParts.map((source) => inTime(signal, () => source(root)));
  const status = inTime(signal, async (): Promise<ContextPart | undefined> => {
    const access = await openPlatform(environment, home, state);
    return access && gate(access, key, signal);
  });
  const context = contextOf(key, await Promise.all([...local, status]));
  return context !== undefined && tellsRule ? `${analysisRule()}\n${context}` : context;
}

const maxChars = 1_500;

async function gate(access: PlatformAccess, project: string, signal: AbortSignal): Promise<ContextPart> {
  const { credential } = access;
  const api = apiOf(credential, access).with({ signal });
  const { status, conditions } = await getProjectGate(api, { project });
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
