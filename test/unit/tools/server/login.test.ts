import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { updateState, withoutLogin } from '../../../../src/node/credentials/cliState.ts';
import { tokenFile } from '../../../../src/node/credentials/secretPlaces.ts';
import { serviceHome } from '../../../../src/node/files/serviceHome.ts';
import { startServer, type TestServer } from '../../../support/httpServer.ts';
import { goodToken } from '../../../support/platformAnswers.ts';
import { callerWith } from '../../../support/toolCaller.ts';
import { request, startSession, textOf } from '../../../support/toolServer.ts';

const basic = (token: string): string => `Basic ${Buffer.from(`${token}:`).toString('base64')}`;

describe('tool server without SERVICE_TOKEN', () => {
  let platform: TestServer;
  /** Credentials that the platform was shown, in turn. */
  let shown: (string | undefined)[] = [];
  let folder = '';
  let env: NodeJS.ProcessEnv = {};

  before(async () => {
    platform = await startServer(({ headers, url }, response) => {
      if (url?.startsWith('/api/system/status') === true) {
        response.end('{"status":"UP","version":"26.9.0.1"}');
        return;
      }
      shown.push(headers.authorization);
      if (headers.authorization === basic(goodToken)) response.end('{"qualitygates":[]}');
      else response.writeHead(401).end();
    });
  });
  after(() => platform.stop());

  beforeEach(() => {
    shown = [];
    folder = mkdtempSync(join(tmpdir(), 'tools-login-'));
    env = { SERVICE_HOME: folder, SERVICE_KEYRING: 'off' };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** The files that `service-cli auth login` leaves without a keyring. */
  async function logIn(token = goodToken, url = platform.url): Promise<void> {
    const home = serviceHome(env);
    await tokenFile(home.token).set({ token, origin: new URL(url).origin });
    const login = { url, storedIn: 'file' as const, at: '2026-01-01T00:00:00Z' };
    await updateState(home.state, (state) => ({ ...state, login }));
  }

  it('uses the login of service-cli, platform and token', async () => {
    await logIn();
    const client = callerWith({}, env);
    assert.deepEqual(await client.data('list_quality_gates'), { qualityGates: [] });
    assert.deepEqual(shown, [basic(goodToken)]);
  });

  it('uses a new login without a restart, and a newer one after the token was refused', async () => {
    const client = callerWith({}, env);
    assert.match(await client.problem('list_quality_gates'), /SERVICE_URL.*service-cli auth login/);
    await logIn(`squ_${'f'.repeat(40)}`);
    assert.match(await client.problem('list_quality_gates'), /refused the token.*auth login/);
    await logIn();
    await client.data('list_quality_gates');
  });

  it('prefers SERVICE_TOKEN [TV1]', async () => {
    await logIn();
    const SERVICE_TOKEN = `squ_${'a'.repeat(40)}`;
    const client = callerWith({ SERVICE_URL: platform.url, SERVICE_TOKEN }, env);
    const text = await client.problem('list_quality_gates');
    assert.match(text, /refused the token/);
    assert.doesNotMatch(text, /auth login/);
    assert.deepEqual(shown, [basic(SERVICE_TOKEN)]);
  });

  it('never sends the token of the login to the platform of SERVICE_URL when that is another one [P1]', async () => {
    await logIn(goodToken, 'https://elsewhere.example');
    const text = await callerWith({ SERVICE_URL: platform.url }, env).problem('list_quality_gates');
    assert.match(text, /No token.*\n.*login of service-cli is for https:\/\/elsewhere\.example/);
    assert.deepEqual(shown, []);
  });

  it('refuses a token that was stored for another platform than the login names', async () => {
    await logIn(goodToken, 'https://elsewhere.example');
    const login = { url: platform.url, storedIn: 'file' as const, at: '2026-01-01T00:00:00Z' };
    await updateState(serviceHome(env).state, (state) => ({ ...state, login }));
    assert.match(await callerWith({}, env).problem('list_quality_gates'), /stored for another platform/);
    assert.deepEqual(shown, []);
  });

  it('says that the login lost its token, and that state.json is damaged', async () => {
    await logIn();
    await tokenFile(serviceHome(env).token).delete();
    assert.match(await callerWith({}, env).problem('list_quality_gates'), /has no token/);
    await updateState(serviceHome(env).state, withoutLogin);
    assert.match(await callerWith({}, env).problem('list_quality_gates'), /No platform is configured/);
    writeFileSync(serviceHome(env).state, '{');
    assert.match(await callerWith({}, env).problem('list_quality_gates'), /cannot be used.*state\.json/);
  });

  it('says that the login cannot be used when its folder has become a part of a project', async () => {
    const client = callerWith({}, env);
    assert.match(await client.problem('list_quality_gates'), /No platform is configured/);
    mkdirSync(join(folder, '.git'));
    assert.match(await client.problem('list_quality_gates'), /login of service-cli cannot be used/);
  });

  it('reports a placeholder in SERVICE_TOKEN only without login', async () => {
    const environment = { SERVICE_TOKEN: '${env:SERVICE_TOKEN}', SERVICE_URL: platform.url };
    assert.match(
      await callerWith(environment, env).problem('list_quality_gates'),
      /SERVICE_TOKEN contains a/,
    );
    await logIn();
    await callerWith(environment, env).data('list_quality_gates');
  });

  it('uses the login as a process without variables, and ends normally', async () => {
    await logIn();
    using server = await startSession({ SERVICE_HOME: folder, SERVICE_KEYRING: 'off' });
    server.send(request(1, 'tools/call', { name: 'list_quality_gates' }));
    assert.equal(textOf(await server.next()), '{"qualityGates":[]}');
    // The code that reads the login loads a library that also listens to signals.
    server.child.kill('SIGTERM');
    assert.equal(await server.ended(), 0);
  });
});
