import { closeSync } from 'node:fs';
import { ignoreFiles } from '../../agents/ignoreEntries.ts';
import { decide } from '../../agents/decide.ts';
import {
  type Answer,
  type AnswerCause,
  type HookInput,
  type HookProtocol,
  noAnswer,
  Unreadable,
  type Finding,
} from '../../agents/protocol.ts';
import { denialOf, isChecked, kindOf, protocolOf } from '../../agents/protocols.ts';
import { questionReaderOf } from '../../agents/questions.ts';
import { TimeLimit } from '../../agents/timeLimit.ts';
import { messageOf } from '../../core/failures.ts';
import { variable } from '../../node/environment.ts';
import { countAllowed, EventScan, findAll } from './engine.ts';
import { appendToIgnoreFile } from './ignoreFile.ts';
import { readText, readTextIfFile } from '../readText.ts';
import { readStdin } from './stdin.ts';
import type * as Session from './session/main.ts';
import type * as TurnEnd from './session/turnEnd.ts';
import { openToRead, maxOwnBytes, readAtMost } from '../../node/files/openFile.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import { systemCodeOf } from '../../node/systemError.ts';
import { now } from './runtime.ts';
import type * as RunConsent from '../run/runConsent.ts';
import type * as Shell from './shell/main.ts';
import type * as Writes from './writes/main.ts';
import { findHiddenRules } from './hiddenRules.ts';
import type * as Outputs from './outputs/main.ts';

/** Milliseconds. Shorter than the time the agent gives a hook, so that a denial still carries its reason. */
const stdinTimeoutMs = 5_000;

/** Milliseconds for everything that one event names, after its input was read. */
const checkMs = 3_000;

/** Answers a hook event. Rejects only for a defect of this program; the caller then answers with `denyFault`. */
export async function answerEvent(id: string, event: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const protocol = protocolOf(id);
  const reader = questionReaderOf(id);
  const kind = kindOf(id, event);
  if (!protocol || !reader || !kind) return denyFault(id, event);
  const folder = folderOf(protocol, env);
  const stdin = await readStdin(stdinTimeoutMs).catch((error: unknown) => error as Error);
  if (!isChecked(kind)) {
    const environment = { env, folder, bin: __dirname };
    return answerAround(kind, typeof stdin === 'string' ? stdin : '', id, protocol, environment);
  }
  let roots: readonly string[] = [];
  const read = (): HookInput => {
    if (typeof stdin !== 'string') throw stdin;
    const context = {
      folder,
      home: variable(env, 'HOME') ?? variable(env, 'USERPROFILE'),
      platform: process.platform,
    };
    const input = reader(event, stdin, context);
    ({ roots } = input);
    refuseOpenHome(env, roots);
    return input;
  };
  const ignoreFile = ignoreFiles[id];
  const time = new TimeLimit(now() + checkMs, now);
  const { findSecret, findSecrets, findNewSecret } = new EventScan(time);
  let cause: AnswerCause | undefined;
  const masks = outputMasks(findSecrets, () => roots, env);
  const decision = await decide(kind, read, {
    whyUnauthenticated: () => whyUnauthenticated(env, folder),
    readText,
    readTextIfFile,
    findSecret: protocol.mask && kind === 'output' ? (text) => masks.find(text) : findSecret,
    noteCause: (rule, path) => {
      cause = causeOf(rule, path);
    },
    checkCommands: (input, find) => loadShell().check(input, { findSecret: find, time, env, checkCommand }),
    checkWrites: (input) => loadWrites().check(input, { findNewSecret, countAllowed, time, env }),
    ignore: (path, roots) => ignoreFile !== undefined && appendToIgnoreFile(ignoreFile, path, roots),
    ignoreFile,
    repair: `service-cli integrate ${id}`,
    time,
  });
  if (decision.allowed)
    return decision.warning !== undefined && protocol.warn
      ? protocol.warn(decision.warning)
      : protocol.allow(kind);
  return kind === 'output' && typeof stdin === 'string'
    ? masks.answer(protocol, stdin, decision.reason, decision.isFault)
    : { ...protocol.deny(kind, decision.reason), cause };
}

function causeOf(rule: string, path: string | undefined): AnswerCause {
  // The name of a file may be a secret too.
  const isPlain =
    path !== undefined && findAll(path, undefined).every(({ findings }) => findings.length === 0);
  return { rules: [rule], ...(isPlain && { path }) };
}

/**
 * @param roots The folders that are open, which only the request names all.
 * @throws {Unreadable} when one of them has the home, and so consents that a repository may bring.
 */
function refuseOpenHome(env: NodeJS.ProcessEnv, roots: readonly string[]): void {
  if (variable(env, 'SERVICE_HOME') === undefined) return;
  try {
    serviceHome(env, roots);
  } catch (error) {
    throw new Unreadable(messageOf(error));
  }
}

function folderOf(
  { folderVariable, runsInFolder }: HookProtocol,
  env: NodeJS.ProcessEnv,
): string | undefined {
  if (folderVariable !== undefined) return env[folderVariable];
  return runsInFolder === true ? process.cwd() : undefined;
}

export function denyFault(agent: string, event: string): Answer {
  return denialOf(agent, event, 'Blocked: the secrets hook failed. Run: service-cli system status');
}

