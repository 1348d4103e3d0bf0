import type * as z from 'zod';
import type { Api } from '../../core/api/client.ts';
import type { Target } from '../../core/connections/connection.ts';
import type { Toolset } from './toolsets.ts';

/** The context of a tool call: the platform under the client's own credentials. */
export interface Call {
  /** Its requests stop when the client cancels the call or closes the connection. */
  readonly api: Api;
  /** The host of the v2 API. A server has only one host, so it is the same as `api` there. */
  readonly v2: Api;
  readonly target: Target;
  /** The token that `api` sends, for the one tool that checks it. */
  readonly token: string;
  /** Cloud only. */
  readonly organization: string | undefined;
  /** Tells the client how many of `total` steps are done, if the client asked for progress. */
  readonly progress: (done: number, total: number) => void;
}

/**
 * The effect of a call on the platform; the annotations are derived from it. `set` writes a state and can be repeated,
 * `add` creates a new item each time, `remove` removes an item.
 */
export type Effect = 'read' | 'set' | 'add' | 'remove';

/** The name of a tool, which is its key in the record of its toolset, and that toolset. */
export interface ToolName {
  readonly name: string;
  readonly toolset: Toolset;
}

export interface ToolDescription {
  readonly title: string;
  /** For the agent: one sentence on what the tool does and when to use it. Each conversation pays for it. */
  readonly description: string;
  readonly effect: Effect;
  /** Absent: the tool works on both kinds. */
  readonly only?: Target['kind'];
  /**
   * The question to the user before the call, for a call that destroys something or changes many items. `{name}` stands
   * for an argument. Such a tool has the input `confirmInput`.
   */
  readonly confirmation?: string;
  /** The resource with the page that shows the answer, for clients that show pages of tool servers (MCP Apps). */
  readonly view?: string;
}

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> extends ToolDescription {
  readonly input: I;
  /** A strict object whose required keys are unique among the tools, so that an answer identifies its tool. */
  readonly output: O;
  run(call: Call, input: z.output<I>): Promise<z.input<O>>;
  /** The answer in a few words, for clients that show neither its fields nor its page. */
  readonly summary?: (output: z.output<O>) => string;
}

/** A tool whose types of input and output only the tool itself knows. */
interface DefinedTool extends ToolDescription {
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  run(call: Call, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  readonly summary?: (output: Readonly<Record<string, unknown>>) => string;
}

export type Tool = ToolName & DefinedTool;

/** The tools of one toolset, by their names. */
export type Tools = Readonly<Record<string, DefinedTool>>;

/** Returns a tool whose functions may trust their argument: the caller has parsed it with the tool's schema. */
export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): DefinedTool {
  const { summary, ...rest } = definition;
  return {
    ...rest,
    run: (call, input) => definition.run(call, input as z.output<I>),
    ...(summary && { summary: (output) => summary(output as z.output<O>) }),
  };
}
