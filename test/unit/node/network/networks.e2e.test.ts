import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { temporaryFolder } from '../../../../scripts/temporaryFolder.ts';
import { relayPaths } from '../../../../src/core/push/pushEvents.ts';
import { startRelay } from '../../../../src/relay/relay.ts';
import { createKey, webhookSecret } from '../../../support/relayFixture.ts';
import { startEmulator, type Emulator } from '../../../../src/emulator/emulator.ts';
import {
  CompanyAuthority,
  type CompanyProxy,
  type CompanyProxyOptions,
  startForwarder,
  startCompanyProxy,
} from '../../../support/companyNetwork.ts';
import { startServer } from '../../../support/httpServer.ts';
import { networkPrograms, type Reached, relayClient, runAlone } from '../../../support/networkPrograms.ts';

type Environment = Readonly<Record<string, string>>;

const passphrase = 'correct-horse';
const credentials = 'jane:pa%24s w:rd';
const inAddress = 'jane:pa%2524s%20w%3Ard';

/** A company's network with the embedded platform behind it. No name in it can be resolved outside the proxy. */
class CompanyNetwork {
  readonly authority = new CompanyAuthority();
  readonly home = temporaryFolder('test');
  readonly #opened: AsyncDisposable[] = [];
  platform!: Emulator;
  relayKey = '';
  proxy!: CompanyProxy;
  readonly #ports: Record<string, number> = {};
  client!: ReturnType<CompanyAuthority['issueClient']>;

  async start(): Promise<void> {
    this.#opened.push(this.authority);
    this.platform = await startEmulator({
      allowedHosts: ['plain.corp', 'secure.corp', 'mutual.corp', '0.0.0.0'],
    });
    const front = await this.#startFront();
    const names = ['plain.corp', 'secure.corp', 'mutual.corp'] as const;
    for (const name of names) {
      const tls = name !== 'plain.corp' && {
        tls: {
          ...this.authority.issue(`DNS:${name}`, 'IP:127.0.0.1', 'IP:0.0.0.0'),
          ...(name === 'mutual.corp' && { requestCert: true, ca: this.authority.certificate }),
        },
      };
      const forwarder = this.#keep(await startForwarder(front, tls || {}));
      this.#ports[name] = forwarder.port;
    }
    this.client = this.authority.issueClient(passphrase);
    this.proxy = await this.startProxy();
  }

  async startProxy(options: CompanyProxyOptions = {}): Promise<CompanyProxy> {
    return this.#keep(await startCompanyProxy(this.#ports, options));
  }

  /** The address of a host of the company on loopback. */
  local(name: string, host = '127.0.0.1'): string {
    return `${name === 'plain.corp' ? 'http' : 'https'}://${host}:${this.#ports[name]}`;
  }

  async stop(): Promise<void> {
    for (const opened of this.#opened.reverse()) await opened[Symbol.asyncDispose]();
    await this.platform.stop();
  }

  /** Starts a relay, and returns the address of a server with the platform and the stream of the relay. */
  async #startFront(): Promise<string> {
    const data = temporaryFolder('test');
    const relay = await startRelay({
      data,
      port: 0,
      host: '127.0.0.1',
      secrets: [webhookSecret],
      keep: 100,
      maxStreams: 100,
      onError: (error) => {
        throw error;
      },
    });
    this.#opened.push({ [Symbol.asyncDispose]: () => relay.stop() });
    ({ key: this.relayKey } = await createKey(data, 'demo'));
    const front = await startServer((incoming, answer) => {
      const { method, url = '/', headers } = incoming;
      const target = url.startsWith(relayPaths.pushEvents) ? relay.url : this.platform.url;
      const onward = request(new URL(url, target), { method, headers }, (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers).flushHeaders();
        response.pipe(answer);
        answer.on('close', () => response.destroy());
      });
      onward.on('error', () => answer.destroy());
      incoming.pipe(onward);
    });
    this.#opened.push({ [Symbol.asyncDispose]: () => front.stop() });
    return front.url;
  }

  #keep<T extends AsyncDisposable>(opened: T): T {
    this.#opened.push(opened);
    return opened;
  }
}

