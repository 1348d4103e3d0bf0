import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { becomes } from '../support/becomes.ts';
import { startServer } from '../support/httpServer.ts';
import { startPlatform, usePlatform } from './usePlatform.ts';

/** A browser as far as forms need one: it keeps its cookie and says where a form came from. */
class Browser {
  readonly #url: string;
  #cookie = '';

  constructor(url: string) {
    this.#url = url;
  }

  get(path: string): Promise<Response> {
    return fetch(this.#url + path, { headers: { Cookie: this.#cookie }, redirect: 'manual' });
  }

  async submit(path: string, fields: Record<string, string>, origin = this.#url): Promise<Response> {
    const response = await fetch(this.#url + path, {
      method: 'POST',
      headers: { Cookie: this.#cookie, Origin: origin },
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    this.#cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.#cookie;
    return response;
  }
}

describe('the pages of the embedded platform', () => {
  const { platform, admin } = usePlatform();
  let browser: Browser;

  before(async () => {
    await admin.project('demo', '<b>Demo</b> & co');
    await admin.gate('Strict', [['violations', 'GT', '0']], 'demo');
    await admin.analyse('demo', {
      files: { 'a.ts': { source: 'one', issues: [{ line: 1, message: 'Bad <i>' }] } },
    });
    browser = new Browser(platform.url);
  });

  it('require a login, and then show the requested page', async () => {
    const anonymous = await (await browser.get('/account/security/')).text();
    assert.match(anonymous, /<h1>Sign in<\/h1>/u);
    assert.match(anonymous, /name="target" value="\/account\/security\/"/u);
    const wrong = await browser.submit('/login', { login: 'admin', password: 'wrong', target: '/' });
    assert.deepEqual([wrong.status, wrong.headers.get('set-cookie')], [401, null]);
    const elsewhere = await browser.submit('/login', {
      login: 'admin',
      password: platform.adminPassword ?? '',
      target: '//example.org/',
    });
    assert.equal(elsewhere.headers.get('location'), '/');
    assert.match(elsewhere.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/u);
  });

  it('answer 404 for unknown addresses, even for one that begins like that of another server', async () => {
    assert.equal((await browser.get('//')).status, 200);
    for (const path of ['/x', '///x', '//elsewhere.example/x?y=1']) {
      const response = await browser.get(path);
      assert.deepEqual(
        [response.status, (await response.text()).includes('There is no page')],
        [404, true],
        path,
      );
    }
  });

  it('show open issues, or those of a filter, and a file with its issues at their lines', async () => {
    const page = await (await browser.get('/dashboard?id=demo')).text();
    assert.ok(page.includes('>Issues</th>'), 'the name of the metric');
    const [, code = ''] = /href="(\/code[^"#]+)#L1"/u.exec(page) ?? [];
    const source = await (await browser.get(code.replaceAll('&amp;', '&'))).text();
    assert.match(source, /<li id="L1"><code>one<\/code>\s*<p class="note">.*Bad &lt;i&gt;/su);
    const none = await (await browser.get('/dashboard?id=demo&status=resolved')).text();
    assert.match(none, /0 issues/u);
    assert.equal((await browser.get('/code?id=demo&file=none.ts')).status, 404);
  });

  it('create a project and a webhook, and show the payload of its delivery', async () => {
    const created = await browser.submit('/projects/create', { name: 'New', project: 'new' });
    assert.equal(created.headers.get('location'), '/dashboard?id=new');
    const taken = await browser.submit('/projects/create', { name: 'New', project: 'new' });
    assert.match(await taken.text(), /role="alert">.*already exists/su);
    await using target = await startServer((_request, response) => response.end());
    const webhook = { project: 'new', name: 'ci', url: target.url, secret: '' };
    const hooked = await browser.submit('/webhooks/create', webhook);
    assert.equal(hooked.headers.get('location'), '/dashboard?id=new');
    await admin.analyse('new', { files: { 'a.ts': { source: 'one' } } });
    const linkToDelivery = async (): Promise<string | undefined> =>
      /href="(\/webhooks\/delivery[^"]+)"/u.exec(await (await browser.get('/dashboard?id=new')).text())?.[1];
    await becomes(async () => (await linkToDelivery()) !== undefined, true);
    const link = await linkToDelivery();
    assert.match(await (await browser.get(link ?? '')).text(), /&quot;key&quot;: &quot;new&quot;/u);
  });

  it('show the commands that make the first project, and a style sheet before the login', async () => {
    await using empty = await startPlatform();
    const visitor = new Browser(empty.url);
    assert.match((await visitor.get('/pico.css')).headers.get('content-type') ?? '', /^text\/css/u);
    const login = { login: 'admin', password: empty.adminPassword ?? '', target: '/' };
    await visitor.submit('/login', login);
    const start = await (await visitor.get('/')).text();
    assert.ok(start.includes(`export SERVICE_URL=${empty.url}\n`));
    assert.match(start, /service-cli platform analyze \. -p my-project/u);
  });

  it('list projects with their gates, and escape every name', async () => {
    const page = await (await browser.get('/?q=dem')).text();
    assert.match(page, /&lt;b&gt;Demo&lt;\/b&gt; &amp; co/u);
    assert.match(page, /<span class="gate ERROR">Failed<\/span>/u);
    assert.doesNotMatch(await (await browser.get('/?q=nothing')).text(), /Demo/u);
  });

  it('change the gate by the transition of an issue', async () => {
    const page = await (await browser.get('/dashboard?id=demo')).text();
    assert.match(page, /Bad &lt;i&gt;/u);
    const [, issue = ''] = /name="issue"\s+value="([^"]+)"/u.exec(page) ?? [];
    const change = { project: 'demo', issue, transition: 'falsepositive' };
    const foreign = await browser.submit('/issues/transition', change, 'https://example.org');
    assert.equal(foreign.status, 403, 'a form of another site');
    assert.equal(await admin.gateStatus('demo'), 'ERROR');
    const own = await browser.submit('/issues/transition', change);
    assert.equal(own.headers.get('location'), '/dashboard?id=demo');
    assert.equal(await admin.gateStatus('demo'), 'OK');
    const refused = await browser.submit('/issues/transition', { ...change, transition: 'confirm' });
    assert.match(
      await refused.text(),
      /role="alert">Transition from state RESOLVED does not exist: confirm/u,
    );
  });

