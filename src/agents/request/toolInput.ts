import { type Fields, isFields } from '../../core/fields.ts';
import { posixQuote } from '../../core/posixQuote.ts';
import { BadInput, emptyInput, type HookInput, type SearchRequest, type ShellRequest } from '../protocol.ts';
import { firstText, listField, parseRequest, stringsIn } from './requestFields.ts';
import type { RequestPaths } from './requestPaths.ts';

/**
 * The effect of a tool. `read`: it prints files. `shell`: it runs a command line. `search`: it prints lines of files.
 * `write`: it changes files and prints nothing of them. `mcp`: it sends its arguments to a server. `other`: the effect is
 * unknown, so the hook checks every file that an argument names.
 */
export type ToolKind = 'read' | 'shell' | 'search' | 'write' | 'mcp' | 'other';

/** A call of a tool, as an agent asks a hook about it. */
export interface ToolCall {
  readonly kind: ToolKind;
  /** The name that the agent has for the tool; it is used in messages. */
  readonly name: string;
  /** The arguments: an object, or an object as JSON. */
  readonly input: unknown;
  readonly paths: RequestPaths;
  readonly roots: readonly string[];
  readonly platform?: NodeJS.Platform | undefined;
}

const pathFields = [
  ...['file_path', 'filePath', 'path', 'target_file', 'targetFile', 'file', 'filename'],
  ...['absolute_path', 'absolutePath', 'AbsolutePath', 'TargetFile', 'notebook_path'],
];
const pathLists = ['paths', 'files', 'file_paths', 'filePaths'];
const commandFields = [
  'command',
  'cmd',
  'commandLine',
  'command_line',
  'CommandLine',
  'script',
  'code',
  'input',
  'chars',
];
const folderFields = [
  'cwd',
  'Cwd',
  'workdir',
  'working_directory',
  'workingDirectory',
  'dir_path',
  'directory',
];
const searchFolderFields = [
  'path',
  'dir_path',
  'directory',
  'SearchPath',
  'SearchDirectory',
  'target_directory',
  'folder',
  'file_path',
];
const searchFolderLists = [
  'paths',
  'target_directories',
  'targetDirectories',
  'directories',
  'TargetDirectories',
];
const patternFields = ['pattern', 'regex', 'regexp', 'Pattern'];
const questionFields = ['query', 'Query', 'question', 'search_term', 'searchTerm'];
const globFields = ['glob', 'include', 'include_pattern', 'includePattern', 'file_pattern', 'filePattern'];
/** Flags of a search that may print lines that its pattern alone does not match. */
const multilineFlags = ['multiline', 'Multiline', 'multi_line', 'multiLine'];
/** Flags by which the words of a search are a pattern. */
const patternFlags = [
  'isRegexp',
  'isRegex',
  'IsRegex',
  'IsRegexp',
  'is_regex',
  'is_regexp',
  'regex',
  'useRegex',
];
const globLists = ['globs', 'Includes', 'includes'];

/**
 * Returns the parts of a tool call that a hook checks.
 *
 * @throws {BadInput} for a call that cannot be understood.
 */
export function inputOfTool(call: ToolCall): HookInput {
  const empty = { ...emptyInput, roots: call.roots };
  const kind = call.kind === 'write' && showsFile(call.input) ? 'other' : call.kind;
  if (kind === 'write') return empty;
  const fields = fieldsOf(call.input);
  const checked = { ...empty, reads: true };
  switch (kind) {
    case 'read':
      return { ...checked, ...filesOf(fields, call) };
    case 'shell':
      return { ...checked, commands: commandsOf(fields, call) };
    case 'search':
      return { ...checked, searches: searchesOf(fields, call) };
    case 'mcp': {
      const texts = stringsIn(fields);
      // The name of a field can be what makes its value a secret, as in `{"password": "…"}`.
      const named = JSON.stringify(fields, undefined, 1);
      return { ...checked, toolArguments: [...texts, named], others: call.paths.candidates(texts) };
    }
    case 'other':
      return { ...checked, others: call.paths.candidates(stringsIn(fields)) };
  }
}