/** Answers a session's start and a turn's end, with a bundle (network, keyring) that the secrets hooks never load. */
async function answerAround(
  kind: 'session' | 'turn',
  stdin: string,
  agent: string,
  protocol: HookProtocol,
  environment: Session.SessionEnvironment,
): Promise<Answer> {
  const { startSession, endTurn } = loadSession();
  if (kind === 'session') {
    const tellsRule = protocol.tellsRule === true;
    const context = await startSession(stdin, { ...environment, tellsRule });
    return context === undefined ? noAnswer : protocol.addContext(context);
  }
  const promptEvent = Object.keys(protocol.events).find((event) => protocol.events[event] === 'prompt');
  const message = await endTurn(stdin, { ...environment, agent, promptEvent });
  return (message === undefined ? undefined : protocol.goOn?.(message)) ?? noAnswer;
}

/**
 * Returns the reason why the user is treated as not authenticated; undefined for an authenticated user. A token in the
 * environment or the marker in the state file is sufficient. `auth login` writes the marker; `auth logout` or a refused
 * check removes it. A hook that runs on every read cannot afford the keyring or the network.
 *
 * @param folder The folder that is open. A home below it could hold consents that the repository brings.
 */
function whyUnauthenticated(env: NodeJS.ProcessEnv, folder: string | undefined): string | undefined {
  let path: string;
  try {
    path = serviceHome(env, folder === undefined ? [] : [folder]).state;
  } catch (error) {
    return `${messageOf(error)}.`;
  }
  if (env.SERVICE_TOKEN) return undefined;
  let state: unknown;
  try {
    state = JSON.parse(readWithoutWaiting(path).replace(/^\uFEFF/, ''));
  } catch (error) {
    return systemCodeOf(error) === 'ENOENT'
      ? notLoggedIn
      : `${path} cannot be read. Run: service-cli system status`;
  }
  const login = typeof state === 'object' && state !== null && 'login' in state ? state.login : undefined;
  const isMarker = typeof login === 'object' && login !== null && 'storedIn' in login;
  return isMarker ? undefined : notLoggedIn;
}

/** Returns the text of a file. If an agent put a pipe in its place, a usual read would wait for a writer. */
function readWithoutWaiting(path: string): string {
  const file = openToRead(path);
  try {
    const bytes = readAtMost(file, maxOwnBytes);
    if (bytes === undefined) throw new Error(`${path} is too large`);
    return bytes.toString('utf8');
  } finally {
    closeSync(file);
  }
}

const notLoggedIn = 'You are not logged in. Run: service-cli auth login';

function checkCommand(command: Writes.ReadCommand, env: NodeJS.ProcessEnv): string | undefined {
  return loadWrites().checkCommand(command, env, (folder, args) =>
    loadPolicy().whyAgentRunRefused(env, folder, args),
  );
}

/** @param rootsNow Returns the open folders, absolute; none until the request was read. */
function outputMasks(
  findSecrets: EventScan['findSecrets'],
  rootsNow: () => readonly string[],
  env: NodeJS.ProcessEnv,
) {
  const found = new Set<string>();
  let loaded: ReturnType<typeof Outputs.outputMask> | undefined;
  const mask = (text: string): Outputs.MaskedOutput => {
    const roots = rootsNow();
    const find = (part: string, path: string | undefined) => findSecrets(part, path, roots[0]);
    loaded ??= loadOutputs().outputMask(find, roots, env);
    const masked = loaded(text);
    for (const rule of masked.rules) found.add(rule);
    return masked;
  };
  /** Returns a text as it may reach the model; undefined for one that may not, and one that cannot be checked. */
  const shown = (text: string): string | undefined => {
    try {
      const hidden = findHiddenRules(text, undefined);
      return hidden === undefined || hidden.isWarning === true ? mask(text).text : undefined;
    } catch {
      // The answer has the reason.
      return undefined;
    }
  };
  return {
    /**
     * Returns the first part of an output that is to be masked or, if the user wants that, hidden characters.
     *
     * @throws when the output cannot be checked completely.
     */
    find(text: string): Finding | undefined {
      const { rules, line } = mask(text);
      const [rule] = rules;
      return rule === undefined ? findHiddenRules(text, undefined) : { rule, line };
    },
    /** @param isFault Whether the output was not checked completely, and is withheld. */
    answer(protocol: HookProtocol, stdin: string, reason: string, isFault: boolean): Answer {
      const replace = (text: string): string => {
        const masked = shown(text);
        return masked === text || !isFault ? (masked ?? reason) : reason;
      };
      const answer = isFault ? protocol.withhold?.(stdin, reason, replace) : protocol.mask?.(stdin, replace);
      return { ...(answer ?? protocol.deny('output', reason)), cause: { rules: [...found] } };
    },
  };
}

/* eslint-disable @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader */
const loadSession = () => require('./session.js') as typeof Session & typeof TurnEnd;
const loadShell = () => require('./shell.js') as typeof Shell;
const loadPolicy = () => require('./policy.js') as typeof RunConsent;
const loadWrites = () => require('./writes.js') as typeof Writes;
const loadOutputs = () => require('./outputs.js') as typeof Outputs;
/* eslint-enable @typescript-eslint/no-require-imports */
