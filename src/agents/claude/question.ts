import { questionReader } from '../request/toolQuestion.ts';
import { claudeProtocol } from './answer.ts';

/** Source: https://code.claude.com/docs/en/tools-reference */
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
});
