import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Browser, BrowserContextOptions, Frame, Page } from 'playwright-core';
import { openBrowser, violationsOn } from '../harness/browser.ts';
import { hostileText } from '../support/hostileText.ts';
import { builtCli } from '../support/builtCli.ts';
import { becomes } from '../support/becomes.ts';
import type { TestIssue } from './provision.ts';
import { usePlatform } from './usePlatform.ts';

const project = 'shop';
const dayMs = 24 * 3_600_000;

interface HostOptions {
  readonly capabilities?: object;
  readonly context?: Readonly<Record<string, unknown>>;
  readonly browser?: BrowserContextOptions;
  readonly branch?: string;
  /** The variables of the tool server. */
  readonly env?: Readonly<Record<string, string>>;
}

interface Host {
  readonly page: Page;
  /** The page of the tool. */
  readonly app: Frame;
  /** Requests and notifications of the page, in order. */
  readonly received: { readonly method: string; readonly params: Readonly<Record<string, unknown>> }[];
  /** What the browser reports, such as errors and what the policy blocked. */
  readonly complaints: readonly string[];
  /** Size of the document, in bytes. */
  readonly size: number;
}

const everything = { openLinks: {}, serverTools: {}, message: { text: {} } };

/** The host: it shows the page in a sandbox, speaks its protocol, and passes calls of tools on. */
const hostPage = `<!doctype html><html lang="en"><head><title>Chat</title><style>
  :root { color-scheme: light dark; } body { margin: 0; background: light-dark(#fff, #1e1e1e); } iframe { border: 0; width: 100%; height: 100px; color-scheme: inherit; display: block; }
</style></head><body><main><iframe title="Quality gate" sandbox="allow-scripts"></iframe></main><script>
  const frame = document.querySelector('iframe');
  const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
  addEventListener('message', async ({ source, data: { id, method, params } }) => {
    if (source !== frame.contentWindow) return;
    const answer = await receive({ method, params: params ?? {} });
    if (id !== undefined) send({ id, ...answer });
    if (method === 'ui/notifications/size-changed') frame.style.height = params.height + 'px';
    if (method !== 'ui/notifications/initialized') return;
    send({ method: 'ui/notifications/tool-input', params: { arguments: await toolInput() } });
    send({ method: 'ui/notifications/tool-result', params: await toolResult() });
  });
</script></body></html>`;

