import type { Fields } from '../../core/fields.ts';
import { emptyInput, type EventKind, type HookInput, type QuestionContext } from '../protocol.ts';
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
    const eventKind = events[event];
    if (eventKind === 'prompt')
      return promptInput(textField(input, 'prompt', { mayBeEmpty: true }), {
        paths,
        attached: listField(input, 'attachments'),
        readsFolders: readsMentionedFolders,
      });
    if (eventKind === 'output')
      return { ...emptyInput, roots, reads: true, outputs: stringsIn(input.tool_response) };
    const name = textField(input, 'tool_name');
    const kind = kinds.find(([names]) => names.test(name))?.[1] ?? otherwise;
    const toolInput = argumentsOf ? argumentsOf(name, input.tool_input) : input.tool_input;
    const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
    return inputOfTool({ kind, name, input: toolInput, paths, platform, search, folderFields });
  };
}

/**
 * `@` and a path: quoted, or up to a blank that no backslash escapes. A line range may follow the path. An `@`
 * inside of a word belongs to an address.
 */
const mention = /(?<![\w.+-])@(?:"([^"\n]+)"|'([^'\n]+)'|((?:\\.|[^\s"'`\\])+))/g;

interface PromptContext {
  readonly paths: RequestPaths;
  /** Paths or addresses of files that come with the prompt. */
  readonly attached?: readonly string[];
  readonly readsFolders: boolean;
}

/**
 * Returns the parts of a prompt that a hook checks: the text, and the files that it mentions with `@`. Agents add those
 * files to the prompt without asking a hook about the reads.
 */
function promptInput(prompt: string, { paths, attached = [], readsFolders }: PromptContext): HookInput {
  const named = [...prompt.matchAll(mention)].flatMap(([, double, single, bare]) => {
    const text = double ?? single ?? bare ?? '';
    return [text, withoutLines(text), withoutPunctuation(text), text.replaceAll(/\\(.)/g, '$1')];
  });
  const others = paths.candidates([...new Set([...named, ...attached])]);
  // An agent reads folders below the open ones only.
  const isOpen = (path: string): boolean => paths.roots.some((root) => paths.isInside(root, path));
  return {
    ...emptyInput,
    text: prompt,
    others,
    searches: readsFolders ? [...new Set(others)].filter(isOpen).map((path) => ({ path })) : [],
    roots: paths.roots,
    reads: true,
  };
}

/** Returns the text without a line range at its end, such as `:12`, `#L3-L9`. Linear, unlike a pattern without a start. */
function withoutLines(text: string): string {
  const range = endOf(text, '0123456789:-L');
  const start = text.length - range.length - (text.endsWith(`#${range}`) ? 1 : 0);
  const place = /[#:]L?\d/.exec(text.slice(start));
  return place ? text.slice(0, start + place.index) : text;
}

const withoutPunctuation = (text: string): string =>
  text.slice(0, text.length - endOf(text, '.,;:!?)]}').length);

/** Returns the longest end of a text that consists of some characters. */
function endOf(text: string, characters: string): string {
  let start = text.length;
  while (start > 0 && characters.includes(text.charAt(start - 1))) start--;
  return text.slice(start);
}
