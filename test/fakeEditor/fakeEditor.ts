import { join } from 'node:path';
import type { Fields } from '../../src/core/fields.ts';
import { jsonIn, listIn, readJson, textOf } from '../fakeAgents/fakeAgent.ts';
import { runCommand } from '../fakeAgents/runCommand.ts';
import { homeVariables } from '../support/homeVariables.ts';

/** The editor as far as its hooks are concerned; see reference §1: exit 0 and JSON, exit 2, or a failed hook. */
export interface FakeEditorOptions {
  /** Workspace that is open. */
  readonly root: string;
  /** The person's home. */
  readonly home: string;
  /** Variables besides `HOME`; an editor started from a menu has few. */
  readonly env?: NodeJS.ProcessEnv;
  /** Instead of the seconds that the entries name. */
  readonly timeoutMs?: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly killAfterMs?: number;
}

interface HookRun {
  readonly command: string;
  /** `failed`: the hook gave no usable answer, and `failClosed` decided. */
  readonly result: 'allowed' | 'denied' | 'failed';
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Outcome {
  readonly passes: boolean;
  readonly runs: readonly HookRun[];
  /** The message for the user. */
  readonly messages: readonly string[];
  readonly context: readonly string[];
  /** What the model gets instead of the output of a tool of a server. */
  readonly replacements: readonly unknown[];
}

interface Entry extends Fields {
  readonly command: string;
  readonly matcher?: string;
  readonly timeout?: number;
  readonly failClosed?: boolean;
}

/** Plays one event: every matching hook of project and person runs, and one refusal is enough. */
export async function fireEvent(
  event: string,
  payload: Fields | Buffer,
  options: FakeEditorOptions,
): Promise<Outcome> {
  const { root, home } = options;
  const stdin = Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(JSON.stringify({ ...commonFields(event, root), ...payload }));
  const subject = subjectOf(event, Buffer.isBuffer(payload) ? {} : payload);
  const sources = [
    { folder: root, cwd: root },
    { folder: home, cwd: join(home, '.cursor') },
  ];
  const jobs = sources.flatMap(({ folder, cwd }) =>
    (listIn(readJson(folder, '.cursor/hooks.json'), 'hooks', event) as readonly Entry[])
      .filter(({ matcher }) => matcher === undefined || new RegExp(`^(?:${matcher})$`).test(subject))
      .map((entry) => run(entry, stdin, cwd, options)),
  );
  const done = await Promise.all(jobs);
  const answers = done.map(({ answer }) => answer);
  const texts = (name: string): string[] => answers.flatMap((answer) => textOf(answer?.[name]) ?? []);
  return {
    passes: done.every(({ blocks }) => !blocks),
    runs: done.map(({ hookRun }) => hookRun),
    messages: texts('user_message'),
    context: texts('additional_context'),
    replacements: answers.flatMap((answer) => answer?.updated_mcp_tool_output ?? []),
  };
}

function commonFields(event: string, root: string): Fields {
  return {
    conversation_id: 'c1',
    generation_id: 'g1',
    model: 'm',
    hook_event_name: event,
    cursor_version: '3.15.6',
    workspace_roots: [root],
    user_email: null,
    transcript_path: null,
  };
}

/** The event determines which text a matcher is compared with. */
function subjectOf(event: string, payload: Fields): string {
  if (event === 'beforeSubmitPrompt') return 'UserPromptSubmit';
  if (event === 'beforeReadFile') return 'Read';
  return textOf(payload.tool_name) ?? '';
}

async function run(entry: Entry, stdin: Buffer, cwd: string, options: FakeEditorOptions) {
  const { home, root, env, timeoutMs = (entry.timeout ?? 60) * 1000, killAfterMs } = options;
  const { exitCode, stdout, stderr, wasLate } = await runCommand(entry.command, {
    stdin,
    cwd,
    env: {
      ...homeVariables(home),
      CURSOR_PROJECT_DIR: root,
      CURSOR_VERSION: '3.15.6',
      PATH: '/usr/bin:/bin',
      ...env,
    },
    timeoutMs,
    ...(killAfterMs !== undefined && { killAfterMs }),
  });
  const answer = wasLate ? undefined : jsonIn(stdout);
  const refuses = answer?.permission === 'deny' || answer?.continue === false;
  const denied = !wasLate && (exitCode === 2 || (exitCode === 0 && refuses));
  const allowed = exitCode === 0 && answer !== undefined && !refuses;
  const result = denied ? 'denied' : allowed ? 'allowed' : 'failed';
  const blocks = denied || (result === 'failed' && entry.failClosed === true);
  const hookRun: HookRun = { command: entry.command, result, exitCode, stdout, stderr };
  return { hookRun, blocks, answer };
}
