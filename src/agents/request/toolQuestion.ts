import type { Fields } from '../../core/fields.ts';
import { emptyInput, type EventKind, type HookInput, type QuestionContext } from '../protocol.ts';
import { type MemoryNames, memoryFiles } from './memoryFiles.ts';
import { mentionedNames } from './mentions.ts';
import { folderField, listField, parseRequest, stringsIn, textField } from './requestFields.ts';
import { RequestPaths } from './requestPaths.ts';
import type { SearchFields } from './searchInput.ts';
import { inputOfTool, type ToolKind } from './toolInput.ts';

export interface QuestionTable {
  readonly events: Readonly<Record<string, EventKind>>;
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
  readonly settings?: {
    readonly agent: string;
    readonly event: string;
    readonly files: Readonly<Record<string, string>>;
  };
  /** The files that the agent adds to each prompt, if they can import others. */
  readonly memory?: MemoryNames;
}

/**
 * Returns the reader of an agent's requests.
 *
 * @throws {BadInput} (the reader) for a request that cannot be understood.
 */
export function questionReader({
  events,
  kinds,
  otherwise,
  searches = {},
  folderFields,
  normalize,
  argumentsOf,
  readsMentionedFolders = false,
  memory,
  settings,
}: QuestionTable) {
  return (event: string, stdin: string, { folder, home, platform }: QuestionContext): HookInput => {
    const request = parseRequest(stdin);
    const input = normalize ? normalize(request, event) : request;
    const paths = new RequestPaths({
      base: folderField(input),
      home,
      roots: [...listField(input, 'workspace_roots'), folder ?? ''],
      platform,
    });
    const { roots } = paths;
    if (event === settings?.event) {
      const { agent, files } = settings;
      const named = [input.file_path, files[textField(input, 'source')]].filter(
        (path) => typeof path === 'string',
      );
      return { ...emptyInput, roots, reads: true, settings: { agent, paths: paths.candidates(named) } };
    }
    const eventKind = events[event];
    if (eventKind === 'prompt')
      return {
        ...promptInput(input, paths, readsMentionedFolders),
        memory: memory && memoryFiles(memory, paths, { home, platform }),
      };
    if (eventKind === 'output')
      return { ...emptyInput, roots, reads: true, outputs: stringsIn(input.tool_response) };
    const name = textField(input, 'tool_name');
    const kind = kinds.find(([names]) => names.test(name))?.[1] ?? otherwise;
    const toolInput = argumentsOf ? argumentsOf(name, input.tool_input) : input.tool_input;
    const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
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
    reads: true,
  };
}