/** Whether a tool that changes files is asked to show one, as `str_replace_editor` can. */
function showsFile(input: unknown): boolean {
  const fields = typeof input === 'string' && input.trimStart().startsWith('{') ? parseRequest(input) : input;
  return isFields(fields) && fields.command === 'view';
}

function fieldsOf(input: unknown): Fields {
  // Some events carry the tool's input as JSON in a string.
  const fields = typeof input === 'string' ? parseRequest(input) : input;
  if (!isFields(fields)) throw new BadInput('tool_input is not an object');
  return fields;
}

function filesOf(fields: Fields, { name, paths }: ToolCall): Pick<HookInput, 'files' | 'others'> {
  const single = pathFields
    .map((field) => fields[field])
    .filter((path): path is string => typeof path === 'string' && path !== '');
  const files = [...single, ...pathLists.flatMap((field) => listField(fields, field))].map((path) =>
    paths.absolute(path),
  );
  if (files.length === 0) throw new BadInput(`the tool ${name.slice(0, 40)} has no file`);
  // An unknown field may name a file too, and a known one may have an unusual form.
  const others = paths.candidates(stringsIn(fields)).filter((path) => !files.includes(path));
  return { files, others };
}

function commandsOf(fields: Fields, { name, paths, platform }: ToolCall): readonly ShellRequest[] {
  // Nothing tells which of several fields the tool runs, and where.
  const commands = new Set(commandFields.flatMap((field) => commandOf(fields[field]) ?? []));
  if (commands.size === 0) throw new BadInput(`the tool ${name.slice(0, 40)} has no command`);
  const named = folderFields.flatMap((field) => firstText(fields, [field]) ?? []);
  const folders = named.length === 0 ? [paths.base] : new Set(named.map((folder) => paths.absolute(folder)));
  return [...commands].flatMap((command) =>
    [...folders].flatMap((folder) => shellRequests(command, folder, platform)),
  );
}

/** Returns the requests for a command line whose language the agent does not name. */
export function shellRequests(
  command: string,
  cwd: string | undefined,
  platform: NodeJS.Platform | undefined,
): readonly ShellRequest[] {
  // On Windows an agent may use PowerShell, cmd or the shell of Git, and does not say which.
  const shells = platform === 'win32' ? (['posix', 'powershell', 'cmd'] as const) : (['posix'] as const);
  return shells.map((shell) => ({ command, cwd, shell }));
}

/** Returns a command line; a list of arguments is quoted. */
function commandOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined;
  return value.map(posixQuote).join(' ');
}

function searchesOf(fields: Fields, { paths, roots }: ToolCall): readonly SearchRequest[] {
  const named = [
    firstText(fields, searchFolderFields) ?? [],
    ...searchFolderLists.flatMap((field) => listField(fields, field)),
  ].flat();
  const folders =
    named.length > 0 ? named.map((path) => paths.absolute(path)) : [paths.base ?? roots[0] ?? []].flat();
  if (folders.length === 0) throw new BadInput('a search without a folder');
  const isSet = (names: readonly string[]): boolean => names.some((name) => fields[name] === true);
  const question = firstText(fields, questionFields);
  const pattern = firstText(fields, patternFields) ?? (isSet(patternFlags) ? question : undefined);
  const glob = firstText(fields, globFields) ?? '';
  // Some tools take several patterns in one text.
  const globs = new Set([glob, ...glob.split(/[\s,]+/)].filter((text) => text !== ''));
  const context = ['-C', '-A', '-B', 'context', 'context_lines']
    .map((field) => fields[field])
    .filter((value) => typeof value === 'number');
  const request = {
    pattern: isSet(multilineFlags) ? undefined : pattern,
    question: pattern === undefined ? question : undefined,
    globs: [...globs, ...globLists.flatMap((field) => listField(fields, field))],
    ignoresCase: fields['-i'] === true || fields.case_sensitive !== true,
    context: Math.max(0, ...context),
  };
  // A list of file names, or a count of matches, contains no line of a file.
  const output = firstText(fields, ['output_mode', 'outputMode']);
  if (output === 'files_with_matches' || output === 'count') return [];
  return folders.map((path) => ({ path, ...request }));
}
