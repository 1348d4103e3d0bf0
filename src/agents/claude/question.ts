import { emptyInput, type HookInput, type QuestionContext } from '../protocol.ts';
import { promptInput } from '../promptInput.ts';
import { type Fields, firstText, isFields, parseRequest, stringsIn, textField } from '../requestFields.ts';
import { RequestPaths } from '../requestPaths.ts';
import { inputOfTool, type ToolKind } from '../toolInput.ts';

/** Source: https://code.claude.com/docs/en/tools-reference */
const toolKinds: readonly (readonly [name: RegExp, kind: ToolKind])[] = [
  [/^(?:Bash|PowerShell|Monitor)$/, 'shell'],
  [/^Grep$/, 'search'],
  [/^(?:Read|NotebookRead)$/, 'read'],
  [/^(?:Write|Edit|MultiEdit|NotebookEdit|TodoWrite)$/, 'write'],
  [/^mcp__/, 'mcp'],
];

/**
 * Parses the request of an event.
 *
 * @throws {BadInput} for a request that cannot be understood.
 */
export function readClaudeQuestion(
  event: string,
  stdin: string,
  { folder, home, platform }: QuestionContext,
): HookInput {
  const input = parseRequest(stdin);
  const cwd = firstText(input, ['cwd']);
  const roots = [...new Set([folder, cwd].filter((root) => root !== undefined && root !== ''))] as string[];
  const paths = new RequestPaths(cwd ?? folder, home);
  switch (event) {
    case 'UserPromptSubmit':
      return promptInput(textField(input, 'prompt', { mayBeEmpty: true }), paths, roots);
    case 'PostToolUse':
      return { ...emptyInput, roots, reads: true, outputs: stringsIn(input.tool_response) };
    default: {
      const name = textField(input, 'tool_name');
      const kind = toolKinds.find(([names]) => names.test(name))?.[1] ?? 'other';
      const toolInput = kind === 'search' ? withDefaults(input.tool_input) : input.tool_input;
      return inputOfTool({ kind, name, input: toolInput, paths, roots, platform });
    }
  }
}

/** Without `output_mode`, Grep prints only the names of files. */
function withDefaults(input: unknown): unknown {
  const defaults: Fields = { output_mode: 'files_with_matches' };
  return isFields(input) ? { ...defaults, ...input } : input;
}
