import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createInterface } from 'node:readline';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { readConfiguration } from '../../../../src/tools/definition/configuration.ts';
import type { Capabilities } from '../../../../src/tools/server/capabilities.ts';
import { JsonLines } from '../../../../src/tools/server/jsonLines.ts';
import { PreparedAnswers } from '../../../../src/tools/server/preparedAnswers.ts';
import { createProductCapabilities } from '../../../../src/tools/server/productCapabilities.ts';
import { serveWithSdk } from '../../../../src/tools/server/protocol.ts';
import { serveLines } from '../../../../src/tools/server/serveStdio.ts';
import { CollectingLog } from '../../../support/collectingLog.ts';

type Fields = Readonly<Record<string, unknown>>;

function capabilitiesWith(environment: Readonly<Record<string, string>>): Capabilities {
  const configuration = readConfiguration(environment);
  const content = [{ type: 'text' as const, text: 'called' }];
  const callTool = () => Promise.resolve({ content });
  const credentialsOf = () => ({ token: undefined, source: 'variable' }) as const;
  return createProductCapabilities(configuration, { callTool, credentialsOf }, '1')(configuration);
}

interface Pipes {
  readonly input: PassThrough;
  readonly output: PassThrough;
}

const capabilities = capabilitiesWith({});

/** Sends messages to a server, each after the answer to the one before. Returns the answers. */
async function answersOf(serve: (pipes: Pipes) => void, messages: readonly Fields[]): Promise<unknown[]> {
  const pipes = { input: new PassThrough(), output: new PassThrough() };
  serve(pipes);
  const lines = createInterface({ input: pipes.output })[Symbol.asyncIterator]();
  const answers: unknown[] = [];
  for (const message of messages) {
    pipes.input.write(`${JSON.stringify(message)}\n`);
    if (!('id' in message)) continue;
    const { value } = (await lines.next()) as { value: string };
    answers.push(JSON.parse(value));
  }
  pipes.input.end();
  return answers;
}

function serveAsShipped(pipes: Pipes): void {
  serveLines(pipes, capabilities, new CollectingLog());
}

function serveBySdkAlone({ input, output }: Pipes): void {
  const log = new CollectingLog();
  const lines = new JsonLines(input, output);
  const sdk = serveWithSdk({ lines, opening: undefined, capabilities, log });
  lines.start({
    receive: (value) => void sdk.then(({ receive }) => receive(value)),
    onRefused: () => undefined,
  });
}

async function assertSameAsSdk(messages: readonly Fields[]): Promise<void> {
  const [shipped, sdk] = [
    await answersOf(serveAsShipped, messages),
    await answersOf(serveBySdkAlone, messages),
  ];
  assert.deepEqual(shipped, sdk, JSON.stringify(messages));
}

const client = { name: 'client', version: '1' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': client,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const message = (id: string, method: string, params?: unknown): Fields => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params !== undefined && { params }),
});
const handshake = (protocolVersion: string, declared: object = {}): Fields =>
  message('handshake', 'initialize', { protocolVersion, capabilities: declared, clientInfo: client });
const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
const lists = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'];
const call = { name: 'ping_system', arguments: {} };

/** The declarations of clients, with the fields that their documentation or source names. */
const declarations: Readonly<Record<string, object>> = {
  nothing: {},
  roots: { roots: { listChanged: true } },
  forms: { roots: {}, elicitation: {}, sampling: {} },
  everything: {
    roots: { listChanged: true },
    sampling: { context: {}, tools: {} },
    elicitation: { form: {}, url: {} },
    tasks: { list: {}, cancel: {}, requests: { sampling: { createMessage: {} } } },
    extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html'] } },
    experimental: { own: { level: 3 } },
  },
};

/** Fields of the two messages that describe a client. Each gets every kind of value in turn. */
const capabilityFields = (
  'roots roots.listChanged roots.own sampling sampling.context sampling.own elicitation ' +
  'elicitation.form elicitation.form.applyDefaults elicitation.url elicitation.own tasks tasks.list ' +
  'tasks.own tasks.requests.sampling tasks.requests.sampling.createMessage experimental ' +
  'experimental.own experimental.own.own extensions extensions.own own own.own'
).split(' ');
const clientFields = ['name', 'version', 'title', 'description', 'websiteUrl', 'icons', 'own'];
const kindsOfValues: readonly unknown[] = [true, 'text', 1, 0.5, null, [], {}, { own: {} }];

