import { isAbsolute, resolve } from 'node:path';

/**
 * The fields of the editor's request on standard input that the hook needs. They are checked without zod, as the only
 * input of the product: loading a schema library would take a fifth of the time that one hook run may take.
 */
export interface HookInput {
  /** Text that is about to reach the model: the prompt, or the file as the editor has it. */
  readonly text: string | undefined;
  /** Texts that come with a prompt or a file, such as a selection. */
  readonly attached: readonly string[];
  /** Files about to reach the model, absolute. */
  readonly files: readonly string[];
  /** Absolute paths from texts in unknown fields. Each is checked when a file of that name exists. */
  readonly others: readonly string[];
  readonly roots: readonly string[];
  /** False when the event reads no file and no prompt, so that the hook has no text to check. */
  readonly reads: boolean;
}

/** The message says what is wrong with the request. The answer to such a request is a refusal. */
export class BadInput extends Error {}

type Fields = Readonly<Record<string, unknown>>;

/** Names of tools that read files, in the known versions of the editor and in future ones. */
const readLike = /read|view|open|cat(?:$|_)|fetch_?file|get_?file/i;

const pathFields = ['file_path', 'filePath', 'path', 'target_file', 'targetFile', 'file', 'filename'];
const listFields = ['paths', 'files', 'file_paths', 'filePaths'];

const nothing = { text: undefined, attached: [], files: [], others: [], reads: false } as const;

/**
 * Parses the request of an event.
 *
 * @param projectDirectory The folder that the editor names in its environment, if it does.
 * @throws {BadInput} for a request that cannot be understood.
 */
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
      return { text: text(input, 'prompt'), ...attachments(input, absolute, base), roots, reads: true };
    case 'preToolUse': {
      const tool = text(input, 'tool_name');
      if (!readLike.test(tool)) return { ...nothing, roots };
      const fields = fieldsOf(input.tool_input);
      const files = pathsOf(fields).map(absolute);
      if (files.length === 0) throw new BadInput(`the tool ${tool.slice(0, 40)} names no file`);
      const others = pathLike(unknownFields(fields), base);
      return { text: undefined, attached: [], files, others, roots, reads: true };
    }
    default: {
      const content = input.content;
      if (content !== undefined && content !== null && typeof content !== 'string')
        throw new BadInput('content is no text');
      const path = absolute(text(input, 'file_path'));
      const more = attachments(input, absolute, base);
      return {
        text: content === '' ? undefined : (content ?? undefined),
        attached: more.attached,
        files: [path, ...more.files],
        others: more.others,
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

type Attached = Pick<HookInput, 'attached' | 'files' | 'others'>;

/**
 * The files that attachments name, and every text in them: the content may differ from the file, or there may be no
 * file.
 */
function attachments(input: Fields, absolute: (path: string) => string, base: string | undefined): Attached {
  const list = input.attachments;
  if (list === undefined || list === null) return { attached: [], files: [], others: [] };
  if (!Array.isArray(list)) throw new BadInput('attachments is no list');
  const files: string[] = [];
  const attached: string[] = [];
  const others: string[] = [];
  for (const item of list as unknown[]) {
    if (!isFields(item)) throw new BadInput('an attachment is no object');
    const { file_path, filePath, ...rest } = item;
    const path = file_path ?? filePath;
    const texts = stringsIn(rest);
    if (typeof path === 'string' && path !== '') files.push(absolute(path));
    // An attachment that only has an id, for example, cannot be checked.
    else if (typeof (rest.content ?? rest.text) !== 'string')
      throw new BadInput('an attachment names no file');
    attached.push(...texts);
    others.push(...pathLike(texts, base));
  }
  return { attached, files, others };
}

function fieldsOf(toolInput: unknown): Fields {
  // Some events carry the tool's input as JSON in a string.
  const input = typeof toolInput === 'string' ? parseObject(toolInput) : toolInput;
  if (!isFields(input)) throw new BadInput('tool_input is no object');
  return input;
}

function pathsOf(input: Fields): string[] {
  const single = pathFields
    .map((name) => input[name])
    .filter((path) => typeof path === 'string' && path !== '');
  return [...(single as string[]), ...listFields.flatMap((name) => strings(input[name], name))];
}

/** The texts of all fields that are not known to hold paths. */
function unknownFields(input: Fields): string[] {
  const known = new Set([...pathFields, ...listFields]);
  return stringsIn(Object.fromEntries(Object.entries(input).filter(([name]) => !known.has(name))));
}

/** More texts than any tool sends. A request with more cannot be checked. */
const maxStrings = 1_000;

/** Returns every text in a value, at any depth. */
function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) waiting.push(...(Object.values(next) as unknown[]));
    if (found.length + waiting.length > maxStrings) throw new BadInput('more fields than can be checked');
  }
  return found;
}

/** The maximum length of a path, in characters. */
const maxPath = 4_096;

/** Returns the texts that a tool might take for the path of a file, as absolute paths. */
function pathLike(texts: readonly string[], base: string | undefined): string[] {
  return texts
    .filter((path) => path !== '' && path.length <= maxPath && !path.includes('\0'))
    .flatMap((path) => {
      const { HOME: home = '' } = process.env;
      const plain = path.startsWith('file://') ? pathOfUrl(path) : path.replace(/^~(?=[/\\])/, home);
      if (isAbsolute(plain)) return [plain];
      return base !== undefined && isAbsolute(base) ? [resolve(base, plain)] : [];
    });
}

/** `fileURLToPath` is not used, because loading it takes all the time that a hook has to spare. */
function pathOfUrl(url: string): string {
  try {
    return decodeURIComponent(url.replace(/^file:\/\/[^/]*/, ''));
  } catch {
    // The decoder's message has no more information.
    throw new BadInput('a file address is malformed');
  }
}
