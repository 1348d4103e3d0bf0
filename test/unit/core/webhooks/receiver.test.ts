import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsePayload } from '../../../../src/core/webhooks/payload.ts';
import { WebhookReceiver } from '../../../../src/core/webhooks/receiver.ts';
import { isSignedBy, sign } from '../../../../src/core/webhooks/signature.ts';
import { fuzzListener, fuzzReceiver } from '../../../fuzz/webhooks.ts';
import { Random } from '../../../simulation/random.ts';

const recorded = join(import.meta.dirname, '../../../fixtures/real');
const asciiSecret = '0123456789abcdef';
const otherSecret = 'sécrèt-key-16-chars';

interface Delivery {
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** A request as a real server sent it, byte for byte. */
function readDelivery(version: string, name: string): Delivery {
  const bytes = readFileSync(join(recorded, version, 'webhooks', `${name}.http`));
  const end = bytes.indexOf('\r\n\r\n');
  const lines = bytes.subarray(0, end).toString().split('\r\n').slice(1);
  const headers = Object.fromEntries(
    lines.map((line) => [line.replace(/:.*/, '').toLowerCase(), line.replace(/^[^:]*: /, '')]),
  );
  return { headers, body: bytes.subarray(end + 4) };
}

for (const version of ['9.9.0', '26.9.0']) {
  const names = readdirSync(join(recorded, version, 'webhooks')).map((file) => file.replace('.http', ''));
  const read = (name: string): Delivery => readDelivery(version, name);

  describe(`deliveries of a real server ${version}`, () => {
    for (const name of names)
      it(`${name}: the signature holds for the bytes, and only for them [WP1]`, () => {
        const { headers, body } = read(name);
        const signed = name.endsWith('-signed');
        const secret = /global-signed|nonascii/.test(name) ? asciiSecret : otherSecret;
        const receiver = new WebhookReceiver({ secrets: signed ? ['another-secret-1', secret] : [] });
        const received = receiver.receive(headers, body);
        assert(received.kind === 'accepted');
        assert(received.payload.project.key);
        if (!signed) return;
        assert.equal(
          new WebhookReceiver({ secrets: ['another-secret-1'] }).receive(headers, body).kind,
          'ignored',
        );
        const task = received.payload.taskId;
        const rewritten = Buffer.from(JSON.stringify(JSON.parse(body.toString())));
        assert.deepEqual(receiver.receive(headers, rewritten), {
          kind: 'ignored',
          reason: 'wrongSignature',
          detail: `the signature does not match the body${task === undefined ? '' : ` (says task ${task})`}`,
        });
      });

    it('an issue change has no task and says when the gate changed', () => {
      const { payload } = accepted(read('issue-change-error-signed'));
      assert.equal(payload.taskId, undefined);
      assert.equal(payload.gate?.status, 'ERROR');
      assert((payload.changedAt ?? 0) > (payload.analysedAt ?? 0));
    });

    it('a failed task has no gate, which is not a failed gate [WP2]', () => {
      const { payload } = accepted(read('task-failed-signed'));
      assert.equal(payload.status, 'FAILED');
      assert.equal(payload.gate, undefined);
    });

    it('a condition without value keeps its status and has no value [WP5]', () => {
      const { payload } = accepted(read('analysis-ok-project-signed'));
      const empty = payload.gate?.conditions.filter(({ value }) => value === undefined) ?? [];
      assert(empty.length > 0);
      assert(empty.every(({ status }) => status === 'NO_VALUE'));
    });
  });
}

function accepted({ headers, body }: Delivery) {
  const received = new WebhookReceiver({ secrets: [] }).receive(headers, body);
  assert(received.kind === 'accepted');
  return received;
}

describe('isSignedBy', () => {
  const body = Buffer.from('{"a":1}');

  for (const wrong of [
    '',
    'sha256=',
    sign(body, 'b'),
    sign(body, 'a').toUpperCase(),
    `${sign(body, 'a')}0`,
    'é'.repeat(64),
  ])
    it(`refuses "${wrong.slice(0, 12)}…" [WH3]`, () => assert(!isSignedBy(body, wrong, ['a'])));

  it('takes either secret during a rotation, and none without secrets', () => {
    assert(isSignedBy(body, sign(body, 'a'), ['b', 'a']));
    assert(!isSignedBy(body, sign(body, 'a'), []));
  });
});

describe('WebhookReceiver', () => {
  const body = Buffer.from('{"status":"SUCCESS","project":{"key":"p"},"properties":{}}');

  it('knows the header names of both brands [WH1]', () => {
    const receiver = new WebhookReceiver({ secrets: ['s'], memory: 0 });
    for (const name of ['x-service-webhook-hmac-sha256', 'x-sonar-webhook-hmac-sha256'])
      assert.equal(receiver.receive({ [name]: sign(body, 's') }, body).kind, 'accepted');
    assert.equal(receiver.receive({}, body).kind, 'ignored');
  });

  it('accepts a body once, from the moment it is accepted', () => {
    const receiver = new WebhookReceiver({ secrets: [] });
    assert.deepEqual(
      [1, 2, 3].map(() => receiver.receive({}, body).kind),
      ['accepted', 'duplicate', 'duplicate'],
    );
  });

  it('accepts a body again that was released because it could not be worked on', () => {
    const receiver = new WebhookReceiver({ secrets: [] });
    const first = receiver.receive({}, body);
    assert(first.kind === 'accepted');
    receiver.release(first.digest);
    assert.equal(receiver.receive({}, body).kind, 'accepted');
  });

  it('does not record a body that it ignores', () => {
    const receiver = new WebhookReceiver({ secrets: ['s'] });
    const signed = { 'x-service-webhook-hmac-sha256': sign(body, 's') };
    assert.equal(receiver.receive({}, body).kind, 'ignored');
    assert.equal(
      receiver.receive({ ...signed, 'x-service-webhook-hmac-sha256': 'no' }, body).kind,
      'ignored',
    );
    assert.equal(receiver.receive(signed, body).kind, 'accepted');
  });

  it('remembers the given number of the newest bodies', () => {
    const receiver = new WebhookReceiver({ secrets: [], memory: 2 });
    const bodies = ['', ' ', '  '].map((end) => Buffer.from(`${body.toString()}${end}`));
    for (const one of bodies) assert.equal(receiver.receive({}, one).kind, 'accepted');
    assert.deepEqual(
      bodies.toReversed().map((one) => receiver.receive({}, one).kind),
      ['duplicate', 'duplicate', 'accepted'],
    );
  });

  it('takes the project of a signed body from the body alone, because headers are not signed [N1]', () => {
    const nameless = Buffer.from('{"status":"SUCCESS","project":{}}');
    const headers = { 'x-service-webhook-hmac-sha256': sign(nameless, 's'), 'x-service-project': 'chosen' };
    const projectOf = (secrets: readonly string[]): string | undefined => {
      const received = new WebhookReceiver({ secrets }).receive(headers, nameless);
      assert(received.kind === 'accepted');
      return received.payload.project.key;
    };
    assert.deepEqual([projectOf(['s']), projectOf([])], [undefined, 'chosen']);
  });

  it('ignores bytes that are not UTF-8', () => {
    const received = new WebhookReceiver({ secrets: [] }).receive({}, Buffer.from([0x7b, 0xff, 0x7d]));
    assert(received.kind === 'ignored');
    assert.equal(received.reason, 'malformed');
  });
});

describe('parsePayload', () => {
  it('takes the key from the header where the body has none', () => {
    const minimal =
      '{"taskId":"A","status":"SUCCESS","qualityGate":{"status":"OK"},"project":{"name":"foo"}}';
    const payload = parsePayload(minimal, 'foo');
    assert.equal(payload.project.key, 'foo');
    assert.equal(payload.gate?.status, 'OK');
    assert.deepEqual(payload.gate.conditions, []);
  });

  it('reads what relays write in place of null and true [WP4]', () => {
    const relayed = parsePayload(
      '{"status":"SUCCESS","project":{"key":"p"},"branch":{"name":"m","type":"LONG","isMain":"true"},' +
        '"qualityGate":{"status":"ERROR","conditions":[{"metric":"coverage","status":"ERROR","value":"null","onLeakPeriod":"null"}]}}',
    );
    assert.equal(relayed.branch?.isMain, true);
    assert.equal(relayed.gate?.conditions[0]?.value, undefined);
    assert.equal(
      parsePayload('{"status":"FAILED","project":{"key":"p"},"qualityGate":null}').gate,
      undefined,
    );
  });

  it('keeps statuses it has not heard of, long decimals and unknown fields [WP6]', () => {
    const text =
      '{"status":"LATER","analysisId":"x","project":{"key":"p"},' +
      '"qualityGate":{"status":"MAYBE","conditions":[{"metric":"m","status":"?","value":"1.0303030303030303"}]}}';
    const payload = parsePayload(text);
    assert.equal(payload.gate?.status, 'MAYBE');
    assert.equal(payload.gate.conditions[0]?.value, '1.0303030303030303');
    assert.deepEqual(payload.json, JSON.parse(text));
  });

  it('keeps the gate when one of its conditions does not parse [WP5]', () => {
    const text =
      '{"status":"SUCCESS","project":{},"qualityGate":{"status":"ERROR","conditions":[7,{"metric":"m","status":"OK"}]}}';
    assert.equal(parsePayload(text).gate?.conditions.length, 1);
  });

  it('drops a date that it cannot parse [WP3]', () =>
    assert.equal(parsePayload('{"status":"S","project":{},"changedAt":"soon"}').changedAt, undefined));

  for (const unusable of [
    'foo',
    '[]',
    'null',
    '{}',
    '{"status":1,"project":{}}',
    '{"status":"S","project":"p"}',
    '{"serverUrl":["x"]}',
  ])
    it(`refuses ${unusable}`, () =>
      assert.throws(() => parsePayload(unusable), /^Failure: Webhook payload: /));
});

/** A short run; `npm run soak` makes the long one. */
describe('the webhook receiver among strangers', () => {
  it('accepts no unsigned delivery, and never throws [N1] [AU1]', () =>
    assert.deepEqual(fuzzReceiver(new Random(1), 5_000), { cases: 5_000, crashes: 0, hangs: 0 }));

  it('takes a good delivery after each batch of bad connections', async () => {
    assert.deepEqual(await fuzzListener(new Random(1), 300), { cases: 300, crashes: 0, hangs: 0 });
  });
});
