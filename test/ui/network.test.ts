import assert from 'node:assert/strict';
import { openEditor, type UiEditor, type UiWindow } from '../harness/ui.ts';
import {
  CompanyAuthority,
  startForwarder,
  startCompanyProxy,
  type CompanyProxy,
} from '../support/companyNetwork.ts';
import { DemoPlatform } from '../support/demoPlatform.ts';
import { startRecordingProxy } from '../support/recordingProxy.ts';
import { ServiceView } from './serviceView.ts';
import { scenario } from './scenario.ts';
import { withServers } from './userSettings.ts';

scenario('in the network of a company, a platform', ({ keep }) => {
  let proxy: CompanyProxy;
  let window: UiWindow;
  let view: ServiceView;

  before(async () => {
    const platform = await keep(
      DemoPlatform.start({ allowedHosts: ['plain.corp.example', 'secure.corp.example'] }),
    );
    const forwarder = (options: Parameters<typeof startForwarder>[1]) =>
      keep(startForwarder(platform.url, options));
    const [company, stranger] = [new CompanyAuthority(), new CompanyAuthority()];
    for (const authority of [company, stranger]) await keep(Promise.resolve(authority));
    const plain = await forwarder({});
    const secure = await forwarder({ tls: company.issue('DNS:secure.corp.example') });
    const untrusted = await forwarder({ tls: stranger.issue('IP:127.0.0.1') });
    const mutual = await forwarder({
      tls: { ...company.issue('IP:127.0.0.1'), requestCert: true, ca: company.certificate },
    });
    const below = await forwarder({ below: '/quality' });
    const six = await forwarder({ host: '::1' });
    const silent = await keep(startRecordingProxy(platform.url));
    silent.hold(true);
    proxy = await keep(
      startCompanyProxy({ 'plain.corp.example': plain.port, 'secure.corp.example': secure.port }),
    );
    const connections = {
      Proxied: 'http://plain.corp.example',
      Tunnelled: 'https://secure.corp.example',
      Untrusted: `https://127.0.0.1:${untrusted.port}`,
      Mutual: `https://127.0.0.1:${mutual.port}`,
      Below: `http://127.0.0.1:${below.port}/quality`,
      Six: `http://[::1]:${six.port}`,
      Silent: silent.url,
    };
    const editor: UiEditor = await keep(
      openEditor({
        ...withServers(
          Object.entries(connections).map(([connectionId, serverUrl]) => ({
            connectionId,
            serverUrl,
            token: platform.token,
          })),
          { 'http.proxy': `http://127.0.0.1:${proxy.port}` },
        ),
        env: { NODE_EXTRA_CA_CERTS: company.file },
      }),
    );
    window = await editor.openWindow({ folder: editor.folder('demo') });
    view = await ServiceView.in(window);
  });

  const becomes = (name: string, state: string): Promise<void> =>
    view.waitForRow(new RegExp(`^${name}, connection, ${state}`));

  it('is reached through the proxy that the editor knows', async () => {
    await becomes('Proxied', 'Connected');
    assert.ok(proxy.asked.has('plain.corp.example'));
  });

  it("is reached through the proxy over TLS, with a certificate of the company's own authority", async () => {
    await becomes('Tunnelled', 'Connected');
    assert.ok(proxy.asked.has('secure.corp.example'));
  });

  it('can be below a path, or at an IPv6 address', async () => {
    await becomes('Below', 'Connected');
    await becomes('Six', 'Connected');
  });

  it('with an untrusted certificate is refused, and the view says so', () =>
    becomes('Untrusted', 'Certificate not trusted'));

  it('that requires a client certificate is shown as such', () =>
    becomes('Mutual', 'Client certificate required'));

  it('that does not answer is shown as such, and does not delay others', async () => {
    await becomes('Silent', 'Timed out');
    await window.screenshot('network');
  });

  it('is unreachable without the proxy, unlike platforms that need none', async () => {
    await proxy.stop();
    await window.command('Service: Check All Connections');
    await becomes('Proxied', 'Unreachable');
    await becomes('Tunnelled', 'Unreachable');
    await becomes('Below', 'Connected');
  });
});
