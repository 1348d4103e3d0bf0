import { type Fields, isFields } from '../../core/fields.ts';
import { BadInput, emptyInput, type HookInput, type QuestionContext } from '../protocol.ts';
import { shellRequests } from '../request/commandInput.ts';
import { parseRequest, stringsIn, textField } from '../request/requestFields.ts';
import { pathsOf, type RequestPaths } from '../request/requestPaths.ts';
import type { SearchFields } from '../request/searchInput.ts';
import { inputOfTool, type ToolKind } from '../request/toolInput.ts';
import { outputOf } from './protocol.ts';

/** Names of tools in known and future versions, the first match first. A tool that lists names of files is `other`. */
const toolKinds: readonly (readonly [name: RegExp, kind: ToolKind])[] = [
  [/^mcp:/i, 'mcp'],
  [/shell|terminal|bash|powershell|run_?command|execute/i, 'shell'],
  [/grep|codebase_?search|semantic_?search|search_?(?:code|text|files_?content)/i, 'search'],
  [/read|view|open|cat(?:$|_)|fetch_?file|get_?file/i, 'read'],
  [/^(?:write|edit|delete|multi_?edit|search_?replace|str_?replace|apply_?patch)/i, 'write'],
];

/** Source: the tools that Cursor describes to its models. */
const searches: Readonly<Record<string, SearchFields>> = {
  Grep: {
    folders: ['path'],
    globs: ['glob'],
    quiet: { field: 'output_mode', values: ['files_with_matches', 'count'] },
  },
  grep_search: { isPattern: true, globs: ['include_pattern'] },
  codebase_search: { folders: ['target_directories'] },
  SemanticSearch: { folders: ['target_directories'] },
};
const folderFields = ['working_directory', 'cwd'];

/** @throws {BadInput} for a request that cannot be understood. */
export function readCursorQuestion(event: string, stdin: string, context: QuestionContext): HookInput {
  const { platform } = context;
  const input = parseRequest(stdin);
  const paths = pathsOf(input, context);
  const checked = { ...emptyInput, roots: paths.roots };
  switch (event) {
    case 'beforeSubmitPrompt':
      return {
        ...checked,
        text: textField(input, 'prompt', { mayBeEmpty: true }),
        ...attachments(input, paths),
      };
    case 'preToolUse': {
      const name = textField(input, 'tool_name');
      const kind = toolKinds.find(([names]) => names.test(name))?.[1] ?? 'other';
      const search = Object.hasOwn(searches, name) ? searches[name] : undefined;
      return inputOfTool({ kind, name, input: input.tool_input, paths, platform, search, folderFields });
    }
    case 'beforeShellExecution':
      return { ...checked, commands: shellRequests(textField(input, 'command'), paths.base, platform) };
    case 'beforeMCPExecution': {
      const name = textField(input, 'tool_name');
      return inputOfTool({ kind: 'mcp', name, input: input.tool_input, paths, platform });
    }
    case 'postToolUse':
      return { ...checked, outputs: stringsIn(outputOf(input)) };
    default:
      return { ...checked, ...fileOf(input, paths) };
  }
}

function fileOf(input: Fields, paths: RequestPaths): Partial<HookInput> {
  const content = input.content ?? undefined;
  if (content !== undefined && typeof content !== 'string') throw new BadInput('the content is not text');
  const path = paths.absolute(textField(input, 'file_path'));
  const { files, ...more } = attachments(input, paths);
  return { text: content === '' ? undefined : content, ...more, files: [path, ...files] };
}

/** The files that attachments name, and every text in them: it may differ from the file, or there may be no file. */
function attachments(input: Fields, paths: RequestPaths): Pick<HookInput, 'attached' | 'files' | 'others'> {
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
    if (typeof path === 'string' && path !== '') files.push(paths.absolute(path));
    // An attachment that only has an id, for example, cannot be checked.
    else if (typeof (rest.content ?? rest.text) !== 'string') throw new BadInput('an attachment has no file');
    attached.push(...texts);
    others.push(...paths.candidates(texts));
  }
  return { attached, files, others };
}
