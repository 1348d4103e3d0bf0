import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nkeys } from '@nats-io/transport-node';
import { freePorts } from '../../scripts/freePorts.ts';
import { temporaryFolder } from '../../scripts/temporaryFolder.ts';
import { type NatsAddress, openNatsKeys } from '../../src/relay/nats/natsStore.ts';
import { CompanyAuthority } from '../support/companyNetwork.ts';
import { natsServer } from './natsCluster.ts';

const password = 'a password of NATS';

describe('the login of a relay at NATS', () => {
  const folder = temporaryFolder('nats-login');
  const authority = new CompanyAuthority();
  const client = authority.issueClient('unused');
  const servers: ChildProcess[] = [];
  let locked: NatsAddress;
  let signed: NatsAddress;

  before(async function () {
    if (natsServer === undefined) this.skip();
    const [tlsPort = 0, signedPort = 0] = await freePorts(2);
    const { cert, key } = authority.issue('DNS:localhost');
    const file = (name: string, text: string): string => {
      const path = join(folder, name);
      writeFileSync(path, text);
      return path;
    };
    await start(
      'locked',
      `listen: "127.0.0.1:${tlsPort}"
tls { cert_file: "${file('cert.pem', cert)}", key_file: "${file('key.pem', key)}", ca_file: "${authority.file}", verify: true }
authorization { user: "relay", password: "${password}" }`,
    );
    const operator = signedInstallation();
    await start('signed', `listen: "127.0.0.1:${signedPort}"\n${operator.config}`);
    locked = {
      servers: [`tls://localhost:${tlsPort}`],
      ca: authority.file,
      clientCert: client,
      user: 'relay',
      password,
    };
    signed = {
      servers: [`nats://127.0.0.1:${signedPort}`],
      credentials: file('relay.creds', operator.credentials),
    };
  });

  after(async () => {
    for (const server of servers) {
      if (server.exitCode !== null) continue;
      const ended = once(server, 'exit');
      server.kill('SIGKILL');
      await ended;
    }
    await authority[Symbol.asyncDispose]();
  });

  /** Starts a server with JetStream, and resolves when it is ready. */
  async function start(name: string, config: string): Promise<void> {
    const path = join(folder, `${name}.conf`);
    writeFileSync(path, `${config}\njetstream { store_dir: "${join(folder, name)}" }\n`);
    const server = spawn(natsServer ?? '', ['-c', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    servers.push(server);
    const lines: string[] = [];
    for await (const line of createInterface(server.stderr)) {
      lines.push(line);
      if (line.includes('Server is ready')) return;
    }
    throw new Error(lines.join('\n'));
  }

  it('works with TLS, a certificate of the client, a user and a password', () => createKey(locked));

  it('works with a credentials file', () => createKey(signed));

  it('fails without the certificate that the server asks for', () =>
    refused({ ...locked, clientCert: undefined }));

  it('fails where the certificates to trust do not include that of the server', () =>
    refused({ ...locked, ca: client.cert }));

  it('fails with a wrong password, which the message does not quote', async () => {
    const message = await refused({ ...locked, password: 'a wrong password' });
    assert(!message.includes('wrong password'), message);
  });

  it('fails without the credentials file that the server asks for', () =>
    refused({ servers: signed.servers }));
});

async function createKey(address: NatsAddress): Promise<void> {
  const { keys, close } = await openKeys(address);
  const { entry } = await keys.create({ name: 'kim', projects: ['shop'] });
  assert.deepEqual(await keys.list(), [entry]);
  await close();
}

function openKeys(address: NatsAddress): ReturnType<typeof openNatsKeys> {
  const onDelay = (message: string): never => {
    throw new Error(message);
  };
  return openNatsKeys(address, { replicas: 1, now: Date.now, onDelay });
}

/** Asserts that the login fails, and returns the message. */
async function refused(address: NatsAddress): Promise<string> {
  const error = await openKeys(address).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert(error instanceof Error && 'code' in error, String(error));
  assert.equal(error.code, 'unavailable');
  return error.message;
}

/** Makes the configuration of a server that accepts only users whom an account has signed, and the file of such a user. */
function signedInstallation(): { readonly config: string; readonly credentials: string } {
  const [operator, user] = [nkeys.createOperator(), nkeys.createUser()];
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];
  const unlimited = { subs: -1, data: -1, payload: -1 };
  const unlimitedAccount = { ...unlimited, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
  const storage = { mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 };
  const accountToken = tokenOf(operator, account, {
    type: 'account',
    limits: { ...unlimitedAccount, ...storage },
  });
  const systemToken = tokenOf(operator, system, { type: 'account', limits: unlimitedAccount });
  const userToken = tokenOf(account, user, { type: 'user', pub: {}, sub: {}, ...unlimited });
  return {
    config: `operator: ${tokenOf(operator, operator, { type: 'operator' })}
system_account: ${system.getPublicKey()}
resolver: MEMORY
resolver_preload: { ${account.getPublicKey()}: ${accountToken}, ${system.getPublicKey()}: ${systemToken} }`,
    credentials: `-----BEGIN NATS USER JWT-----
${userToken}
------END NATS USER JWT------

-----BEGIN USER NKEY SEED-----
${new TextDecoder().decode(user.getSeed())}
------END USER NKEY SEED------
`,
  };
}

/** Returns the token in which the issuer says what the subject is. Source: the JWT guide of the NATS documentation. */
function tokenOf(
  issuer: nkeys.KeyPair,
  subject: nkeys.KeyPair,
  claims: { readonly type: string; readonly [name: string]: unknown },
): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    jti: subject.getPublicKey(),
    iat: Math.floor(Date.now() / 1000),
    iss: issuer.getPublicKey(),
    sub: subject.getPublicKey(),
    name: claims.type,
    nats: { ...claims, version: 2 },
  };
  const text = `${part({ typ: 'JWT', alg: 'ed25519-nkey' })}.${part(payload)}`;
  const signature = Buffer.from(issuer.sign(Buffer.from(text))).toString('base64url');
  return `${text}.${signature}`;
}
