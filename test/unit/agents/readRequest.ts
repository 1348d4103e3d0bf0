import assert from 'node:assert/strict';
import type { HookInput, QuestionContext } from '../../../src/agents/protocol.ts';
import { questionReaderOf } from '../../../src/agents/questions.ts';

/** Reads the request of an agent with hooks, as its hook does. */
export function readRequest(
  agent: string,
  event: string,
  request: object,
  context: QuestionContext = {},
): HookInput {
  const reader = questionReaderOf(agent) ?? assert.fail(agent);
  return reader(event, JSON.stringify(request), context);
}
