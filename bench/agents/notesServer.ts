/** A tool server for the benchmark: its one tool returns the text of a file of the folder that `NOTES_FOLDER` names. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly protocolVersion?: string; readonly arguments?: { readonly name: string } };
}

const tool = {
  name: 'read_note',
  description: 'Reads a note',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

function resultOf({ method, params }: Request): object {
  if (method === 'initialize')
    return {
      protocolVersion: params?.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'notes', version: '1.0.0' },
    };
  if (method === 'tools/list') return { tools: [tool] };
  const path = join(process.env.NOTES_FOLDER ?? '', params?.arguments?.name ?? '');
  return { content: [{ type: 'text', text: readFileSync(path, 'utf8') }] };
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const request = JSON.parse(line) as Request;
  const { id, method } = request;
  if (id === undefined) return;
  const isKnown = ['initialize', 'tools/list', 'tools/call'].includes(method);
  const answer = isKnown
    ? { result: resultOf(request) }
    : { error: { code: -32601, message: 'unknown method' } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`);
});