/** Returns an object with one field in the depth. */
function nested(path: string, value: unknown): unknown {
  return path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value);
}

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const clientKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** Messages that describe a client, each with one unusual field. */
function* unusualMessages(): Generator<Fields> {
  const usual = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: client };
  const initialize = (fields: Fields): Fields => message('1', 'initialize', { ...usual, ...fields });
  const list = (_meta: Fields): Fields => message('1', 'tools/list', { _meta: { ...envelope, ..._meta } });
  for (const value of kindsOfValues) {
    for (const field of capabilityFields) {
      yield initialize({ capabilities: nested(field, value) });
      yield list({ [capabilitiesKey]: nested(field, value) });
    }
    for (const field of clientFields) {
      yield initialize({ clientInfo: { ...client, [field]: value } });
      yield list({ [clientKey]: { ...client, [field]: value } });
    }
    for (const field of [...Object.keys(usual), 'own', '_meta']) yield initialize({ [field]: value });
    for (const field of [...Object.keys(envelope), 'progressToken', 'own']) yield list({ [field]: value });
    for (const field of ['jsonrpc', 'method', 'params', 'own']) {
      yield { ...initialize({}), [field]: value };
      yield { ...list({}), [field]: value };
    }
  }
  for (const field of Object.keys(usual)) yield initialize({ [field]: undefined });
  for (const field of Object.keys(envelope)) yield list({ [field]: undefined });
  for (const version of ['2026-07-28', '2030-01-01', '2025-11-25', '']) {
    yield initialize({ protocolVersion: version });
    yield list({ [versionKey]: version });
  }
}

/** Requests in a session, each with unusual parameters. */
function* unusualParameters(): Generator {
  yield* [...kindsOfValues, { cursor: 'x' }];
  for (const value of kindsOfValues) yield* [{ _meta: value }, { _meta: { progressToken: value } }];
}

/** Every order of up to three of these messages. */
function* orders(): Generator<readonly Fields[]> {
  const _meta = envelope;
  const all = [
    handshake('2025-11-25', { elicitation: {} }),
    handshake('2025-06-18'),
    initialized,
    message('', 'tools/list'),
    message('', 'ping'),
    message('', 'tools/call', call),
    message('', 'server/discover', { _meta }),
    message('', 'tools/list', { _meta }),
    message('', 'ping', { _meta }),
    message('', 'tools/call', { ...call, _meta }),
  ];
  for (const first of all)
    for (const second of all) for (const third of all) yield [first, second, third].map(numbered);
}

function numbered(fields: Fields, index: number): Fields {
  return 'id' in fields ? { ...fields, id: String(index) } : fields;
}

describe('prepared answers', () => {
  it('begin a session in every version of the protocol that the SDK has', () => {
    for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
      const prepared = new PreparedAnswers(capabilities);
      assert.equal(prepared.answersTo(handshake(version))?.length, 1, version);
    }
  });

  for (const [name, declaration] of Object.entries(declarations))
    it(`list everything to a client that declares ${name}, without the SDK`, () => {
      const session = new PreparedAnswers(capabilities);
      assert.ok(session.answersTo(handshake('2025-11-25', declaration)));
      assert.deepEqual(session.answersTo(initialized), []);
      for (const method of [...lists, 'ping'])
        for (const params of [undefined, {}, { _meta: { progressToken: 0 } }])
          assert.equal(session.answersTo(message('1', method, params))?.length, 1, method);
      const _meta = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': declaration };
      const selfContained = new PreparedAnswers(capabilities);
      for (const method of ['server/discover', ...lists])
        assert.equal(selfContained.answersTo(message('1', method, { _meta }))?.length, 1, method);
    });

  for (const [name, declaration] of Object.entries(declarations))
    it(`are those of the SDK for a client that declares ${name}, also after the SDK took over`, async () => {
      for (const version of SUPPORTED_PROTOCOL_VERSIONS) {
        const asked = lists.map((method) => message(method, method));
        const later = [message('call', 'tools/call', call), message('again', 'tools/list')];
        await assertSameAsSdk([handshake(version, declaration), initialized, ...asked, ...later]);
      }
      const _meta = { ...envelope, 'io.modelcontextprotocol/clientCapabilities': declaration };
      const asked = ['server/discover', ...lists].map((method) => message(method, method, { _meta }));
      const later = [
        message('call', 'tools/call', { ...call, _meta }),
        message('again', 'tools/list', { _meta }),
      ];
      await assertSameAsSdk([...asked, ...later, handshake('2025-11-25')]);
    });

  it('are those of the SDK for a client that discovers and then begins with a handshake', () =>
    assertSameAsSdk([
      message('discover', 'server/discover', { _meta: envelope }),
      handshake('2025-11-25'),
      initialized,
      message('list', 'tools/list'),
    ]));

  it('are those of the SDK for a message with an unusual field', async () => {
    for (const unusual of unusualMessages()) await assertSameAsSdk([unusual]);
  });

  it('are those of the SDK for unusual parameters in a session', async () => {
    for (const params of unusualParameters())
      await assertSameAsSdk([handshake('2025-11-25'), message('1', 'tools/list', params)]);
  });

  it('are those of the SDK in every order of messages', async () => {
    for (const messages of orders()) await assertSameAsSdk(messages);
  });

  it('offer the tools that the configuration allows', () => {
    const few = new PreparedAnswers(
      capabilitiesWith({ SERVICE_TOOLSETS: 'rules', SERVICE_READ_ONLY: 'true' }),
    );
    few.answersTo(handshake('2025-11-25'));
    const [answer] = few.answersTo(message('1', 'tools/list')) ?? [];
    const { result } = answer as {
      readonly result: { readonly tools: readonly { readonly name: string }[] };
    };
    assert.ok(result.tools.some(({ name }) => name === 'show_rule'));
    assert.ok(!result.tools.some(({ name }) => name === 'create_webhook'));
  });
});
