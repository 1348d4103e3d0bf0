import { type Answer, deny } from './answers.ts';
import { whyUnauthenticated } from './authMarker.ts';
import { hookEditor, kindOf } from './editors.data.ts';
import { findSecret } from './engine.ts';
import { decide } from './guard.ts';
import { appendToIgnoreFile } from './ignoreFile.ts';
import { readInput } from './input.ts';
import { readText, readTextIfFile } from './readText.ts';
import { readStdin } from './stdin.ts';
import type * as Session from './session/main.ts';

/** Milliseconds. Shorter than the time the editor gives a hook, so that a refusal still carries its reason. */
const stdinTimeoutMs = 5_000;

/**
 * Answers one hook event of an editor. Rejects only for a defect of this program; the caller then answers with
 * `denyFault`.
 */
export async function answerEvent(id: string, event: string, env: NodeJS.ProcessEnv): Promise<Answer> {
  const editor = hookEditor(id);
  const kind = kindOf(id, event);
  if (!editor || !kind) return denyFault(id, event);
  const { ignoreFile } = editor;
  const folder = env[editor.folderVariable];
  const stdin = await readStdin(stdinTimeoutMs).catch((error: unknown) => error as Error);
  if (kind === 'session') return sessionAnswer(typeof stdin === 'string' ? stdin : '', folder, env);
  const read = (): ReturnType<typeof readInput> => {
    if (typeof stdin !== 'string') throw stdin;
    return readInput(event, stdin, folder);
  };
  return decide(kind, read, {
    whyUnauthenticated: () => whyUnauthenticated(env),
    readText,
    readTextIfFile,
    findSecret,
    ignore: (path, roots) => appendToIgnoreFile(ignoreFile, path, roots),
    ignoreFile,
    repair: `service-cli integrate ${id}`,
  });
}

/** The answer when the hook itself fails. An unknown event is treated like a read. */
export function denyFault(editor: string, event: string): Answer {
  const kind = kindOf(editor, event) ?? 'permission';
  return deny(kind, 'Blocked: the secrets guard failed. Run: service-cli system status');
}

/** Network and keyring are in a separate bundle, which the secrets hooks never load. */
async function sessionAnswer(
  stdin: string,
  folder: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<Answer> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader
  const { startSession } = require('./session.js') as typeof Session;
  return startSession(stdin, { env, folder, bin: __dirname });
}
