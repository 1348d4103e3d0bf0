import { type AgentLayout, entriesFor, groupedFormat } from '../agent.ts';
import { codexProtocol } from './protocol.ts';

// Codex runs hooks in the folder of the session, which may be below the project.
const place = { file: '.codex/hooks.json', scripts: '.codex/hooks', command: 'absolute' } as const;

/** Source: https://developers.openai.com/codex/hooks */
export const codex: AgentLayout = {
  id: 'codex',
  title: 'Codex',
  hooks: {
    protocol: codexProtocol,
    places: { project: place, global: place },
    // An entry without a matcher covers all tools.
    entries: entriesFor([['UserPromptSubmit'], ['PreToolUse'], ['PostToolUse']], 'SessionStart', 'Stop'),
    format: groupedFormat(() => ({ timeout: 30 })),
    deniesFaults: 'answer',
    whenHookFails: { timeout: 'continues' },
  },
  tested: { version: '0.169.0', date: '2026-11-24', by: 'run' },
  withoutToolServer:
    'Codex keeps tool servers in config.toml, which service-cli does not edit; run codex mcp add service -- service-cli mcp',
  traces: { folders: ['.codex'], programs: ['codex'] },
  restart: 'Restart Codex.',
  advice: {
    secretsHooks:
      "Codex runs the hooks after you have trusted them: start Codex, open /hooks and trust each one. The file names this machine's path, so do not commit it.",
  },
};
