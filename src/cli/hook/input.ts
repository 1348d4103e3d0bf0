import { isAbsolute, resolve } from 'node:path';

/**
 * What the editor sends on stdin, as far as we need it. Checked by hand, the one border of the product without zod:
 * a schema library would be a fifth of what one hook run may take.
 */
export interface HookInput {
  /** Text that is about to reach the model: the prompt, or the file as the editor has it. */
  readonly text: string | undefined;
  /** Files about to reach the model, absolute. */
  readonly files: readonly string[];
  readonly roots: readonly string[];
  /** False: the event is about something else than reading, and nothing needs to be looked at. */
  readonly reads: boolean;
}

/** Thrown with what is wrong; the answer to it is no. */
export class BadInput extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/** Names of tools that read files, in the versions of the editor that we know of and in those to come. */
const readLike = /read|view|open|cat(?:$|_)|fetch_?file|get_?file/i;

const pathFields = ['file_path', 'filePath', 'path', 'target_file', 'targetFile', 'file', 'filename'];
const listFields = ['paths', 'files', 'file_paths', 'filePaths'];

/** @param projectDirectory what the editor names in its environment, where it does. */
export function readInput(event: string, stdin: string, projectDirectory: string | undefined): HookInput {
  const input = parseObject(stdin);
  const roots = [
    ...strings(input.workspace_roots, 'workspace_roots'),
    ...(projectDirectory ? [projectDirectory] : []),
  ];
  const base = typeof input.cwd === 'string' && input.cwd !== '' ? input.cwd : roots[0];
  const absolute = (path: string): string => {
    if (isAbsolute(path)) return path;
    if (base === undefined || !isAbsolute(base))
      throw new BadInput('a relative path without a folder it is relative to');
    return resolve(base, path);
  };
  switch (event) {
    case 'beforeSubmitPrompt':
      return { text: text(input, 'prompt'), files: attachments(input).map(absolute), roots, reads: true };
    case 'preToolUse': {
      const tool = text(input, 'tool_name');
      if (!readLike.test(tool)) return { text: undefined, files: [], roots, reads: false };
      const files = pathsOf(input.tool_input).map(absolute);
      if (files.length === 0) throw new BadInput(`the tool ${tool.slice(0, 40)} names no file`);
      return { text: undefined, files, roots, reads: true };
    }
    default: {
      const content = input.content;
      if (content !== undefined && content !== null && typeof content !== 'string')
        throw new BadInput('content is no text');
      const path = absolute(text(input, 'file_path'));
      return {
        text: content === '' ? undefined : (content ?? undefined),
        files: [path, ...attachments(input).map(absolute)],
        roots,
        reads: true,
      };
    }
  }
}

function parseObject(stdin: string): Fields {
  if (stdin.trim() === '') throw new BadInput('empty');
  let value: unknown;
  try {
    value = JSON.parse(stdin);
  } catch {
    // The parser's message quotes what it read, which may be a secret.
    throw new BadInput('not JSON');
  }
  if (!isFields(value)) throw new BadInput('not an object');
  return value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(input: Fields, name: string): string {
  const value = input[name];
  if (typeof value !== 'string') throw new BadInput(`${name} is missing`);
  if (name !== 'prompt' && value === '') throw new BadInput(`${name} is empty`);
  return value;
}

function strings(value: unknown, name: string): string[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new BadInput(`${name} is no list of paths`);
  return value;
}

function attachments(input: Fields): string[] {
  const list = input.attachments;
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new BadInput('attachments is no list');
  return list.map((item: unknown) => {
    const path = isFields(item) ? (item.file_path ?? item.filePath) : undefined;
    if (typeof path !== 'string' || path === '') throw new BadInput('an attachment names no file');
    return path;
  });
}

function pathsOf(toolInput: unknown): string[] {
  // Some events carry the tool's input as JSON in a string.
  const input = typeof toolInput === 'string' ? parseObject(toolInput) : toolInput;
  if (!isFields(input)) throw new BadInput('tool_input is no object');
  const single = pathFields
    .map((name) => input[name])
    .filter((path) => typeof path === 'string' && path !== '');
  return [...(single as string[]), ...listFields.flatMap((name) => strings(input[name], name))];
}
