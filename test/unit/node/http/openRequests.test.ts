import assert from 'node:assert/strict';
import { request } from 'node:http';
import { listenForOpenRequests, type OpenRequest } from '../../../../src/node/http/openRequests.ts';

const origin = 'https://host.example';
const issue = '/sonarlint/api/issues/show?project=p&issue=i-1&branch=b&server=https%3A%2F%2Fhost.example';

interface Answer {
  readonly status: number | undefined;
  readonly allowed: string | undefined;
  readonly body: string;
}

describe('listenForOpenRequests', () => {
  const opened: OpenRequest[] = [];
  let listener: Awaited<ReturnType<typeof listenForOpenRequests>>;

  beforeEach(async () => {
    opened.length = 0;
    listener = await listenForOpenRequests({
      clientName: 'Service for IDE',
      description: () => 'shop',
      isKnownOrigin: (known) => known === origin,
      open: (wanted) => void opened.push(wanted),
      onError: (error) => {
        throw error;
      },
      now: () => 0,
      ports: [0],
    });
  });
  afterEach(() => {
    listener.stop();
  });

  function send(path: string, headers: Record<string, string> = { origin }, method = 'GET'): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port: listener.port, path, method, headers },
        (response) => {
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          response.on('end', () => {
            const allowed = response.headers['access-control-allow-origin'];
            resolve({ status: response.statusCode, allowed, body });
          });
        },
      );
      outgoing.on('error', reject);
      outgoing.end();
    });
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

  it('drops a token that the page sends', async () => {
    await send(`${issue}&tokenName=n&tokenValue=squ_secret`);
    assert.doesNotMatch(JSON.stringify(opened), /squ_secret|tokenName/);
    assert.equal((await send('/sonarlint/api/token', { origin }, 'POST')).status, 405);
  });

  it('refuses a page of another origin, a request without an origin and a foreign Host, with an empty answer', async () => {
    const refused = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: `${origin}.evil.example` },
      {},
      { origin, host: 'rebound.example' },
      { origin, host: `rebound.example:${listener.port}` },
    ];
    for (const headers of refused)
      for (const path of ['/sonarlint/api/status', issue])
        for (const method of ['GET', 'OPTIONS'])
          assert.deepEqual(await send(path, headers, method), { status: 403, allowed: undefined, body: '' });
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

  it('opens at most 30 findings at once for a page', async () => {
    const statuses = [];
    for (let n = 0; n < 32; n++) statuses.push((await send(issue)).status);
    assert.deepEqual(statuses.slice(29), [200, 429, 429]);
    assert.equal(opened.length, 30);
  });
});
