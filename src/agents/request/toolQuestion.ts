import type { Fields } from '../../core/fields.ts';
import {
  emptyInput,
  type EventKind,
  type HookInput,
  type QuestionContext,
  type MemoryFiles,
} from '../protocol.ts';
import { mentionedNames } from './mentions.ts';
import { listField, parseRequest, stringsIn, textField } from './requestFields.ts';
import { pathsOf, RequestPaths } from './requestPaths.ts';
import type { SearchFields } from './searchInput.ts';
import { inputOfTool, type ToolKind } from './toolInput.ts';

/** The names of tools and fields in the requests of an agent. */
export interface QuestionTable {
  /** Names of tools, the first match first. */
  readonly kinds: readonly (readonly [name: RegExp, kind: ToolKind])[];
  readonly otherwise: ToolKind;
  readonly searches?: Readonly<Record<string, SearchFields>>;
  /** The fields in which the agent's shells name their folder. */
  readonly folderFields?: readonly string[];
  /**
   * Brings a request into the form of Claude Code, which several agents took over: `prompt`, `tool_name`, `tool_input`,
   * `tool_response`, `cwd`; and `workspace_roots` and `attachments` (paths), which Claude Code does not have.
   */
  readonly normalize?: (request: Fields, event: string) => Fields;
  /** Replaces the arguments of a tool by arguments of a form that `inputOfTool` reads. */
  readonly argumentsOf?: (tool: string, input: unknown) => unknown;
  /** Whether the agent reads every file of a folder that a prompt mentions. */
  readonly readsMentionedFolders?: boolean;
  /** The event that says that settings have changed, and the files by the source that it names. */
  readonly settings?: { readonly event: string; readonly files: Readonly<Record<string, string>> };
  /** The files that the agent adds to each prompt, if they can import others. */
  readonly memory?: MemoryNames;
}

/**
 * Returns the reader of an agent's requests.
 *
 * @throws {BadInput} (the reader) for a request that cannot be understood.
 */
export function questionReader(
  agent: string,
  table: QuestionTable,
  kindOf: (event: string) => EventKind | undefined,
) {
  const { searches = {}, settings, memory } = table;
  return (event: string, stdin: string, context: QuestionContext): HookInput => {
    const { home, platform } = context;
    const request = parseRequest(stdin);
    const input = table.normalize?.(request, event) ?? request;
    const paths = pathsOf(input, context);
    const { roots } = paths;
    if (event === settings?.event) {
      const named = [input.file_path, settings.files[textField(input, 'source')]].filter(
        (path) => typeof path === 'string',
      );
      return { ...emptyInput, roots, settings: { agent, paths: paths.candidates(named) } };
    }
    const eventKind = kindOf(event);
    if (eventKind === 'prompt')
      return {
        ...promptInput(input, paths, table.readsMentionedFolders === true),
        memory: memory && memoryFiles(memory, paths, { home, platform }),
      };
    if (eventKind === 'output') return { ...emptyInput, roots, outputs: stringsIn(input.tool_response) };
    const name = textField(input, 'tool_name');
    const kind = table.kinds.find(([names]) => names.test(name))?.[1] ?? table.otherwise;
    const toolInput = table.argumentsOf ? table.argumentsOf(name, input.tool_input) : input.tool_input;
    const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
    const { folderFields } = table;
    return inputOfTool({ kind, name, input: toolInput, paths, platform, search, folderFields });
  };
}

/** Returns a prompt with the files that it mentions, or that come with it: agents read these without asking a hook. */
function promptInput(input: Fields, paths: RequestPaths, readsFolders: boolean): HookInput {
  const text = textField(input, 'prompt', { mayBeEmpty: true });
  const attached = listField(input, 'attachments');
  const others = paths.candidates([...new Set([...mentionedNames(text), ...attached])]);
  // An agent reads folders below the open ones only.
  const isOpen = (path: string): boolean => paths.roots.some((root) => paths.isInside(root, path));
  return {
    ...emptyInput,
    text,
    others,
    searches: readsFolders ? [...new Set(others)].filter(isOpen).map((path) => ({ path })) : [],
    roots: paths.roots,
  };
}

/** The files with instructions that an agent adds to each prompt, by their names. */
interface MemoryNames {
  /** Relative to the open folder, and to each folder above it. */
  readonly inFolders: readonly string[];
  /** Relative to the user's home folder. */
  readonly atHome: readonly string[];
}

/** Returns the files with instructions of a request, and how they import others: by mentions outside of code. */
function memoryFiles(
  { inFolders, atHome }: MemoryNames,
  paths: RequestPaths,
  { home, platform }: { readonly home: string | undefined; readonly platform: NodeJS.Platform | undefined },
): MemoryFiles {
  const below = paths.foldersAndAbove.flatMap((folder) =>
    inFolders.map((name) => paths.joined(folder, name)),
  );
  const own = home === undefined ? [] : atHome.map((name) => paths.joined(home, name));
  return {
    files: [...new Set([...below, ...own])],
    importsOf: (text, path) =>
      new RequestPaths({ base: paths.folderOf(path), home, platform }).candidates(
        mentionedNames(withoutCode(text)),
      ),
  };
}

/** Returns Markdown without its code, in which a mention imports nothing. A block that does not end counts as text. */
function withoutCode(text: string): string {
  const kept: string[] = [];
  let block: { readonly fence: string; readonly lines: string[] } | undefined;
  for (const line of text.split('\n')) {
    const [, fence] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (block) {
      block.lines.push(line);
      if (line.trim() === block.fence) block = undefined;
    } else if (fence === undefined) kept.push(line);
    else block = { fence, lines: [line] };
  }
  return [...kept, ...(block?.lines ?? [])].join('\n').replaceAll(/`[^`\n]*`/g, ' ');
}
