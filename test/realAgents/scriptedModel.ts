import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';

export interface ScriptedModel {
  readonly url: string;
  /** The bodies of the requests: everything that reached the model. */
  readonly requests: readonly string[];
  readonly stop: () => Promise<void>;
}

/** A model on loopback that speaks the Responses API: it runs one command, and then says that it is done. */
export async function startScriptedModel(command: string): Promise<ScriptedModel> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      requests.push(body);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of answerTo(body, command))
        response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
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

interface ModelEvent {
  readonly type: string;
  readonly response?: object;
  readonly item?: object;
  readonly output_index?: number;
}

/** Source: https://platform.openai.com/docs/api-reference/responses-streaming */
function answerTo(body: string, cmd: string): readonly ModelEvent[] {
  const item = body.includes('"function_call_output"')
    ? { type: 'message', id: 'm1', role: 'assistant', content: [{ type: 'output_text', text: 'done' }] }
    : {
        type: 'function_call',
        id: 'f1',
        call_id: 'c1',
        name: 'exec_command',
        arguments: JSON.stringify({ cmd }),
      };
  const usage = {
    input_tokens: 1,
    input_tokens_details: null,
    output_tokens: 1,
    output_tokens_details: null,
    total_tokens: 2,
  };
  return [
    { type: 'response.created', response: { id: 'r1' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'r1', usage } },
  ];
}
