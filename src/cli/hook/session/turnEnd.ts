import { createHash } from 'node:crypto';
import { closeSync, constants, lstatSync, rmSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { eligibilityOf } from '../../../core/agentFeatures.ts';
import type { CallOptions } from '../../../core/api/client.ts';
import { analyseFile } from '../../../core/api/fileAnalysis.ts';
import { searchIssues } from '../../../core/api/issues.ts';
import { platformWords } from '../../../core/api/texts.ts';
import { findingOfIssue } from '../../../core/issues/finding.ts';
import { type Cause, turnEndPrompt } from '../../../core/issues/fixPrompt.ts';
import { statesIn } from '../../../core/issues/touchedCauses.ts';
import { parseJson } from '../../../core/parsing.ts';
import { apiOf } from '../../../node/credentials/credentials.ts';
import { folderEntries } from '../../../node/files/folderEntries.ts';
import { openPrivate } from '../../../node/files/openFile.ts';
import { type ServiceHome, serviceHome } from '../../../node/files/serviceHome.ts';
import { readTextIfPresent } from '../../../node/files/textFile.ts';
import { unpushedFiles } from '../../../node/process/repository.ts';
import { platformFacts } from '../../project/platformFacts.ts';
import { textInsideIfAny } from '../../readText.ts';
import {
  type HookEnvironment,
  inTime,
  openPlatform,
  type PlatformAccess,
  projectOf,
  rootOf,
} from './access.ts';
import { isClean } from './context.ts';

export interface TurnEnvironment extends HookEnvironment {
  readonly agent: string;
  /** The agent's event for prompts: the last call of its hook is the start of the turn. */
  readonly promptEvent: string | undefined;
}

/** Times in a row that an agent is kept from ending its turn. */
const mostRounds = 2;
/** Files of one check, those that were changed last. The platform analyzes each with one request. */
const mostFiles = 10;
const longestText = 500_000;
const mostIssues = 500;

/** The fields of all agents: Cursor counts its rounds and says how the turn ended, others say whether it is a round. */
const input = z.object({
  session_id: z.optional(z.string()),
  sessionId: z.optional(z.string()),
  conversation_id: z.optional(z.string()),
  stop_hook_active: z.optional(z.boolean()),
  loop_count: z.optional(z.number()),
  status: z.optional(z.string()),
});

/** What an agent was told in a session, whose hooks run one after the other. */
const record = z.object({
  rounds: z.number(),
  /** When the last round began, milliseconds. */
  at: z.number(),
  /** Digests of the issues, each as often as the agent was told about it. */
  told: z.array(z.string()),
});
const mostTold = 500;
/** How long a record is kept after the last round, milliseconds. */
const keptMs = 7 * 24 * 60 * 60_000;

/**
 * Returns a message for an agent that wants to end its turn: about issues in the files that were changed in this turn.
 * Returns undefined if there are none or if that cannot be known, and after two rounds. Never rejects, so that a turn can
 * always end.
 */
export function endTurn(stdin: string, environment: TurnEnvironment): Promise<string | undefined> {
  const { deadlineMs = 8_000 } = environment;
  return inTime(AbortSignal.timeout(deadlineMs), () => messageFor(stdin, environment, deadlineMs - 1_000));
}

async function messageFor(
  stdin: string,
  environment: TurnEnvironment,
  requestsMs: number,
): Promise<string | undefined> {
  const call = { signal: AbortSignal.timeout(requestsMs) };
  const request = input.parse(parseJson(stdin, 'the request'));
  const { session_id, sessionId, conversation_id, stop_hook_active, loop_count, status } = request;
  const session = session_id ?? sessionId ?? conversation_id;
  const home = serviceHome(environment.env);
  // Cursor names a turn that the user or an error has ended. Without a session, the rounds cannot be counted.
  if (session === undefined || (status ?? 'completed') !== 'completed' || (await isOff(home)))
    return undefined;
  const now = Date.now();
  const name = `${digestOf(environment.agent, session)}.json`;
  const path = join(home.turns, name);
  const text = textInsideIfAny(home.turns, name);
  const before = text === undefined ? undefined : record.parse(parseJson(text, path));
  // An agent that does not say whether a round came before has two in a session.
  const isNewTurn = stop_hook_active === false || loop_count === 0;
  const rounds = isNewTurn ? 0 : Math.max(before?.rounds ?? 0, loop_count ?? 0);
  if (rounds >= mostRounds) return undefined;
  const found = await projectOf(rootOf(stdin, environment.folder), home);
  if (!found) return undefined;
  const since = Math.max(before?.at ?? 0, startOfTurn(home, environment) ?? 0);
  const files = await changedSince(found.root, since);
  const access = files.size === 0 ? undefined : await openPlatform(environment, home, found.state);
  if (!access) return undefined;
  const isAnalyzed = eligibilityOf(await platformFacts(access, access.credential, undefined)).eligible;
  const all = await (isAnalyzed ? newIssues : touchedIssues)(access, found.key, files, call);
  const told = before?.told ?? [];
  // Without an analysis, a second round would know nothing more.
  const mostTimes = isAnalyzed ? mostRounds : 1;
  const issues = all.filter((issue) => told.filter((one) => one === digestOfIssue(issue)).length < mostTimes);
  if (issues.length === 0) return undefined;
  const message = turnEndPrompt(issues, isAnalyzed);
  if (!isClean(message)) return undefined;
  // First, because a round that is not counted could be followed by others without end.
  const next = {
    rounds: rounds + 1,
    at: now,
    told: [...told, ...issues.map(digestOfIssue)].slice(-mostTold),
  };
  keep(path, next);
  return message;
}

/** Whether the user has switched this off in `hooks.json` below `~/.service/service-cli`. */
async function isOff({ hooks }: ServiceHome): Promise<boolean> {
  const text = await readTextIfPresent(hooks);
  if (text === undefined) return false;
  const { data } = z.object({ turnEnd: z.optional(z.string()) }).safeParse(parseJson(text, hooks));
  return data?.turnEnd === 'off';
}

/** Returns when the agent called the hook for prompts last, milliseconds; undefined without such hooks. */
function startOfTurn({ calls }: ServiceHome, { agent, promptEvent }: TurnEnvironment): number | undefined {
  const name = `${agent} ${promptEvent ?? ''}.json`;
  const text = textInsideIfAny(calls, name);
  if (text === undefined) return undefined;
  return z.object({ at: z.number() }).safeParse(parseJson(text, name)).data?.at;
}

/** Returns the texts of the files that git sees as changed and that were written since then, by their paths. */
async function changedSince(root: string, since: number): Promise<ReadonlyMap<string, string>> {
  const changed = ((await unpushedFiles(root)) ?? [])
    .map((path) => ({ path, at: lstatSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .filter(({ at }) => at >= since && at > 0)
    .toSorted((one, other) => other.at - one.at);
  const texts = new Map<string, string>();
  for (const { path } of changed) {
    if (texts.size === mostFiles) break;
    const text = textInsideIfAny(root, path);
    if (text !== undefined && text.length <= longestText) texts.set(path, text);
  }
  return texts;
}

type ReadIssues = (
  access: PlatformAccess,
  project: string,
  files: ReadonlyMap<string, string>,
  call: CallOptions,
) => Promise<readonly Cause[]>;

const newIssues: ReadIssues = async (access, project, files, call) => {
  const { credential } = access;
  const { organization } = credential.platform;
  const api = apiOf(credential, { ...access, newer: true }).with(call);
  const analyses = [...files].map(async ([path, content]): Promise<readonly Cause[]> => {
    const { issues, patchResult } = await analyseFile(api, { organization, project, path, content });
    return issues
      .filter(({ id }) => !patchResult || (id !== undefined && patchResult.newIssues.includes(id)))
      .map(({ rule, message, textRange }) => ({
        kind: 'issue',
        path,
        line: textRange?.startLine,
        range: undefined,
        rule,
        severity: undefined,
        message: platformWords(message),
      }));
  });
  // A file that cannot be analyzed, or not in time, does not hide the issues of the others.
  const settled = await Promise.allSettled(analyses);
  return settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
};

const touchedIssues: ReadIssues = async (access, project, files, call) => {
  const { organization } = access.credential.platform;
  const query = { project, organization, resolved: false, files: [...files.keys()], pageSize: mostIssues };
  const { items } = await searchIssues(apiOf(access.credential, access).with(call), query);
  const findings = items.flatMap((issue) => findingOfIssue(issue) ?? []);
  return [...files].flatMap(([path, text]) => {
    const own = findings.filter((finding) => finding.path === path);
    if (own.length === 0) return [];
    const stateOf = statesIn(text);
    return own.filter((finding) => stateOf(finding) === 'edited');
  });
};

function digestOf(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\0')).digest('base64url').slice(0, 16);
}

const digestOfIssue = ({ path, rule = '', message }: Cause): string => digestOf(path, rule, message);

function keep(path: string, value: z.output<typeof record>): void {
  const folder = dirname(path);
  for (const { name } of folderEntries(folder)) {
    const other = join(folder, name);
    if (lstatSync(other).mtimeMs < value.at - keptMs) rmSync(other);
  }
  const file = openPrivate(path, constants.O_TRUNC | constants.O_WRONLY);
  try {
    writeSync(file, JSON.stringify(value));
  } finally {
    closeSync(file);
  }
}
