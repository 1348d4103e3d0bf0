import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import { startBelow, startForwardProxy, type ForwardProxy } from '../support/forwardProxy.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import type { TestServer } from '../support/httpServer.ts';
import { ServiceView } from './serviceView.ts';
import { story } from './story.ts';

story('the network of a company', () => {
  let platform: DemoPlatform;
  let proxy: ForwardProxy;
  let below: TestServer;
  let tls: TestServer;
  let editor: UiEditor;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    platform = await DemoPlatform.start();
    proxy = await startForwardProxy(platform.url);
    below = await startBelow('/quality', platform.url);
    editor = await openEditor({ settings: { 'http.proxy': proxy.url } });
    tls = await startBelow('', platform.url, certificate(editor.data('tls')));
    window = await editor.openWindow({ folder: editor.folder('demo') });
    view = new ServiceView(window);
    await view.open();
  });
  after(async () => {
    try {
      await editor.close();
    } finally {
      for (const server of [tls, below, proxy, platform]) await server.stop();
    }
  });

  /** One that nobody here trusts. */
  function certificate(folder: string): { key: string; cert: string } {
    const options = '-x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout key.pem -out cert.pem';
    execFileSync('openssl', ['req', ...options.split(' ')], { cwd: folder, stdio: 'ignore' });
    const read = (file: string) => readFileSync(join(folder, file), 'utf8');
    return { key: read('key.pem'), cert: read('cert.pem') };
  }

  it('may have a certificate that this machine does not trust, which is said as such', async () => {
    await window.command('Service: Add Connection');
    await view.atStep('(1/5)');
    await view.choose('Server');
    await view.atStep('(2/5)');
    await view.answer(tls.url);
    await view.objection("The platform's certificate is not trusted here");
    await window.page.keyboard.press('Escape');
  });

  it('may keep the platform below a path', async () => {
    await view.addServer('Below', { url: `${below.url}/quality`, token: platform.token });
    await view.waitForRow(/^Below, connection, Connected/);
  });

  it('may lead through a proxy, which the editor knows', async () => {
    await window.command('Service: Add Connection');
    await view.atStep('(1/5)');
    await view.choose('Server');
    await view.atStep('(2/5)');
    await view.answer('http://quality.corp.test');
    // Over http everybody on the way can read the token: a second Enter goes on nevertheless.
    await view.objection('Press Enter again');
    await window.page.keyboard.press('Enter');
    await view.atStep('(3/5)');
    await view.answer(platform.token);
    await view.atStep('(4/5)');
    await view.answer('Behind');
    await view.atStep('(5/5)');
    await view.choose('Receive notifications');
    await view.waitForRow(/^Behind, connection, Connected/);
    assert.ok(proxy.hosts.includes('quality.corp.test'));
  });

  it('has a proxy that is gone, and the connection says so', async () => {
    await proxy.stop();
    await window.command('Service: Check All Connections');
    await view.waitForRow(/^Behind, connection, Unreachable/);
    await view.waitForRow(/^Below, connection, Connected/);
  });
});
