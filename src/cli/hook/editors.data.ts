import type { EventKind } from './answers.ts';

/** An editor as its hooks see it: what `integrate` writes there is in `integrate/editors.data.ts`. */
interface HookEditor {
  /** The events that hooks of ours answer. */
  readonly events: Readonly<Record<string, EventKind>>;
  /** List of the files that the editor hides from its model. */
  readonly ignoreFile: string;
  /** Variable that names the folder which is open. */
  readonly folderVariable: string;
}

const editors: Readonly<Record<string, HookEditor>> = {
  cursor: {
    events: {
      beforeSubmitPrompt: 'prompt',
      beforeReadFile: 'permission',
      beforeTabFileRead: 'permission',
      preToolUse: 'permission',
      sessionStart: 'session',
    },
    ignoreFile: '.cursorignore',
    folderVariable: 'CURSOR_PROJECT_DIR',
  },
};

/** Undefined for one that has no hooks of ours. */
export function hookEditor(id: string): HookEditor | undefined {
  return Object.hasOwn(editors, id) ? editors[id] : undefined;
}

/** Undefined for what we don't answer. */
export function kindOf(editor: string, event: string): EventKind | undefined {
  const events = hookEditor(editor)?.events;
  return events && Object.hasOwn(events, event) ? events[event] : undefined;
}
