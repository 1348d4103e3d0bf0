import type { EventKind } from './answers.ts';

/** The events of an editor that hooks of ours answer. */
const cursor: Readonly<Record<string, EventKind>> = {
  beforeSubmitPrompt: 'prompt',
  beforeReadFile: 'permission',
  beforeTabFileRead: 'permission',
  preToolUse: 'permission',
  sessionStart: 'session',
};

/** Undefined for what we don't answer. */
export function kindOf(editor: string, event: string): EventKind | undefined {
  return editor === 'cursor' && Object.hasOwn(cursor, event) ? cursor[event] : undefined;
}