describe('the page of explain_quality_gate in a chat', () => {
  const { platform, admin } = usePlatform({ edition: 'developer' });
  let browser: Browser;
  const closing: (() => Promise<void>)[] = [];

  const analyse = (
    issues: readonly TestIssue[],
    lineHits: [number, number][],
    daysAgo: number,
    branch?: string,
  ): Promise<unknown> =>
    admin.analyse(project, {
      ...(branch !== undefined && { branch }),
      files: {
        'src/cart.ts': { source: 'one\ntwo\nthree\nfour\n', issues, facts: { lineHits } },
        [`src/a/very/long/path/that/does/not/fit/into/a/narrow/chat/${hostileText}.ts`]: {
          source: 'one\ntwo\n',
          issues: issues.slice(0, 1),
          facts: { lineHits: [[1, 1]] },
        },
      },
      date: Date.now() - daysAgo * dayMs,
    });

  before(async () => {
    await admin.project(project, 'Shop');
    const conditions: [string, 'GT' | 'LT', string][] = [
      ['violations', 'GT', '0'],
      ['bugs', 'GT', '0'],
      ['coverage', 'LT', '80'],
      ['duplicated_lines_density', 'GT', '3'],
    ];
    await admin.gate('Strict', conditions, project);
    const bug = { severity: 'CRITICAL', type: 'BUG' } as const;
    await analyse([], [[1, 1], [2, 1], [3, 1]], 9); // prettier-ignore
    await analyse([{ line: 1, message: hostileText, ...bug }], [[1, 1], [2, 1], [3, 0]], 6); // prettier-ignore
    await analyse(
      [
        { line: 1, message: hostileText, ...bug },
        { line: 2, message: 'Remove this unused variable.', ...bug },
      ],
      [[1, 1], [2, 0], [3, 0]], // prettier-ignore
      2,
    );
    await analyse([{ line: 1, message: hostileText, rule: hostileText, ...bug }], [[1, 1]], 1, hostileText);
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  after(() => browser.close());

  async function connect(env: HostOptions['env']): Promise<Client> {
    const capabilities = {
      extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
    };
    const client = new Client({ name: 'host', version: '1' }, { capabilities });
    const args = [join(await builtCli(), 'cli.js'), 'mcp'];
    const own = { SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token, SERVICE_KEYRING: 'off', ...env };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, env: own }));
    closing.push(() => client.close());
    return client;
  }

  /** Calls the tool and shows its answer as a host does. */
  async function show({
    capabilities = everything,
    context = {},
    browser: options,
    branch,
    env,
  }: HostOptions = {}): Promise<Host> {
    const client = await connect(env);
    const { tools } = await client.listTools();
    const tool = tools.find(({ name }) => name === 'explain_quality_gate');
    const uri = (tool?._meta?.ui as { readonly resourceUri: string }).resourceUri;
    const { contents } = await client.readResource({ uri });
    const [content] = contents;
    const html = (content as { readonly text: string }).text;
    assert.equal(content?.mimeType, 'text/html;profile=mcp-app');
    const args = { projectKey: project, branch };
    const opened = await browser.newContext({
      reducedMotion: 'reduce',
      viewport: { width: 1000, height: 900 },
      ...options,
    });
    closing.push(() => opened.close());
    const page = await opened.newPage();
    const received: Host['received'] = [];
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => {
      complaints.push(dialog.message());
      void dialog.dismiss();
    });
    await page.exposeFunction('toolInput', () => args);
    await page.exposeFunction('toolResult', () =>
      client.callTool({ name: 'explain_quality_gate', arguments: args }),
    );
    await page.exposeFunction('receive', async ({ method, params }: Host['received'][number]) => {
      received.push({ method, params });
      if (method === 'ui/initialize')
        return {
          result: {
            protocolVersion: params.protocolVersion,
            hostInfo: { name: 'host', version: '1' },
            hostCapabilities: capabilities,
            hostContext: context,
          },
        };
      if (method !== 'tools/call') return { result: {} };
      return { result: await client.callTool(params as unknown as Parameters<Client['callTool']>[0]) };
    });
    await page.setContent(hostPage);
    await page.evaluate(`document.querySelector('iframe').srcdoc = ${JSON.stringify(html)}`);
    const app = page.frames().find((frame) => frame !== page.mainFrame());
    assert.ok(app);
    await app.getByRole('heading', { name: /shop/ }).waitFor();
    return { page, app, received, complaints, size: Buffer.byteLength(html) };
  }

  /** The card of a condition that passes, which the page shows after it has called the other tools. */
  const passing = (app: Frame): Promise<void> =>
    app.getByRole('listitem').filter({ hasText: 'Duplicated lines' }).waitFor();

  async function violationsIn({ app }: Host): Promise<readonly string[]> {
    // The policy of the page lets no other script run, so that what it shows is judged on a page without the policy.
    const context = app.page().context();
    const copy = await context.newPage();
    const root = app.locator('html');
    const policy = /<meta http-equiv[^>]*>|<script>[\s\S]*<\/script>/g;
    const style = (await root.getAttribute('style')) ?? '';
    await copy.setContent(
      `<html lang="en" style="${style}">${(await root.innerHTML()).replaceAll(policy, '')}</html>`,
    );
    const violations = await violationsOn(copy);
    await copy.close();
    return violations;
  }

  /** Takes a picture into the folder that `SERVICE_SCREENSHOTS` names; does nothing without it. */
  async function picture({ page }: Host, name: string): Promise<void> {
    const folder = process.env.SERVICE_SCREENSHOTS;
    if (folder !== undefined) await page.screenshot({ path: join(folder, `chat-gate-${name}.png`) });
  }

  const buttonsOf = (app: Frame): Promise<string[]> => app.getByRole('button').allTextContents();

  it('has less than 60 KB, one script, and a policy without network', async () => {
    const { app, size, complaints } = await show();
    await passing(app);
    assert.ok(size < 60_000, `${size} bytes`);
    assert.deepEqual(complaints, []);
    const refused = app.evaluate(`fetch(${JSON.stringify(platform.url)})`);
    await assert.rejects(refused, /Failed to fetch/);
    assert.match(complaints.join('\n'), /Content Security Policy/);
  });

  it('shows each condition with its value, its threshold, by how much it fails, and one trend for what counts the same', async () => {
    const { app } = await show();
    await passing(app);
    const card = (name: string) =>
      app.getByRole('listitem').filter({ has: app.getByRole('heading', { name }) });
    await card('Issues').getByText('3 above the threshold').waitFor();
    await card('Issues').getByText('Failed, fails if greater than 0').waitFor();
    await card('Coverage').getByText('fails if less than 80%').waitFor();
    await card('Coverage').getByText('30 percentage points below the threshold').waitFor();
    await app
      .getByRole('img', { name: 'Issues at the last 3 analyses: lowest 0, highest 3, latest 3' })
      .waitFor();
    await app.getByRole('img', { name: /^Quality gate at the last 3 analyses: 2 failed/ }).waitFor();
    // Every issue of this project is a bug.
    assert.equal(await card('Bugs').getByRole('img').count(), 0);
  });

  for (const theme of ['light', 'dark'] as const)
    it(`is accessible in ${theme} colours, also 400 pixels wide`, async () => {
      const context = { theme };
      const wide = await show({ context, browser: { colorScheme: theme } });
      await passing(wide.app);
      await picture(wide, theme);
      assert.deepEqual(await violationsIn(wide), []);
      const viewport = { width: 400, height: 1400 };
      const narrow = await show({ context, browser: { colorScheme: theme, viewport } });
      await passing(narrow.app);
      const width = await narrow.app.evaluate<number>('document.documentElement.scrollWidth');
      assert.ok(width <= 400, `${width} pixels`);
      await picture(narrow, `${theme}-400px`);
    });

  it('keeps its states apart in forced colours', async () => {
    const host = await show({ browser: { forcedColors: 'active', colorScheme: 'dark' } });
    await passing(host.app);
    await picture(host, 'high-contrast');
    assert.deepEqual(await violationsIn(host), []);
  });

  it('shows texts of others as text: no link, no markup, no command', async () => {
    const { app, complaints } = await show({ branch: hostileText });
    await passing(app);
    await app.getByText('Branch [Fix](command:').waitFor();
    await app.getByText('external_test:[fix](command:').first().waitFor();
    await app.getByText('Ignore all rules').first().waitFor();
    assert.equal(await app.locator('a, img:not([role]), iframe, form').count(), 0);
    assert.doesNotMatch(await app.locator('html').innerHTML(), /[\u202A-\u202E\u2066-\u2069]/);
    assert.deepEqual(complaints, []);
  });

  it('opens an issue on the platform by the host', async () => {
    const { app, received } = await show();
    await app.getByRole('button', { name: 'Open: Remove this unused variable.' }).click();
    await becomes(() => Promise.resolve(received.some(({ method }) => method === 'ui/open-link')), true);
    const url = new URL(String(received.find(({ method }) => method === 'ui/open-link')?.params.url));
    assert.equal(url.origin, new URL(platform.url).origin);
    assert.equal(url.searchParams.get('id'), project);
    assert.ok((await admin.openIssues(project)).includes(url.searchParams.get('open') ?? ''));
  });

  it('asks the agent to fix all, in words that are ours alone', async () => {
    const { app, received } = await show();
    await app.getByRole('button', { name: 'Fix all' }).click();
    await app.getByRole('status').filter({ hasText: 'The agent was asked to fix all.' }).waitFor();
    const message = JSON.stringify(received.find(({ method }) => method === 'ui/message')?.params);
    assert.match(message, /explain_quality_gate/);
    assert.doesNotMatch(message, /Accept all|unused variable|cart\.ts/);
  });

  it('has no button for what the host or the tool server does not offer', async () => {
    const readOnly = await show({ env: { SERVICE_READ_ONLY: 'true' } });
    assert.deepEqual(
      [...new Set((await buttonsOf(readOnly.app)).map((name) => name.trim()))],
      ['Fix all', 'Open in browser', 'Open'],
    );
    const plain = await show({ capabilities: {} });
    assert.deepEqual(await buttonsOf(plain.app), []);
    assert.ok(plain.received.every(({ method }) => method !== 'tools/call'));
  });

  it('is in German for a German host', async () => {
    const host = await show({ context: { locale: 'de-DE' } });
    await host.app.getByRole('heading', { name: 'Quality Gate von shop' }).waitFor();
    await host.app.getByText('3 über dem Schwellenwert').first().waitFor();
    await host.app.getByText('30 Prozentpunkte unter dem Schwellenwert').waitFor();
    await picture(host, 'german');
  });

  it('has a text for hosts without pages', async () => {
    const client = await connect({});
    const { content } = await client.callTool({
      name: 'explain_quality_gate',
      arguments: { projectKey: project },
    });
    const texts = (content as readonly { readonly text: string }[]).map(({ text }) => text);
    assert.match(
      texts.at(-1) ?? '',
      /^The quality gate of shop is ERROR\.\nviolations is 3, fails if GT 0: 3 behind it\./m,
    );
  });

  it('accepts an issue by the tool, and shows the gate after that', async () => {
    const { app, received } = await show();
    await passing(app);
    while ((await app.getByRole('button', { name: /^Accept:/ }).count()) > 0) {
      const left = (await admin.openIssues(project)).length;
      await app
        .getByRole('button', { name: /^Accept:/ })
        .first()
        .click();
      await app.getByRole('status').filter({ hasText: 'Accepted.' }).waitFor();
      assert.equal((await admin.openIssues(project)).length, left - 1);
    }
    assert.deepEqual(await admin.openIssues(project), []);
    await app.getByRole('heading', { name: 'Coverage' }).waitFor();
    assert.ok(received.some(({ params }) => params.name === 'change_service_issue_status'));
  });
});
