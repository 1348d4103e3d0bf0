import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { emptyInput } from '../../../../src/agents/protocol.ts';
import { readRequest } from '../readRequest.ts';
import { TimeLimit } from '../../../../src/agents/timeLimit.ts';
import { countAllowed, findAll } from '../../../../src/cli/hook/engine.ts';
import { check as checkShell } from '../../../../src/cli/hook/shell/main.ts';
import { check, checkCommand } from '../../../../src/cli/hook/writes/main.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { put as putFile } from '../../../support/tempFolder.ts';
import { endlessTime } from '../../../support/timeLimits.ts';

/** As the hook does, without the policies of projects, which are a bundle of their own. */
const findNewSecret = (text: string, before: string, path: string) =>
  findAll(text, path)
    .flatMap(({ plain, findings }) =>
      findings.filter(({ start, end }) => !before.includes(plain.slice(start, end))),
    )
    .at(0);

export interface WritingAgent {
  readonly project: string;
  readonly home: string;
  readonly put: (path: string, text: string) => string;
  readonly read: (path: string) => string;
  /** As `ask`, about a command line. */
  readonly askCommand: (command: string) => Promise<string | undefined>;
  /** Asks about a tool of an agent in its own form. Returns the reason of a denial, or undefined. */
  readonly ask: (agent: string, tool: string, input: object | string) => Promise<string | undefined>;
}

/** Asserts that an answer is a denial with these words. */
export async function denies(
  answer: Promise<string | undefined>,
  words: RegExp,
  what?: string,
): Promise<void> {
  assert.match((await answer) ?? '', words, what);
}

/** The command of an installed hook. */
export const hookCommand = (folder: string): string => `sh ${folder}/hooks/service-guard.sh PreToolUse`;

/** Settings of Claude Code with the hooks and settings of the user. */
export const claudeSettings = `${JSON.stringify(
  {
    permissions: { allow: ['Bash(npm test)'] },
    hooks: {
      PreToolUse: [
        {
          matcher: '*',
          hooks: [{ type: 'command', command: hookCommand('.claude'), timeout: 30, onFailure: 'block' }],
        },
        { matcher: 'Edit', hooks: [{ type: 'command', command: './format.sh' }] },
      ],
    },
  },
  undefined,
  2,
)}\n`;

/** Runs a test in a new repository, with a home beside it. */
export function withWritingAgent(use: (agent: WritingAgent) => Promise<void>): Promise<void> {
  return inTempFolder(async (folder) => {
    const [project, home] = [join(folder, 'project'), join(folder, 'home')];
    for (const one of [project, home]) mkdirSync(one);
    execFileSync('git', ['init', '-q', project]);
    const env = { ...homeVariables(home), PATH: process.env.PATH };
    const put = (path: string, text: string): string => putFile(join(folder, path), text);
    const ask = async (agent: string, tool: string, input: object | string): Promise<string | undefined> => {
      const context = { folder: project, home, platform: process.platform };
      const read = readRequest(agent, eventOf(agent), requestOf(agent, tool, input, project), context);
      return check(read, { findNewSecret, countAllowed, time: new TimeLimit(60_000, () => 0), env });
    };
    const askCommand = async (command: string): Promise<string | undefined> => {
      const denial = await checkShell(
        { ...emptyInput, roots: [project], commands: [{ command, cwd: project, shell: 'posix' }] },
        {
          findSecret: () => undefined,
          time: endlessTime,
          env,
          checkCommand,
        },
      );
      return denial && 'reason' in denial ? denial.reason : undefined;
    };
    await use({
      project,
      home,
      askCommand,
      put,
      read: (path) => readFileSync(join(folder, path), 'utf8'),
      ask,
    });
  });
}

const events: Readonly<Record<string, string>> = {
  gemini: 'BeforeTool',
  copilot: 'preToolUse',
  cursor: 'preToolUse',
  opencode: 'tool.execute.before',
  windsurf: 'pre_write_code',
};
const eventOf = (agent: string): string => events[agent] ?? 'PreToolUse';

function requestOf(agent: string, tool: string, input: object | string, cwd: string): object {
  switch (agent) {
    case 'antigravity':
      return { toolCall: { name: tool, args: input }, workspacePaths: [cwd] };
    case 'copilot':
      return { cwd, toolName: tool, toolArgs: input };
    case 'windsurf':
      return { agent_action_name: tool, tool_info: input };
    default:
      return { cwd, tool_name: tool, tool_input: input, workspace_roots: [cwd] };
  }
}
