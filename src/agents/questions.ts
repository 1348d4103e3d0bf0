import { antigravityQuestions } from './antigravity/protocol.ts';
import { claudeQuestions } from './claude/protocol.ts';
import { codexQuestions } from './codex/protocol.ts';
import { copilotQuestions } from './copilot/protocol.ts';
import { readCursorQuestion } from './cursor/question.ts';
import { geminiQuestions } from './gemini/protocol.ts';
import { kiroQuestions } from './kiro/protocol.ts';
import { opencodeQuestions } from './opencode/protocol.ts';
import { windsurfQuestions } from './windsurf/protocol.ts';
import type { HookInput, QuestionContext } from './protocol.ts';
import { kindOf } from './protocols.ts';
import { questionReader, type QuestionTable } from './request/toolQuestion.ts';

/** @throws {BadInput} for a request that cannot be understood. */
type QuestionReader = (event: string, stdin: string, context: QuestionContext) => HookInput;

const tables: Readonly<Record<string, QuestionTable>> = {
  antigravity: antigravityQuestions,
  claude: claudeQuestions,
  codex: codexQuestions,
  copilot: copilotQuestions,
  gemini: geminiQuestions,
  kiro: kiroQuestions,
  opencode: opencodeQuestions,
  windsurf: windsurfQuestions,
};

/** Returns the reader of the requests of an agent, or undefined for an agent without hooks of this product. */
export function questionReaderOf(agent: string): QuestionReader | undefined {
  if (agent === 'cursor') return readCursorQuestion;
  const table = Object.hasOwn(tables, agent) ? tables[agent] : undefined;
  return table && questionReader(agent, table, (event) => kindOf(agent, event));
}
