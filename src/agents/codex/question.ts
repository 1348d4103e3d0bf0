import { questionReader } from '../request/toolQuestion.ts';
import { codexProtocol } from './answer.ts';

/** Codex reads files by commands only. Source: https://developers.openai.com/codex/hooks */
export const readCodexQuestion = questionReader({
  events: codexProtocol.events,
  kinds: [
    [/^(?:Bash|shell|local_shell|exec_command|unified_exec)$/, 'shell'],
    [/^(?:apply_patch|Write|Edit|update_plan)$/, 'write'],
    [/^mcp__/, 'mcp'],
  ],
  otherwise: 'other',
});
