import { readAntigravityQuestion } from './antigravity/question.ts';
import { readClaudeQuestion } from './claude/question.ts';
import { readCodexQuestion } from './codex/question.ts';
import { readCopilotQuestion } from './copilot/question.ts';
import { readQuestion } from './cursor/question.ts';
import { readGeminiQuestion } from './gemini/question.ts';
import { readKiroQuestion } from './kiro/question.ts';
import { readOpencodeQuestion } from './opencode/question.ts';
import { readWindsurfQuestion } from './windsurf/question.ts';
import type { HookInput, QuestionContext } from './protocol.ts';

/** @throws {BadInput} for a request that cannot be understood. */
type QuestionReader = (event: string, stdin: string, context: QuestionContext) => HookInput;

const readers: Readonly<Record<string, QuestionReader>> = {
  cursor: readQuestion,
  antigravity: readAntigravityQuestion,
  claude: readClaudeQuestion,
  codex: readCodexQuestion,
  copilot: readCopilotQuestion,
  gemini: readGeminiQuestion,
  kiro: readKiroQuestion,
  opencode: readOpencodeQuestion,
  windsurf: readWindsurfQuestion,
};

/** Returns the reader of the requests of an agent, or undefined for an agent without hooks of this product. */
export function questionReaderOf(agent: string): QuestionReader | undefined {
  return Object.hasOwn(readers, agent) ? readers[agent] : undefined;
}
