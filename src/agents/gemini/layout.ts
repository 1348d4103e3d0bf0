import { type AgentLayout, entriesFor, groupedFormat } from '../agent.ts';
import { geminiProtocol } from './protocol.ts';

const place = { file: '.gemini/settings.json', scripts: '.gemini/hooks' };

/** Sources: https://geminicli.com/docs/hooks and https://geminicli.com/docs/hooks/reference */
export const gemini: AgentLayout = {
  id: 'gemini',
  title: 'Gemini CLI',
  hooks: {
    protocol: geminiProtocol,
    places: {
      project: { ...place, command: { variable: 'GEMINI_PROJECT_DIR' } },
      global: { ...place, command: 'absolute' },
    },
    system: {
      linux: 'etc/gemini-cli/settings.json',
      darwin: 'Library/Application Support/GeminiCli/settings.json',
      win32: 'ProgramData/gemini-cli/settings.json',
    },
    entries: entriesFor(
      [['BeforeAgent'], ['BeforeTool', '.*'], ['AfterTool', '.*']],
      'SessionStart',
      'AfterAgent',
    ),
    // Milliseconds, unlike other agents.
    format: groupedFormat(() => ({ name: 'service-guard', timeout: 30_000 })),
    deniesFaults: 'answer',
    whenHookFails: { timeout: 'continues' },
    switches: [{ file: '.gemini/settings.json', setting: ['hooksConfig', 'enabled'], off: false }],
  },
  tested: { version: '0.61.0', date: '2026-11-24', by: 'run' },
  toolServer: {
    key: 'mcpServers',
    paths: { project: '.gemini/settings.json', global: '.gemini/settings.json' },
    variable: (name) => `\${${name}}`,
    network: (url, authorization) => ({ httpUrl: url, headers: { Authorization: authorization } }),
  },
  traces: { folders: ['.gemini'], programs: ['gemini'] },
  restart: 'Restart Gemini CLI.',
  advice: { secretsHooks: 'Gemini CLI runs hooks of a project in trusted folders only.' },
};