describe('the network of a company', () => {
  const network = new CompanyNetwork();

  before(() => network.start());
  after(() => network.stop());

  const at = (SERVICE_URL: string, more: Environment): Environment => ({
    SERVICE_HOME: network.home,
    SERVICE_TOKEN: network.platform.token,
    SERVICE_RELAY_KEY: network.relayKey,
    SERVICE_URL,
    ...more,
  });
  const address = (proxy: CompanyProxy, user = ''): string =>
    `http://${user && `${user}@`}127.0.0.1:${proxy.port}`;
  const ca = (): Environment => ({ SERVICE_CA_FILE: network.authority.file });

  interface Row {
    readonly name: string;
    readonly env: () => Environment | Promise<Environment>;
    /** The host that the proxy must have been asked for; undefined: the proxy must not have been used. */
    readonly asked?: string;
  }

  const reached: readonly Row[] = [
    { name: 'directly', env: () => at(network.local('plain.corp'), {}) },
    {
      name: 'through a proxy that forwards',
      env: () => at('http://plain.corp', { HTTP_PROXY: address(network.proxy) }),
      asked: 'plain.corp',
    },
    {
      name: 'through a tunnel',
      env: () => at('https://secure.corp', { https_proxy: address(network.proxy), ...ca() }),
      asked: 'secure.corp',
    },
    {
      name: 'through the proxy of SERVICE_PROXY, which goes first',
      env: () =>
        at('https://secure.corp', {
          SERVICE_PROXY: address(network.proxy),
          HTTPS_PROXY: 'http://127.0.0.1:9',
          ...ca(),
        }),
      asked: 'secure.corp',
    },
    {
      name: 'directly in spite of a proxy, by a block of NO_PROXY',
      env: () =>
        at(network.local('secure.corp', '0.0.0.0'), {
          HTTPS_PROXY: address(network.proxy),
          NO_PROXY: 'example.com,0.0.0.0/8',
          ...ca(),
        }),
    },
    {
      name: 'directly in spite of a proxy, at an address of this machine',
      env: () => at(network.local('secure.corp'), { HTTPS_PROXY: address(network.proxy), ...ca() }),
    },
    {
      name: 'with an own authority in SERVICE_CA_FILE',
      env: () => at(network.local('secure.corp'), ca()),
    },
    {
      name: 'with an own authority in NODE_EXTRA_CA_CERTS',
      env: () => at(network.local('secure.corp'), { NODE_EXTRA_CA_CERTS: network.authority.file }),
    },
    {
      name: 'with an own authority among those of the operating system',
      env: () => at(network.local('secure.corp'), { SSL_CERT_FILE: network.authority.file }),
    },
    {
      name: 'with an own authority among those of the operating system, through a tunnel',
      env: () =>
        at('https://secure.corp', {
          HTTPS_PROXY: address(network.proxy),
          SSL_CERT_FILE: network.authority.file,
        }),
      asked: 'secure.corp',
    },
    {
      name: 'with a client certificate in PEM',
      env: () =>
        at(network.local('mutual.corp'), {
          ...ca(),
          SERVICE_CLIENT_CERTIFICATE: network.client.cert,
          SERVICE_CLIENT_KEY: network.client.key,
        }),
    },
    {
      name: 'with a client certificate in PKCS#12, through a tunnel',
      env: () =>
        at('https://mutual.corp', {
          ...ca(),
          HTTPS_PROXY: address(network.proxy),
          SERVICE_CLIENT_CERTIFICATE: network.client.p12,
          SERVICE_CLIENT_PASSPHRASE: passphrase,
        }),
      asked: 'mutual.corp',
    },
  ];

  const failing: readonly (Row & { readonly says: RegExp })[] = [
    {
      name: 'a proxy that is not there',
      env: () => at('https://secure.corp', { HTTPS_PROXY: 'http://127.0.0.1:9' }),
      says: /The proxy http:\/\/127\.0\.0\.1:9 \(from HTTPS_PROXY\) could not be reached \(ECONNREFUSED\)/i,
    },
    {
      name: 'a proxy whose name is unknown',
      env: () => at('http://plain.corp', { http_proxy: 'http://proxy.invalid:3128' }),
      says: /The proxy http:\/\/proxy\.invalid:3128 \(from http_proxy\) could not be reached \((?:ENOTFOUND|EAI_AGAIN)\)/,
    },
    {
      name: 'a proxy that refuses to connect',
      env: async () =>
        at('https://secure.corp', {
          HTTPS_PROXY: address(await network.startProxy({ answer: 'HTTP/1.1 403 Forbidden\r\n\r\n' })),
        }),
      says: /refused to connect to secure\.corp \(403\)/,
    },
    {
      name: 'a proxy that answers in place of the platform',
      env: async () => {
        const answer = 'HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{"status":"UP"}';
        return at('https://secure.corp', { HTTPS_PROXY: address(await network.startProxy({ answer })) });
      },
      says: /refused to connect to secure\.corp \(201\)/,
    },
    {
      name: 'a proxy that cannot reach the platform',
      env: () => at('https://elsewhere.corp', { HTTPS_PROXY: address(network.proxy) }),
      says: /The proxy .* could not connect to elsewhere\.corp \(502\)/,
    },
    {
      name: 'a proxy of another protocol',
      env: () => at('https://secure.corp', { ALL_PROXY: 'socks5://jane:secret@127.0.0.1:9' }),
      says: /The address of the proxy from ALL_PROXY cannot be used: socks5:\/\/ is not supported/i,
    },
    {
      name: 'a proxy without the password that it requires',
      env: async () =>
        at('https://secure.corp', { HTTPS_PROXY: address(await network.startProxy({ credentials })) }),
      says: /The proxy .* requires a user name and password \(407\)[\s\S]*SERVICE_PROXY_PASSWORD/,
    },
    {
      name: 'a forwarding proxy with the wrong password',
      env: async () =>
        at('http://plain.corp', {
          HTTP_PROXY: address(await network.startProxy({ credentials }), 'jane:no'),
        }),
      says: /The proxy .* does not accept the given user name and password \(407\)/,
    },
    {
      name: 'a name that is unknown',
      env: () => at('https://secure.invalid', {}),
      says: /name .*could not be resolved/,
    },
    {
      name: 'an authority that is unknown',
      env: () => at(network.local('secure.corp'), {}),
      says: /certificate .*is not trusted[\s\S]*(?:ca-file|SERVICE_CA_FILE)/,
    },
    {
      name: 'an authority of the operating system, which is switched off',
      env: () =>
        at(network.local('secure.corp'), {
          SSL_CERT_FILE: network.authority.file,
          SERVICE_SYSTEM_CA: 'false',
        }),
      says: /is not trusted/,
    },
    {
      name: 'an authority that has expired',
      env: () => at(network.local('secure.corp'), { SERVICE_CA_FILE: network.authority.expire() }),
      says: /expired/i,
    },
    {
      name: 'a file of authorities that is not there',
      env: () => at(network.local('secure.corp'), { SERVICE_CA_FILE: '/nowhere/ca.pem' }),
      says: /\/nowhere\/ca\.pem \(ca-file, from SERVICE_CA_FILE\) cannot be read/,
    },
    {
      name: 'a file of authorities without certificates',
      env: () => {
        const file = join(network.home, 'empty.pem');
        writeFileSync(file, 'nothing');
        return at(network.local('secure.corp'), { SERVICE_CA_FILE: file });
      },
      says: /empty\.pem \(ca-file, from SERVICE_CA_FILE\) contains no certificate/,
    },
    {
      name: 'a client certificate that is missing',
      env: () => at(network.local('mutual.corp'), ca()),
      says: /requires a client certificate/,
    },
    {
      name: 'a client certificate with the wrong passphrase',
      env: () =>
        at(network.local('mutual.corp'), {
          ...ca(),
          SERVICE_CLIENT_CERTIFICATE: network.client.p12,
          SERVICE_CLIENT_PASSPHRASE: 'wrong',
        }),
      says: /\.p12 \(client-certificate, from SERVICE_CLIENT_CERTIFICATE\) cannot be used: the passphrase is wrong/,
    },
    {
      name: 'a client certificate without its key',
      env: () =>
        at(network.local('mutual.corp'), { ...ca(), SERVICE_CLIENT_CERTIFICATE: network.client.cert }),
      says: /client-certificate, from .* cannot be used: it has no certificate or no key/,
    },
  ];

  const hidesSecrets = ({ text }: Reached): void => {
    for (const secret of [network.platform.token, 'pa%24s', passphrase, 'secret@', 'jane'])
      assert.ok(!text.includes(secret), `It quotes ${secret}: ${text}`);
  };

  for (const [program, run] of Object.entries({ ...networkPrograms, 'the relay client': relayClient }))
    for (const { name, env, asked } of reached)
      it(`${program} reaches the platform ${name}`, async () => {
        const before = network.proxy.headers.length;
        const result = await run(await env());
        assert.ok(result.isReached, result.text);
        const proxied = network.proxy.headers.slice(before).map(({ host }) => host?.replace(/:\d+$/, ''));
        assert.deepEqual(new Set(proxied), new Set(asked === undefined ? [] : [asked]));
      });

  for (const [program, run] of Object.entries(networkPrograms)) {
    for (const scheme of ['http', 'https'] as const)
      it(`${program} gives its password to the proxy of ${scheme} alone, and its token to the platform alone [N5]`, async () => {
        const proxy = await network.startProxy({ credentials });
        const host = scheme === 'http' ? 'plain.corp' : 'secure.corp';
        const result = await run(
          at(`${scheme}://${host}`, { SERVICE_PROXY: address(proxy, inAddress), DEBUG: '*', ...ca() }),
        );
        assert.ok(result.isReached, result.text);
        hidesSecrets({ ...result, text: result.text.replace(/ as jane/, '') });
        assert.ok(proxy.headers.length > 0);
        // A forwarded request shows the proxy everything: only TLS hides a token from it.
        if (scheme === 'https')
          assert.ok(proxy.headers.every(({ authorization }) => authorization === undefined));
      });

    it(`${program} uses the settings of service-cli config for one server, and gives the stored password to no other proxy [N5]`, async () => {
      const proxy = await network.startProxy({ credentials });
      const SERVICE_STORE_PASSPHRASE = 'passphrase of the store';
      const home = { SERVICE_HOME: temporaryFolder('test'), SERVICE_STORE_PASSPHRASE };
      const set = async (args: readonly string[], stdin = ''): Promise<void> => {
        const origin = ['--origin', 'https://secure.corp'];
        const { exitCode, stderr } = await runAlone(['config', 'set', ...args, ...origin], home, stdin);
        assert.equal(exitCode, 0, stderr);
      };
      await set(['proxy', address(proxy, 'jane')]);
      await set(['proxy-password'], credentials.replace('jane:', ''));
      await set(['ca-file', network.authority.file]);
      const env = { ...at('https://secure.corp', {}), ...home };
      const result = await run(env);
      assert.ok(result.isReached, result.text);
      assert.ok(proxy.headers.length > 0);

      const other = await network.startProxy();
      const refused = await run({ ...env, SERVICE_PROXY: address(other, 'jane') });
      assert.ok(!refused.isReached);
      assert.match(refused.text, /proxy-password cannot be read: it was stored for another proxy/);
      assert.deepEqual(other.headers, []);
    });

    for (const { name, env, says } of failing)
      it(`${program} names ${name}, and what to do [N5]`, async () => {
        const result = await run(await env());
        assert.ok(!result.isReached, result.text);
        assert.match(result.text, says);
        hidesSecrets(result);
      });
  }
});
