import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

/** The web interface by which an agent asks its model. */
export type ModelInterface = 'responses' | 'completions' | 'gemini';

export interface ScriptedModel {
  /** Without a path. */
  readonly url: string;
  /** The bodies of the requests: everything that reached the model. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/** A model on loopback: it runs one command, and then says that it is done. */
export async function startScriptedModel(
  command: string,
  modelInterface: ModelInterface,
): Promise<ScriptedModel> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      requests.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(answers[modelInterface](body, command));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
}

const answers: Readonly<Record<ModelInterface, (body: string, command: string) => string>> = {
  /** Source: https://platform.openai.com/docs/api-reference/responses-streaming */
  responses(body, cmd) {
    const item = body.includes('"function_call_output"')
      ? { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }
      : { type: 'function_call', id: 'f1', call_id: 'c1', name: 'exec_command', arguments: json({ cmd }) };
    const counts = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
    const usage = { ...counts, input_tokens_details: null, output_tokens_details: null };
    const events = [
      { type: 'response.created', response: { id: 'r1' } },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: { id: 'r1', usage } },
    ];
    return events.map((event) => `event: ${event.type}\ndata: ${json(event)}\n\n`).join('');
  },
  /** Source: https://platform.openai.com/docs/api-reference/chat-streaming */
  completions(body, command) {
    const isLast = body.includes('"role":"tool"') || !body.includes('"tools"');
    const call = { name: 'bash', arguments: json({ command, description: 'Run it' }) };
    const delta = isLast
      ? { role: 'assistant', content: 'done' }
      : { role: 'assistant', tool_calls: [{ index: 0, id: 'c1', type: 'function', function: call }] };
    const chunk = (choice: object): string =>
      `data: ${json({ id: 'a', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, ...choice }] })}\n\n`;
    const end = { delta: {}, finish_reason: isLast ? 'stop' : 'tool_calls' };
    return `${chunk({ delta, finish_reason: null })}${chunk(end)}data: [DONE]\n\n`;
  },
  /** Source: https://ai.google.dev/api/generate-content */
  gemini(body, command) {
    const part = body.includes('"functionResponse"')
      ? { text: 'done' }
      : { functionCall: { name: 'run_shell_command', args: { command } } };
    const candidate = { content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    return `data: ${json({ candidates: [candidate], usageMetadata })}\r\n\r\n`;
  },
};

export function json(value: unknown): string {
  return JSON.stringify(value);
}
