/**
 * The rooms of each folder, from the lowest to the highest. A file imports only from its own room and from lower ones.
 * Rooms that share an entry of the list do not import each other. A file that lies loosely in the folder belongs to no room, but
 * carries no import from one room up into another.
 */
export const order: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  src: [
    'core',
    'secrets',
    'agents',
    'node',
    ['cli', 'emulator', 'extension', 'relay', 'tools'],
    'entrypoints',
  ],
  'src/agents': [
    'shell',
    'request',
    [
      'antigravity',
      'claude',
      'codex',
      'copilot',
      'cursor',
      'gemini',
      'kiro',
      'opencode',
      'vscode',
      'windsurf',
    ],
    'protected',
  ],
  'src/agents/shell': ['syntax', 'programs'],
  'src/cli': [
    'consent',
    'auth',
    'project',
    'integrate',
    'analyze',
    ['audit', 'run'],
    ['doctor', 'webhooks', 'hook'],
    'commands',
  ],
  'src/cli/hook': ['writes', ['outputs', 'policy', 'session', 'shell']],
  'src/cli/integrate': [
    ['resources', 'shims'],
    ['git', 'status'],
  ],
  'src/core': [
    ['api', 'git'],
    ['connections', 'webhooks'],
    ['bindings', 'gate', 'mcpConfig', 'migration'],
    ['ci', 'issues', 'push'],
  ],
  'src/core/gate': ['journal', 'windows', 'notify', 'poll'],
  'src/emulator': [
    'store',
    'gate',
    'analysis',
    'auth',
    'http',
    ['issues', 'webhooks'],
    'scanner',
    'endpoints',
    'page',
  ],
  'src/emulator/store': [['analyses', 'issues']],
  'src/extension': [
    'host',
    'ui',
    'connections',
    'bindings',
    'agentHooks',
    'gates',
    ['issues', 'push'],
    [
      'diagnose',
      'links',
      'lmTools',
      'migration',
      'openInIde',
      'secrets',
      'settingsHelp',
      'toolServer',
      'webhooks',
    ],
    'tree',
    'walkthrough',
  ],
  'src/extension/gates': ['notify', 'details'],
  'src/node': ['files', 'json', 'process', 'credentials', 'network', 'http'],
  'src/node/files': [['locks', 'transaction']],
  'src/node/http': ['server', 'token'],
  'src/relay': ['nats'],
  'src/secrets': ['candidates', 'formats', 'rules', 'classifier', 'keywords', 'policy'],
  'src/tools': ['definition', 'app', 'catalogue', 'http', 'server'],
};

/** Folders whose loose files still tie a room to itself. */
export const tied: ReadonlySet<string> = new Set(['src/agents/shell']);
