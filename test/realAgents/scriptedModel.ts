import { text as readAll } from 'node:stream/consumers';
import { startServer, type TestServer } from '../support/httpServer.ts';

/** The web interface by which an agent asks its model. */
export type ModelInterface = 'responses' | 'completions' | 'gemini';

export interface ScriptedModel extends TestServer {
  /** The bodies of the requests: everything that reached the model. */
  readonly requests: readonly string[];
  /** Returns the part of a request from the last result of a tool on. */
  readonly lastResultIn: (request: string) => string;
}

/** The tool that the model calls. */
export interface ToolCall {
  readonly name: string;
  /** The group of the tool, in interfaces that have groups. */
  readonly namespace?: string;
  readonly input: object;
}

/**
 * Returns the call with which the model answers a request; undefined when it says that it is done.
 *
 * @param results The number of results of tools in the conversation.
 */
export type Script = (request: string, results: number) => ToolCall | undefined;

/** A model on loopback that follows a script. */
export async function startScriptedModel(
  script: Script,
  modelInterface: ModelInterface,
): Promise<ScriptedModel> {
  const { result, answer } = interfaces[modelInterface];
  const requests: string[] = [];
  const server = await startServer((request, response) => {
    void readAll(request).then((body) => {
      requests.push(body);
      const results = body.split(result).length - 1;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answer(script(body, results), { body, id: `c${results}` }));
    });
  });
  const lastResultIn = (request: string): string => request.slice(request.lastIndexOf(result));
  return { ...server, requests, lastResultIn };
}

interface AskedRequest {
  readonly body: string;
  /** For the call, unique in the conversation. */
  readonly id: string;
}

interface Interface {
  /** What only a conversation with the result of a tool has. */
  readonly result: string;
  readonly answer: (call: ToolCall | undefined, request: AskedRequest) => string;
}

const interfaces: Readonly<Record<ModelInterface, Interface>> = {
  /** Source: https://platform.openai.com/docs/api-reference/responses-streaming */
  responses: {
    result: '"function_call_output"',
    answer(call, { id }) {
      const item = call
        ? { type: 'function_call', id: `f${id}`, call_id: id, ...call, arguments: json(call.input) }
        : { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] };
      const counts = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
      const usage = { ...counts, input_tokens_details: null, output_tokens_details: null };
      const events = [
        { type: 'response.created', response: { id: 'r1' } },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id: 'r1', usage } },
      ];
      return events.map((event) => `event: ${event.type}\ndata: ${json(event)}\n\n`).join('');
    },
  },
  /** Source: https://platform.openai.com/docs/api-reference/chat-streaming */
  completions: {
    result: '"role":"tool"',
    answer(call, { body, id }) {
      // The title of a session is asked for without tools.
      const tool = body.includes('"tools"') ? call : undefined;
      const used = tool && { name: tool.name, arguments: json(tool.input) };
      const delta = used
        ? { role: 'assistant', tool_calls: [{ index: 0, id, type: 'function', function: used }] }
        : { role: 'assistant', content: 'done' };
      const chunk = (choice: object): string =>
        `data: ${json({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`;
      const end = { delta: {}, finish_reason: tool ? 'tool_calls' : 'stop' };
      return `${chunk({ delta, finish_reason: null })}${chunk(end)}data: [DONE]\n\n`;
    },
  },
  /** Source: https://ai.google.dev/api/generate-content */
  gemini: {
    result: '"functionResponse"',
    answer(call) {
      const part = call ? { functionCall: { name: call.name, args: call.input } } : { text: 'done' };
      const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
      const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
      return `data: ${json({ candidates: [candidate], usageMetadata })}\r\n\r\n`;
    },
  },
};

export function json(value: unknown): string {
  return JSON.stringify(value);
}
