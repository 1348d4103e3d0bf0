import { isAbsolute, resolve } from 'node:path';
import { BadInput, type HookInput, type QuestionContext } from '../protocol.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of tools that read files, in the known versions of the editor and in future ones. */
const readLike = /read|view|open|cat(?:$|_)|fetch_?file|get_?file/i;

const pathFields = ['file_path', 'filePath', 'path', 'target_file', 'targetFile', 'file', 'filename'];
const listFields = ['paths', 'files', 'file_paths', 'filePaths'];

const nothing = { text: undefined, attached: [], files: [], others: [], reads: false } as const;

/**
 * Parses the request of an event. It is checked without zod, as the only input of the product: loading a schema library
 * would take a fifth of the time that one hook run may take.
 *
 * @throws {BadInput} for a request that cannot be understood.
 */
export function readQuestion(
  event: string,
  stdin: string,
  { folder, home = '' }: QuestionContext,
): HookInput {
  const input = parseObject(stdin);
  const roots = [...strings(input.workspace_roots, 'workspace_roots'), ...(folder ? [folder] : [])];
  const base = typeof input.cwd === 'string' && input.cwd !== '' ? input.cwd : roots[0];
  const candidates = (texts: readonly string[]): string[] => pathLike(texts, base, home);
  const absolute = (path: string): string => {
    if (isAbsolute(path)) return path;
    if (base === undefined || !isAbsolute(base)) throw new BadInput('a relative path without a base folder');
    return resolve(base, path);
  };
  switch (event) {
    case 'beforeSubmitPrompt':
      return { text: text(input, 'prompt'), ...attachments(input, absolute, candidates), roots, reads: true };
    case 'preToolUse': {
      const tool = text(input, 'tool_name');
      if (!readLike.test(tool)) return { ...nothing, roots };
      const fields = fieldsOf(input.tool_input);
      const files = pathsOf(fields).map(absolute);
      if (files.length === 0) throw new BadInput(`the tool ${tool.slice(0, 40)} has no file`);
      const others = candidates(unknownFields(fields));
      return { text: undefined, attached: [], files, others, roots, reads: true };
    }
    default: {
      const content = input.content;
      if (content !== undefined && content !== null && typeof content !== 'string')
        throw new BadInput('the content is not text');
      const path = absolute(text(input, 'file_path'));
      const more = attachments(input, absolute, candidates);
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
    throw new BadInput(`${name} is not a list of paths`);
  return value;
}

type Attached = Pick<HookInput, 'attached' | 'files' | 'others'>;

/**
 * The files that attachments name, and every text in them: the content may differ from the file, or there may be no
 * file.
 */
function attachments(
  input: Fields,
  absolute: (path: string) => string,
  candidates: (texts: readonly string[]) => readonly string[],
): Attached {
  const list = input.attachments;
  if (list === undefined || list === null) return { attached: [], files: [], others: [] };
  if (!Array.isArray(list)) throw new BadInput('attachments is not a list');
  const files: string[] = [];
  const attached: string[] = [];
  const others: string[] = [];
  for (const item of list as unknown[]) {
    if (!isFields(item)) throw new BadInput('an attachment is not an object');
    const { file_path, filePath, ...rest } = item;
    const path = file_path ?? filePath;
    const texts = stringsIn(rest);
    if (typeof path === 'string' && path !== '') files.push(absolute(path));
    // An attachment that only has an id, for example, cannot be checked.
    else if (typeof (rest.content ?? rest.text) !== 'string') throw new BadInput('an attachment has no file');
    attached.push(...texts);
    others.push(...candidates(texts));
  }
  return { attached, files, others };
}

function fieldsOf(toolInput: unknown): Fields {
  // Some events carry the tool's input as JSON in a string.
  const input = typeof toolInput === 'string' ? parseObject(toolInput) : toolInput;
  if (!isFields(input)) throw new BadInput('tool_input is not an object');
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
function pathLike(texts: readonly string[], base: string | undefined, home: string): string[] {
  return texts
    .filter((path) => path !== '' && path.length <= maxPath && !path.includes('\0'))
    .flatMap((path) => {
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