  it('create a token that works, show it once, and revoke it [AU5]', async () => {
    const fields = { name: 'mine', type: 'USER_TOKEN', projectKey: '' };
    const page = await (await browser.submit('/account/security/', fields)).text();
    const [token = ''] = /squ_[\da-f]{40}/u.exec(page) ?? [];
    const use = (): Promise<Response> =>
      fetch(`${platform.url}/api/users/current`, { headers: { Authorization: `Bearer ${token}` } });
    assert.equal((await use()).status, 200);
    assert.doesNotMatch(await (await browser.get('/account/security/')).text(), /squ_/u);
    await browser.submit('/account/security/revoke', { name: 'mine' });
    assert.equal((await use()).status, 401);
  });

  it('send a token to an editor only on the ports of editors, after the user agreed', async () => {
    const asked = await (await browser.get('/sonarlint/auth?ideName=My%20editor&port=64120')).text();
    assert.match(asked, /My editor requests a token/u);
    assert.doesNotMatch(asked, /squ_/u);
    const allowed = await browser.submit('/sonarlint/auth', { ideName: 'My editor', port: '64120' });
    assert.match(
      allowed.headers.get('content-security-policy') ?? '',
      /connect-src http:\/\/127\.0\.0\.1:64120;/u,
    );
    const page = await allowed.text();
    const policy = allowed.headers.get('content-security-policy') ?? '';
    for (const [, content = ''] of page.matchAll(/<(?:style|script)>(.*?)<\/(?:style|script)>/gsu))
      assert.ok(
        policy.includes(createHash('sha256').update(content).digest('base64')),
        'the browser runs it',
      );
    assert.match(page, /fetch\('http:\/\/127\.0\.0\.1:64120\/sonarlint\/api\/token'/u);
    for (const port of ['80', '64131', "64120';alert(1)//"]) {
      const refused = await browser.submit('/sonarlint/auth', { ideName: 'x', port });
      assert.equal(refused.status, 400);
      assert.doesNotMatch(await refused.text(), /squ_/u);
    }
  });
});
