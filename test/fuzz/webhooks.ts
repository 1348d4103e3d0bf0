import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { brands } from '../../src/core/brand.ts';
import { WebhookReceiver } from '../../src/core/webhooks/receiver.ts';
import { sign } from '../../src/core/webhooks/signature.ts';
import { listenForWebhooks } from '../../src/node/http/webhookListener.ts';
import { hostileMessage } from './messages.ts';
import type { Random } from '../simulation/random.ts';

export interface WebhookFuzzResult {
  readonly cases: number;
  /** The receiver threw, ended, or acted on an unsigned delivery. */
  readonly crashes: number;
  /** A good delivery after a batch of bad ones got no answer in time. */
  readonly hangs: number;
}

const secret = '0123456789abcdef';
const batch = 50;
const patienceMs = 10_000;

const odd = [
  null,
  0,
  -1,
  '',
  'null',
  'true',
  [],
  {},
  true,
  '2026-13-45',
  'x'.repeat(3000),
  { a: { b: [] } },
] as const;

/** A payload with some of its fields missing, wrong or damaged. */
function hostilePayload(random: Random): string {
  if (random.integer(4) === 0) return hostileMessage(random);
  const maybe = (right: unknown): unknown => (random.integer(6) === 0 ? random.of(odd) : right);
  const payload = {
    serverUrl: maybe('http://localhost:9000'),
    taskId: maybe('AX-1'),
    status: maybe('SUCCESS'),
    analysedAt: maybe('2026-01-02T03:04:05+0000'),
    project: maybe({ key: maybe('k'), name: maybe('n'), url: maybe('http://localhost') }),
    branch: maybe({ name: maybe('main'), type: maybe('BRANCH'), isMain: maybe(true) }),
    qualityGate: maybe({
      name: maybe('g'),
      status: maybe('OK'),
      conditions: maybe([maybe({ metric: maybe('m'), status: maybe('OK') })]),
    }),
    properties: maybe({ a: maybe('b') }),
  };
  const kept = Object.entries(payload).filter(() => random.integer(8) > 0);
  const text = JSON.stringify(Object.fromEntries(kept));
  const at = random.integer(text.length);
  return random.integer(6) === 0 ? text.slice(0, at) : text;
}

function hostileBytes(random: Random): Buffer {
  const bytes = Buffer.from(hostilePayload(random));
  if (bytes.length > 0 && random.integer(5) === 0) bytes[random.integer(bytes.length)] = random.integer(256);
  return bytes;
}

/** Deliveries of strangers and of a platform that has gone mad, against the receiver itself. */
export function fuzzReceiver(random: Random, cases: number): WebhookFuzzResult {
  const receiver = new WebhookReceiver({ secrets: ['another secret of theirs', secret], memory: 100 });
  let crashes = 0;
  for (let done = 0; done < cases; done++) {
    const body = hostileBytes(random);
    const right = sign(body, secret);
    const kind = random.integer(4);
    const signature = [
      right,
      right.toUpperCase(),
      `${right} `,
      random.of(['', 'é', '0'.repeat(64), right.slice(1)]),
    ][kind];
    const name = random.of([brands[0], brands[1]])?.headers.signature.toLowerCase() ?? '';
    try {
      const received = receiver.receive(random.integer(5) === 0 ? {} : { [name]: signature }, body);
      const isOurs = received.kind === 'accepted' || received.kind === 'duplicate';
      if (isOurs && signature !== right) crashes++;
    } catch (error) {
      crashes++;
      console.error('receiver:', body.toString(), error);
    }
  }
  return { cases, crashes, hangs: 0 };
}

/** Bytes that are nearly a request. */
function hostileRequest(random: Random): Buffer {
  const body = hostileBytes(random);
  const length = random.of([
    body.length,
    body.length + 10,
    Math.max(0, body.length - 5),
    -1,
    'x',
    99_999_999,
  ]);
  const head = [
    `${random.of(['POST', 'GET', 'PUT', 'P O S T', ''])} ${random.of(['/', '/?x', '*', '//', 'http://h/', '/\u0000'])} HTTP/1.1`,
    'Host: h',
    random.of([`Content-Length: ${length}`, 'Transfer-Encoding: chunked', 'X: y']),
    `X-Sonar-Webhook-HMAC-SHA256: ${random.of(['', 'é', sign(body, 'wrong'), 'f'.repeat(9000)])}`,
    ...(random.integer(9) === 0 ? ['Expect: 100-continue'] : []),
  ];
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]);
}

/** Connections of strangers, against the listener over real sockets; after each batch a good delivery must be taken. */
export async function fuzzListener(random: Random, cases: number): Promise<WebhookFuzzResult> {
  let [crashes, hangs] = [0, 0];
  const listener = await listenForWebhooks({
    receiver: new WebhookReceiver({ secrets: [secret], memory: 0 }),
    port: 0,
    path: '/',
    onDelivery: (received, body) => {
      if (received.kind === 'accepted' && !body.includes('good')) crashes++;
      return Promise.resolve();
    },
    // A connection that breaks in the middle does not count as a failure of the receiver.
    onError: () => undefined,
  });
  try {
    for (let done = 0; done < cases; done += batch) {
      const strangers = Array.from({ length: Math.min(batch, cases - done) }, () =>
        stranger(listener.url, random),
      );
      if ((await deliverWell(listener.url, done)) !== 204) hangs++;
      for (const end of strangers) end();
    }
  } finally {
    await listener.stop();
  }
  return { cases, crashes, hangs };
}

/** Connects, writes, and stays or goes. @returns what ends it */
function stranger(url: string, random: Random): () => void {
  const bytes = hostileRequest(random);
  const cut = random.integer(bytes.length);
  const stays = random.integer(2) === 0;
  const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
    socket.write(bytes.subarray(0, cut));
    if (stays) socket.write(bytes.subarray(cut));
    else socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.resume();
  return () => socket.destroy();
}

/** The status; undefined where no answer came in time. */
async function deliverWell(url: string, number: number): Promise<number | undefined> {
  const body = JSON.stringify({ status: 'SUCCESS', taskId: `good ${number}`, project: { key: 'k' } });
  const headers = { 'X-Sonar-Webhook-HMAC-SHA256': sign(Buffer.from(body), secret) };
  const sent = request(url, {
    method: 'POST',
    headers,
    agent: false,
    signal: AbortSignal.timeout(patienceMs),
  });
  sent.end(body);
  try {
    const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }];
    response.resume();
    return response.statusCode;
  } catch {
    return undefined;
  }
}
