import { type Fields, isFields } from '../../core/fields.ts';
import { BadInput, emptyInput, type HookInput } from '../protocol.ts';
import { type CommandCall, commandsIn } from './commandInput.ts';
import { textsIn } from './encodedTexts.ts';
import { listField, parseRequest } from './requestFields.ts';
import type { RequestPaths } from './requestPaths.ts';
import { type SearchFields, searchesOf } from './searchInput.ts';
import { writesOfTool } from './writeRequests.ts';

/**
 * The effect of a tool. `read`: it prints files. `shell`: it runs a command line. `search`: it prints lines of files.
 * `write`: it changes files and prints nothing of them. `mcp`: it sends its arguments to a server. `other`: the effect is
 * unknown, so the hook checks every file that an argument names.
 */
export type ToolKind = 'read' | 'shell' | 'search' | 'write' | 'mcp' | 'other';

export interface ToolCall extends CommandCall {
  readonly kind: ToolKind;
  /** The arguments: an object, or an object as JSON. A tool that takes one text may have it instead. */
  readonly input: unknown;
  /** The fields of a search tool; without them, no field narrows the search. */
  readonly search?: SearchFields | undefined;
}

const pathFields = (
  'file_path filePath path target_file targetFile file filename ' +
  'absolute_path absolutePath AbsolutePath TargetFile notebook_path'
).split(' ');
const pathLists = ['paths', 'files', 'file_paths', 'filePaths'];

/**
 * Returns the parts of a tool call that a hook checks. A text in a field for command lines is one, whatever the tool is called.
 *
 * @throws {BadInput} for a call that cannot be understood.
 */
export function inputOfTool(call: ToolCall): HookInput {
  const empty = { ...emptyInput, roots: call.paths.roots };
  const kind = call.kind === 'write' && showsFile(call.input) ? 'other' : call.kind;
  if (kind === 'write' || (kind === call.kind && kind !== 'shell' && writers.test(call.name))) {
    const writes = writesOfTool(call, fieldsOrText(call.input), kind === 'write');
    if (kind === 'write') return { ...empty, writes };
    return { ...inputOfKind(kind, call), writes };
  }
  return inputOfKind(kind, call);
}

/** Names of tools of servers, and of tools that are not known, which may change files. */
const writers = /write|edit|create|delete|remove|move|rename|replace|patch|append|insert|save|copy/i;

/** Some events carry the arguments as JSON in a string, and some tools take a text. */
function fieldsOrText(input: unknown): unknown {
  return typeof input === 'string' && input.trimStart().startsWith('{') ? parseRequest(input) : input;
}

function inputOfKind(kind: Exclude<ToolKind, 'write'>, call: ToolCall): HookInput {
  const fields = fieldsOf(call.input);
  const run = commandsIn(fields, call, kind === 'shell');
  const checked = { ...emptyInput, roots: call.paths.roots, ...run };
  switch (kind) {
    case 'read':
      return { ...checked, ...filesOf(fields, call) };
    case 'shell':
      if (run.commands.length === 0) throw new BadInput(`the tool ${call.name.slice(0, 40)} has no command`);
      return checked;
    case 'search':
      return { ...checked, searches: [...run.searches, ...searchesOf(fields, call.paths, call.search)] };
    case 'mcp': {
      const texts = textsIn(fields);
      // The name of a field can be what makes its value a secret, as in `{"password": "…"}`.
      const named = JSON.stringify(fields, undefined, 1);
      return { ...checked, toolArguments: [...texts, named], others: namedIn(texts, call.paths) };
    }
    case 'other':
      return { ...checked, others: namedIn(textsIn(fields), call.paths) };
  }
}

/** Whether a tool that changes files is asked to show one, as `str_replace_editor` can. */
function showsFile(input: unknown): boolean {
  const fields = fieldsOrText(input);
  return isFields(fields) && fields.command === 'view';
}

function fieldsOf(input: unknown): Fields {
  if (isFields(input)) return input;
  if (typeof input !== 'string' || input.trim() === '') throw new BadInput('tool_input is not an object');
  // Some events carry the tool's input as JSON in a string, others the only text that the tool takes.
  return input.trimStart().startsWith('{') ? parseRequest(input) : { input };
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
  const others = [...new Set(paths.candidates(textsIn(fields)))].filter((path) => !files.includes(path));
  return { files, others };
}

/** Texts of a call that are joined in pairs; a call with a folder and a name in two fields has few. */
const maxJoined = 16;

/** Characters of a text that may be a folder or a name. */
const maxName = 255;

/** Returns the paths that the texts of a call name, each by itself or as a folder and a name in two fields. */
function namedIn(texts: readonly string[], paths: RequestPaths): string[] {
  const parts = texts.filter((text) => text !== '' && text.length <= maxName && !/[\n\0%]|^\w+:/.test(text));
  const pairs =
    parts.length > maxJoined
      ? []
      : parts.flatMap((folder) =>
          parts
            .filter((name) => name !== folder && !paths.isAbsolute(name))
            .map((name) => paths.joined(folder, name)),
        );
  return [...new Set(paths.candidates([...texts, ...pairs]))];
}
