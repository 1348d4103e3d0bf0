import assert from 'node:assert/strict';
import { listenForOpenRequests, type OpenRequest } from '../../../../src/node/http/openRequests.ts';
import { fieldOf } from '../../../support/lists.ts';
import { sendTo } from '../../../support/rawRequest.ts';

const origin = 'https://host.example';
const issue = '/sonarlint/api/issues/show?project=p&issue=i-1&branch=b&server=https%3A%2F%2Fhost.example';

describe('listenForOpenRequests', () => {
  const opened: OpenRequest[] = [];
  const told: (readonly [origin: string, waitSeconds: number])[] = [];
  let listener: Awaited<ReturnType<typeof listenForOpenRequests>>;

  beforeEach(async () => {
    opened.length = 0;
    told.length = 0;
    listener = await listenForOpenRequests({
      clientName: 'Service for IDE',
      description: () => 'shop',
      isKnownOrigin: (known) => known === origin,
      open: (wanted) => void opened.push(wanted),
      onTooMany: (page, wait) => void told.push([page, wait]),
      onError: (error) => {
        throw error;
      },
      now: () => 0,
      ports: [0],
    });
  });
  afterEach(() => listener.stop());

  async function send(path: string, headers: Record<string, string> = { origin }, method = 'GET') {
    const { status, body, headers: answered } = await sendTo(listener.port, { path, method, headers });
    return {
      status,
      body,
      allowed: answered['access-control-allow-origin'],
      retryAfter: answered['retry-after'],
    };
  }

  it('tells a page of a known platform its name, and that it needs no token', async () => {
    const { status, allowed, body } = await send('/sonarlint/api/status');
    assert.deepEqual([status, allowed], [200, origin]);
    assert.deepEqual(JSON.parse(body), {
      ideName: 'Service for IDE',
      description: 'shop',
      needsToken: false,
      capabilities: { canOpenFixSuggestion: false },
    });
  });

  it('opens an issue and a hotspot, with the branch or pull request that the page names', async () => {
    assert.equal((await send(issue)).status, 200);
    const hotspot = '/sonarlint/api/hotspots/show?project=p&hotspot=h-1&pullRequest=7';
    assert.equal((await send(hotspot)).status, 200);
    assert.deepEqual(opened, [
      { origin, kind: 'issue', key: 'i-1', project: 'p', branch: 'b' },
      { origin, kind: 'hotspot', key: 'h-1', project: 'p', pullRequest: '7' },
    ]);
  });

  it('drops a token that the page sends [R12]', async () => {
    await send(`${issue}&tokenName=n&tokenValue=squ_secret`);
    assert.doesNotMatch(JSON.stringify(opened), /squ_secret|tokenName/);
    assert.equal((await send('/sonarlint/api/token', { origin }, 'POST')).status, 405);
  });

  it('refuses a page of another origin, a request without an origin and a foreign Host, with an empty answer [R12]', async () => {
    const refused = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      {},
      { origin, host: 'rebound.example' },
      { origin, host: `rebound.example:${listener.port}` },
    ];
    const refusal = { status: 403, body: '', allowed: undefined, retryAfter: undefined };
    for (const headers of refused)
      for (const path of ['/sonarlint/api/status', issue])
        for (const method of ['GET', 'OPTIONS']) assert.deepEqual(await send(path, headers, method), refusal);
    assert.deepEqual(opened, []);
  });

  it('answers the question that the browser asks first', async () => {
    assert.equal((await send(issue, { origin }, 'OPTIONS')).status, 204);
    assert.deepEqual(opened, []);
  });

  it('refuses a request without a key, with one that is too long, and other paths and methods', async () => {
    const statuses = [
      await send('/sonarlint/api/issues/show?project=p'),
      await send(`/sonarlint/api/issues/show?project=p&issue=${'x'.repeat(401)}`),
      await send('/sonarlint/api/fix/show?project=p'),
      await send(issue, { origin }, 'POST'),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [400, 400, 404, 405]);
    assert.deepEqual(opened, []);
  });

  it('answers an address that is no URL as any other path, and reports no error', async () => {
    for (const path of ['//', '//?issue=i', '/\\[']) assert.equal((await send(path)).status, 404, path);
  });

  it('opens at most 30 findings at once for a page, and tells the page and the user when it refuses more', async () => {
    const answers = [];
    for (let n = 0; n < 32; n++) answers.push(await send(issue));
    assert.deepEqual(fieldOf(answers.slice(29), 'status'), [200, 429, 429]);
    assert.equal(opened.length, 30);
    assert.equal(answers[30]?.retryAfter, '1');
    assert.match(answers[30].body, /60 findings are opened a minute. Try again in 1 s/);
    assert.deepEqual(told, [[origin, 1]]);
  });

  it('does not count the questions of a page that open nothing', async () => {
    for (let n = 0; n < 20; n++) {
      await send('/sonarlint/api/status');
      await send(issue, { origin }, 'OPTIONS');
    }
    assert.equal((await send(issue)).status, 200);
  });
});
