import { questionReader } from '../request/toolQuestion.ts';
import { claudeProtocol } from './answer.ts';

/**
 * Sources: https://code.claude.com/docs/en/hooks#configchange, https://code.claude.com/docs/en/tools-reference,
 * https://code.claude.com/docs/en/memory */
export const readClaudeQuestion = questionReader({
  events: claudeProtocol.events,
  kinds: [
    [/^(?:Bash|PowerShell|Monitor)$/, 'shell'],
    [/^Grep$/, 'search'],
    [/^(?:Read|NotebookRead)$/, 'read'],
    [/^(?:Write|Edit|MultiEdit|NotebookEdit|TodoWrite)$/, 'write'],
    [/^mcp__/, 'mcp'],
  ],
  otherwise: 'other',
  searches: {
    Grep: {
      folders: ['path'],
      globs: ['glob'],
      quiet: { field: 'output_mode', values: ['files_with_matches', 'count'], isDefault: true },
    },
  },
  settings: {
    agent: 'claude',
    event: 'ConfigChange',
    files: {
      user_settings: '~/.claude/settings.json',
      project_settings: '.claude/settings.json',
      local_settings: '.claude/settings.local.json',
    },
  },
  memory: {
    inFolders: ['CLAUDE.md', '.claude/CLAUDE.md', 'CLAUDE.local.md'],
    atHome: ['.claude/CLAUDE.md'],
  },
});
