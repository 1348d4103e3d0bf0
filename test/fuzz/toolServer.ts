import { request as send } from 'node:http';
import { PassThrough } from 'node:stream';
import { listen } from '../../src/tools/http/toolHttp.ts';
import { createToolCaller } from '../../src/tools/catalogue/toolCalls.ts';
import { readConfiguration } from '../../src/tools/definition/configuration.ts';
import { parseOptions } from '../../src/tools/server/commandLine.ts';
import { createProductCapabilities } from '../../src/tools/server/productCapabilities.ts';
import type { Capabilities } from '../../src/tools/server/capabilities.ts';
import { createServe } from '../../src/tools/server/protocol.ts';
import { serveLines } from '../../src/tools/server/serveStdio.ts';
import { toolsets } from '../../src/tools/definition/toolsets.ts';
import { CollectingLog } from '../support/collectingLog.ts';
import { hostileMessage } from './messages.ts';
import { Random } from '../simulation/random.ts';

export interface FuzzResult {
  readonly cases: number;
  /** The server ended, or answered an internal error. */
  readonly crashes: number;
  /** A good request after a batch of bad ones got no answer in time. */
  readonly hangs: number;
}

const batch = 200;
const patienceMs = 10_000;

/** All tools, no platform: every call ends in an answer without a network. */
function everything(): Capabilities {
  const configuration = readConfiguration({ SERVICE_TOOLSETS: 'all' });
  const callTool = createToolCaller(configuration, new CollectingLog(), '1');
  const host = { callTool, credentialsOf: () => ({ token: undefined, source: 'variable' }) as const };
  const all = new Set(Object.keys(toolsets)) as ReadonlySet<keyof typeof toolsets>;
  return createProductCapabilities(configuration, host, '1')({ toolsets: all, readOnly: false });
}

/** Resolves to false when `promise` takes too long. */
async function inTime(promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), patienceMs)));
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Lines of strangers on the pipes; after each batch the server must still answer. */
export async function fuzzStdio(seed: number, cases: number): Promise<FuzzResult> {
  const random = new Random(seed);
  const input = new PassThrough();
  const output = new PassThrough();
  const waiting = new Map<string, () => void>();
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { id } = JSON.parse(line) as { id?: unknown };
      if (typeof id === 'string') waiting.get(id)?.();
    }
  });
  const serving = serveLines({ input, output }, everything(), new CollectingLog());
  const state = { ended: false };
  void serving.ended.then(() => (state.ended = true));
  const clientInfo = { name: 'fuzz', version: '1' };
  const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 'hello', method: 'initialize', params: hello })}\n`);
  let hangs = 0;
  for (let done = 0; done < cases && !state.ended; done += batch) {
    for (let index = 0; index < Math.min(batch, cases - done); index++) {
      const line = Buffer.from(`${hostileMessage(random)}\n`);
      // Pipes cut where they like.
      const cut = random.integer(line.length);
      input.write(line.subarray(0, cut));
      input.write(line.subarray(cut));
    }
    const id = `after ${done}`;
    const answered = new Promise<void>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`);
    if (!(await inTime(answered))) hangs++;
    waiting.delete(id);
  }
  const crashes = state.ended ? 1 : 0;
  serving.close();
  return { cases, crashes, hangs };
}

/** Requests of strangers over real sockets; none may end in a 5xx, and the server must still answer at the end. */
export async function fuzzHttp(seed: number, cases: number): Promise<FuzzResult> {
  const random = new Random(seed);
  const options = parseOptions(['--transport', 'http', '--port', '0', '--rate-limit', '0']);
  if (!options) throw new Error('no options');
  const log = new CollectingLog();
  const capabilities = everything();
  const { url, stop } = await listen(options, undefined, {
    serve: createServe(() => capabilities, log),
    tokenHelp: { page: undefined },
    log,
  });
  let crashes = 0;
  let hangs = 0;
  try {
    for (let done = 0; done < cases; done += 20) {
      const sent = Array.from({ length: Math.min(20, cases - done) }, () => hostileRequest(url, random));
      const all = Promise.all(sent).then((statuses) => {
        crashes += statuses.filter((status) => status >= 500).length;
      });
      if (!(await inTime(all))) hangs++;
    }
  } finally {
    stop();
  }
  return { cases, crashes, hangs };
}

/** The status, or 0 where the connection was cut. */
function hostileRequest(url: string, random: Random): Promise<number> {
  return new Promise((resolve) => {
    const sent = send(url, {
      method: random.of(['POST', 'POST', 'POST', 'POST', 'GET', 'DELETE', 'OPTIONS']),
      path: random.of(['/mcp', '/mcp', '/mcp', '/mcp?x=1', '/', '/mcp/../mcp', '/%']),
      headers: {
        'Content-Type': random.of([
          'application/json',
          'application/json',
          'application/json; charset=utf-8',
          'text/plain',
          '',
        ]),
        Accept: random.of([
          'application/json, text/event-stream',
          'application/json, text/event-stream',
          '*/*',
          'text/html',
        ]),
        Authorization: random.of(['Bearer x', 'Bearer x', 'Bearer x', 'Bearer', 'Basic eDo=', '']),
        ...(random.integer(4) === 0 && {
          'MCP-Protocol-Version': random.of(['2025-11-25', '2026-07-28', 'x']),
        }),
        ...(random.integer(8) === 0 && { 'Mcp-Session-Id': 'forged' }),
        ...(random.integer(8) === 0 && {
          Origin: random.of(['http://localhost', 'https://evil.example', 'null']),
        }),
        ...(random.integer(8) === 0 && { SERVICE_TOOLSETS: random.of(['all', 'issues', 'nope', '']) }),
      },
    });
    sent.on('response', (response) => response.resume().on('close', () => resolve(response.statusCode ?? 0)));
    sent.on('error', () => resolve(0));
    sent.end(hostileMessage(random));
  });
}

/** Half of the cases on the pipes, half over sockets. */
export async function fuzzToolServer(seed: number, cases: number): Promise<FuzzResult> {
  const lines = await fuzzStdio(seed, Math.ceil(cases / 2));
  const requests = await fuzzHttp(seed, Math.floor(cases / 2));
  return {
    cases: lines.cases + requests.cases,
    crashes: lines.crashes + requests.crashes,
    hangs: lines.hangs + requests.hangs,
  };
}
