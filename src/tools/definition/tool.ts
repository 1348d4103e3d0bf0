import type * as z from 'zod';
import type { Api } from '../../core/api/client.ts';
import type { Target } from '../../core/connections/connection.ts';
import type { Toolset } from './toolsets.ts';

/** What a tool works with: the platform under the caller's own credential. */
export interface Call {
  readonly api: Api;
  /** The host of the v2 API. A server has only one host: there it is `api`. */
  readonly v2: Api;
  readonly target: Target;
  /** The token behind `api`, for the one tool that checks it. */
  readonly token: string;
  /** Cloud only. */
  readonly organization: string | undefined;
  /** Aborted when the client cancels the call or closes the connection. */
  readonly signal: AbortSignal;
  /** Tells the client, if it asked for it, how many of `total` steps are done. */
  readonly progress: (done: number, total: number) => void;
}

/**
 * What a call does to the platform; the annotations follow from it.
 * `set` writes a state and can be repeated, `add` makes something new each time, `remove` takes something away.
 */
export type Effect = 'read' | 'set' | 'add' | 'remove';

interface ToolDefinition<I extends z.ZodObject, O extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the agent: one sentence, what and when. Every word is paid for in each conversation. */
  readonly description: string;
  readonly toolset: Toolset;
  readonly effect: Effect;
  /** Absent: both. */
  readonly only?: Target['kind'];
  readonly input: I;
  /** A strict object whose required keys no other tool has, so that an answer tells which tool gave it. */
  readonly output: O;
  run(call: Call, input: z.output<I>): Promise<z.input<O>>;
}

/** A tool whose types of input and output are known to itself alone. */
export interface Tool extends Omit<ToolDefinition<z.ZodObject, z.ZodObject>, 'run'> {
  /** `input` is what the schema `input` gave. */
  run(call: Call, input: Readonly<Record<string, unknown>>): Promise<unknown>;
}

export function defineTool<I extends z.ZodObject, O extends z.ZodObject>(
  definition: ToolDefinition<I, O>,
): Tool {
  return { ...definition, run: (call, input) => definition.run(call, input as z.output<I>) };
}
