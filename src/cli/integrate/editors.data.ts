import type { Component, Scope } from './components.ts';

/** One entry of an editor's hooks file. */
export interface HookEntry {
  readonly event: string;
  readonly matcher?: string;
  readonly component: Extract<Component, 'secretsHooks' | 'agent'>;
  /** Whether the editor waits for the answer before it goes on. Such an entry fails closed. */
  readonly isBlocking: boolean;
}

/** The file in which an editor keeps its tool servers, and their key in it. */
interface ToolServerFile {
  readonly key: 'mcpServers' | 'servers';
  /** Relative to the project, or to the user's home folder. Absent when the editor has no such file in that scope. */
  readonly paths: Readonly<Partial<Record<Scope, string>>>;
  /** Returns the editor's syntax for an environment variable inside the file. */
  readonly variable: (name: string) => string;
  /** The field by which the editor distinguishes a program from an address, if the editor needs it. */
  readonly type?: 'stdio';
}

export interface EditorDescriptor {
  readonly id: string;
  readonly title: string;
  /** Undefined when the editor gets no hooks; `withoutHooks` then has the reason. */
  readonly hooks?: {
    readonly directory: string;
    readonly entries: readonly HookEntry[];
    readonly ruleFile: string;
  };
  readonly withoutHooks?: string;
  readonly toolServer: ToolServerFile;
  /**
   * `restart` is printed at the end of a run that changed a file, `advice` for each component that the run installed.
   */
  readonly restart: string;
  readonly advice: Readonly<Partial<Record<Component, string>>>;
}

const secrets = { component: 'secretsHooks', isBlocking: true } as const;

const cursor: EditorDescriptor = {
  id: 'cursor',
  title: 'Cursor',
  hooks: {
    directory: '.cursor',
    ruleFile: '.cursor/rules/service-agentic-analysis.mdc',
    entries: [
      { event: 'beforeSubmitPrompt', matcher: 'UserPromptSubmit', ...secrets },
      { event: 'beforeReadFile', matcher: 'Read|TabRead', ...secrets },
      { event: 'preToolUse', matcher: 'Read', ...secrets },
      // Newer versions have other names for their reading tools, and a matcher has to match the whole name.
      { event: 'beforeReadFile', matcher: 'ReadFile', ...secrets },
      { event: 'preToolUse', matcher: 'ReadFile|ReadFiles|ViewFile', ...secrets },
      { event: 'beforeTabFileRead', ...secrets },
      { event: 'sessionStart', component: 'agent', isBlocking: false },
    ],
  },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.cursor/mcp.json', global: '.cursor/mcp.json' },
    variable: (name) => `\${env:${name}}`,
  },
  restart: 'Restart Cursor.',
  advice: {
    secretsHooks:
      'Files that are already open in the editor can reach the model without a hook; what is in .cursorignore cannot.',
    toolServer: 'Switch the tool server on under Settings > Tools & MCPs: Cursor does not do that by itself.',
  },
};

const vscode: EditorDescriptor = {
  id: 'vscode',
  title: 'VS Code',
  withoutHooks: 'hooks of VS Code let a read pass when the hook fails, so they cannot guard',
  toolServer: {
    key: 'servers',
    paths: { project: '.vscode/mcp.json' },
    variable: (name) => `\${env:${name}}`,
    type: 'stdio',
  },
  restart: 'Reload the window.',
  advice: { toolServer: 'Start the server from .vscode/mcp.json where it does not start by itself.' },
};

const claude: EditorDescriptor = {
  id: 'claude',
  title: 'Claude Code',
  withoutHooks: 'hooks of Claude Code let a read pass when the hook fails, so they cannot guard',
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.mcp.json' },
    variable: (name) => `\${${name}}`,
  },
  restart: 'Restart Claude Code.',
  advice: { toolServer: 'Allow the server of .mcp.json when Claude Code asks.' },
};

const gemini: EditorDescriptor = {
  id: 'gemini',
  title: 'Gemini CLI',
  withoutHooks: 'its hooks are not documented well enough to guard with',
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.gemini/settings.json', global: '.gemini/settings.json' },
    variable: (name) => `\${${name}}`,
  },
  restart: 'Restart Gemini CLI.',
  advice: {},
};

export const editors: readonly EditorDescriptor[] = [cursor, vscode, claude, gemini];
