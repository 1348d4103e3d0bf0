import type { EventKind } from './answers.ts';

/** An editor as its hooks see it. `integrate/editors.data.ts` describes the files that `integrate` writes for it. */
interface HookEditor {
  /** The events that these hooks answer. */
  readonly events: Readonly<Record<string, EventKind>>;
  /** List of the files that the editor hides from its model. */
  readonly ignoreFile: string;
  /** The environment variable that names the open folder. */
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

/** Returns the editor, or undefined for an editor without hooks of this product. */
export function hookEditor(id: string): HookEditor | undefined {
  return Object.hasOwn(editors, id) ? editors[id] : undefined;
}

/** Returns the kind of an event, or undefined for an event that these hooks do not answer. */
export function kindOf(editor: string, event: string): EventKind | undefined {
  const events = hookEditor(editor)?.events;
  return events && Object.hasOwn(events, event) ? events[event] : undefined;
}
