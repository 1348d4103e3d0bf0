import { isFields } from '../../core/fields.ts';
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
  // Without `output_mode`, Grep prints only the names of files.
  argumentsOf: (tool, input) =>
    tool === 'Grep' && isFields(input) ? { output_mode: 'files_with_matches', ...input } : input,
});
