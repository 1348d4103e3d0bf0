import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { posixQuote } from '../../src/core/shellWord.ts';
import type { FakeAgent, Recorded } from '../fakeAgents/fakeAgent.ts';
import { fakeAgents } from '../fakeAgents/fakeAgents.ts';
import { withHookedAgent, type HookedAgent } from '../support/hookedAgent.ts';
import { secret, withHooks, type HookedProject } from '../support/hookedProject.ts';

/** Command lines that print a file, of each shell in which agents run commands on Windows. PATH is quoted for the shell. */
const commands = {
  powershell: [
    String.raw`Get-Content .\FILE`,
    'gc PATH -Raw',
    String.raw`Get-Content $HOME\home-FILE`,
    String.raw`type $env:USERPROFILE\home-FILE`,
    String.raw`cat ~\home-FILE`,
    'Get-Content "$($HOME)/home-FILE"',
    'gci *FILE | gc',
  ],
  cmd: ['type FILE', String.raw`type "%USERPROFILE%\home-FILE"`, 'more < FILE', String.raw`type "%CD%\FILE"`],
  gitBash: ['cat FILE', 'cat ~/home-FILE', 'cat PATH', 'cat "$(cat list-FILE)"'],
} as const;

type Shell = keyof typeof commands;

/**
 * The names of the tools with which agents run commands on Windows. Sources: github.com/anthropics/claude-code/issues/83647
 * (Bash in the shell of Git, PowerShell), github.com/termaxa/termaxa/pull/86 (Copilot), github.com/openai/codex/issues/44836,
 * github.com/google-gemini/gemini-cli/issues/25932, github.com/kirodotdev/Kiro/issues/4969.
 */
const shells: Readonly<Record<string, readonly (readonly [Shell, string])[]>> = {
  claude: [
    ['gitBash', 'Bash'],
    ['powershell', 'PowerShell'],
  ],
  copilot: [['powershell', 'powershell']],
  codex: [['powershell', 'Bash']],
  kiro: [
    ['powershell', 'execute_bash'],
    ['cmd', 'execute_cmd'],
  ],
  windsurf: [['powershell', '']],
  gemini: [['powershell', 'run_shell_command']],
  antigravity: [['powershell', 'run_command']],
};

/** Writes files with and without a secret into the project and the home. The folder has a name without blanks. */
function writeFiles({ project, home }: HookedAgent | HookedProject): void {
  for (const [name, text] of [
    ['bad.env', `TOKEN=${secret}\n`],
    ['good.env', 'NAME=x\n'],
  ] as const) {
    writeFileSync(join(project, name), text);
    writeFileSync(join(home, `home-${name}`), text);
    writeFileSync(join(project, `list-${name}`), unixPath(join(project, name)));
  }
}

/** `C:\a` as the shell of Git names it: `/c/a`. */
const unixPath = (path: string): string =>
  path.replace(/^([A-Z]):/i, (_, drive: string) => `/${drive.toLowerCase()}`).replaceAll('\\', '/');

/** A command line with the path and the name of a file. */
function filled(shell: Shell, command: string, path: string): string {
  const quoted = shell === 'gitBash' ? posixQuote(unixPath(path)) : `'${path.replaceAll("'", "''")}'`;
  return command.replace(/\bPATH\b/, () => quoted).replace(/\bFILE\b/, basename(path));
}

/** The request of an agent with the tool of another shell. */
function withTool(recorded: Recorded, tool: string): Recorded {
  const named = Object.entries(recorded.request).map(([name, value]) =>
    name === 'tool_name' || name === 'toolName' ? [name, tool] : [name, value],
  );
  return { ...recorded, request: Object.fromEntries(named) as Recorded['request'] };
}

describe('an installed hook on Windows', () => {
  for (const agent of fakeAgents)
    for (const [shell, tool] of shells[agent.id] ?? [])
      it(`of ${agent.id} blocks commands of ${shell} that print a secret, and no others`, () =>
        withHookedAgent(agent, (fixture) => askEach(agent, fixture, shell, tool)));

  for (const agent of fakeAgents.filter(({ cases }) => cases.read))
    it(`of ${agent.id} blocks a file with a secret in each form of its path`, () =>
      withHookedAgent(agent, async ({ ask, ...fixture }) => {
        writeFiles({ ask, ...fixture });
        const { project } = fixture;
        for (const [file, passes] of [
          ['bad.env', false],
          ['good.env', true],
        ] as const)
          for (const path of [
            join(project, file),
            join(project, file).replaceAll('\\', '/'),
            join(project, file.toUpperCase()),
          ]) {
            const recorded = agent.cases.read?.(project, path);
            assert.ok(recorded);
            assert.equal((await ask(recorded)).passes, passes, path);
          }
      }));

  it('of cursor blocks what it asks with roots as addresses', () =>
    withHooks(async (fixture) => {
      writeFiles(fixture);
      const { project, fire } = fixture;
      // https://github.com/SonarSource/sonarqube-cli/pull/731
      const root = `/${project[0]?.toLowerCase() ?? ''}${project.slice(1).replaceAll('\\', '/')}`;
      for (const [file, passes] of [
        ['bad.env', false],
        ['good.env', true],
      ] as const) {
        const questions = [
          ...commands.powershell.map((command) => {
            const text = filled('powershell', command, join(project, file));
            return ['beforeShellExecution', { command: text, cwd: '' }] as const;
          }),
          ['preToolUse', { tool_name: 'Read', tool_input: { file_path: `${root}/${file}` }, cwd: root }],
          ['preToolUse', { tool_name: 'Shell', tool_input: { command: `gc ${file}` }, cwd: root }],
          ['preToolUse', { tool_name: 'Grep', tool_input: { pattern: 'TOKEN|NAME', path: file }, cwd: root }],
        ] as const;
        for (const [event, question] of questions) {
          const { passes: passed, runs } = await fire(event, { ...question, workspace_roots: [root] });
          assert.equal(passed, passes, JSON.stringify([question, runs]));
        }
      }
      // Cursor 3 writes this before the request.
      const request = JSON.stringify({
        workspace_roots: [root],
        hook_event_name: 'beforeShellExecution',
        command: 'type bad.env',
        cwd: root,
      });
      assert.equal((await fire('beforeShellExecution', Buffer.from(`n++\r\n${request}`))).passes, false);
    }));
});

async function askEach(agent: FakeAgent, fixture: HookedAgent, shell: Shell, tool: string): Promise<void> {
  writeFiles(fixture);
  const { project, ask } = fixture;
  for (const [file, passes] of [
    ['bad.env', false],
    ['good.env', true],
  ] as const)
    for (const command of commands[shell]) {
      const text = filled(shell, command, join(project, file));
      const recorded = agent.cases.shell?.(project, text);
      assert.ok(recorded);
      const asked = await ask(withTool(recorded, tool));
      assert.equal(asked.passes, passes, JSON.stringify([text, asked.runs]));
    }
}
