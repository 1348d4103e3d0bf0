import { type Fields, isFields } from '../../core/fields.ts';
import { posixQuote } from '../../core/shellWord.ts';
import type { HookInput, ShellRequest } from '../protocol.ts';
import { callsInCode } from './codeCalls.ts';
import { jsonIn } from './encodedTexts.ts';
import { firstText } from './requestFields.ts';
import type { RequestPaths } from './requestPaths.ts';

/** Names of fields with a command line, in lower case and without separators. */
const commandName =
  /^(?:(?:shell|bash|terminal|full|raw|sub)?(?:commands?|cmds?)(?:lines?|text|string|s)?|shell|bash|sh|zsh|exec|execute|run|argv|program|executable)$/;

/** Names of fields with a command line, or with code or text of another kind. */
const codeName = /^(?:(?:source|js|py)?codes?|snippet|javascript|js|python|input|chars|stdin|keys|scripts?)$/;
const argumentsName = /^(?:args|arguments|argv|params|parameters|argumentlist)$/;

/** Names of fields with the folder in which a command runs. */
const folderName = /^(?:(?:current)?(?:cwd|workdir|workingdir(?:ectory)?|dirpath|dir|directory)|folder)$/;

/** Names of tools that run command lines, whatever their fields are called. */
const shellTool =
  /(?:^|[^a-z])(?:exec|shell|bash|zsh|terminal|tty|pty|cmd|pwsh|powershell|commands?)(?:$|[^a-z])/i;

export interface CommandCall {
  readonly name: string;
  readonly paths: RequestPaths;
  readonly platform?: NodeJS.Platform | undefined;
  /** The fields in which the agent's shell names its folder. Another field does not tell where the command runs. */
  readonly folderFields?: readonly string[] | undefined;
}

/**
 * Returns the command lines that a tool may run, whatever it is called: the texts in fields that hold command lines or
 * code, at any depth. Returns the folders of which its code may print everything as searches.
 *
 * @param isShell Whether the agent says that the tool is a shell, which runs no other language.
 */
export function commandsIn(
  fields: Fields,
  call: CommandCall,
  isShell: boolean,
): Pick<HookInput, 'commands' | 'searches'> {
  const found: Found = { lines: new Set(), folders: new Set(), printsAll: false };
  visit(fields, found, { isShell, takesAll: !isShell && shellTool.test(call.name) });
  const { paths } = call;
  const own = (call.folderFields ?? []).flatMap((field) => firstText(fields, [field]) ?? []);
  const folders = new Set<string | undefined>([
    ...(own.length > 0 ? [] : [paths.base]),
    ...[...own, ...found.folders].map((folder) => paths.absolute(folder)),
  ]);
  return {
    commands: [...found.lines].flatMap((line) =>
      [...folders].flatMap((folder) => shellRequests(line, folder, call.platform)),
    ),
    searches: found.printsAll ? paths.folders.map((path) => ({ path })) : [],
  };
}

interface Found {
  readonly lines: Set<string>;
  readonly folders: Set<string>;
  /** Whether code calls a tool in a way that cannot be read before. */
  printsAll: boolean;
}

interface VisitOptions {
  readonly isShell: boolean;
  /** Whether every text may be a command line. */
  readonly takesAll: boolean;
}

function visit(value: unknown, found: Found, options: VisitOptions): void {
  const fields = typeof value === 'string' ? jsonIn(value) : value;
  if (Array.isArray(fields)) for (const item of fields) visit(item, found, options);
  if (!isFields(fields)) return;
  addWithArguments(fields, found);
  for (const [field, item] of Object.entries(fields)) {
    const name = plainName(field);
    const line = lineOf(item);
    if (line !== undefined) {
      if (folderName.test(name) && typeof item === 'string') found.folders.add(item);
      if (commandName.test(name) || options.takesAll || (codeName.test(name) && options.isShell))
        found.lines.add(line);
      if (codeName.test(name) && !options.isShell) addCode(line, found, options);
    }
    if (Array.isArray(item) && commandName.test(name) && name.endsWith('s'))
      for (const each of item as unknown[]) if (typeof each === 'string') found.lines.add(each);
    visit(item, found, options);
  }
}

const plainName = (field: string): string => field.toLowerCase().replaceAll(/[^a-z]/g, '');

/** Returns a command line; a list of arguments is quoted. */
function lineOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string'))
    return undefined;
  return value.map(posixQuote).join(' ');
}

/** Adds the command line of an object with the program and its arguments in two fields. */
function addWithArguments(fields: Fields, found: Found): void {
  const entries = Object.entries(fields);
  for (const [field, program] of entries)
    if (typeof program === 'string' && commandName.test(plainName(field)))
      for (const [other, list] of entries) {
        const line = argumentsName.test(plainName(other)) ? lineOf(list) : undefined;
        if (line !== undefined) found.lines.add(`${program} ${line}`);
      }
}

/** Lines of other languages, and of lists and headings: in a command line, `*` would name every file. */
const otherLanguage =
  /^\s*(?:[*#>-]+\s|\/[/*]|(?:import|from|export|const|let|var|def|class|return|await|async|function|type|interface|select|insert|update|delete|create|with|print)\b|[\w.$]+\s*[=(:[+*-])/i;

function addCode(code: string, found: Found, options: VisitOptions): void {
  const lines = code.split('\n').filter((line) => line.trim() !== '' && !otherLanguage.test(line));
  if (lines.length > 0) found.lines.add(lines.join('\n'));
  found.lines.add(`node -e ${posixQuote(code)}`);
  const { calls, isPlain } = callsInCode(code);
  if (!isPlain) found.printsAll = true;
  for (const call of calls) visit(call, found, { ...options, takesAll: true });
}

/** Returns the requests for a command line whose language the agent does not name. */
export function shellRequests(
  command: string,
  cwd: string | undefined,
  platform: NodeJS.Platform | undefined,
): readonly ShellRequest[] {
  // On Windows an agent may use PowerShell, cmd or the shell of Git, and does not say which.
  const shells = platform === 'win32' ? (['posix', 'powershell', 'cmd'] as const) : (['posix'] as const);
  return readings(command).flatMap((text) => shells.map((shell) => ({ command: text, cwd, shell })));
}

/** A shell ends a command line at NUL, or ignores the character. */
function readings(command: string): readonly string[] {
  if (!command.includes('\0')) return [command];
  return [command.replaceAll('\0', ''), command.replaceAll('\0', '\n')];
}
