import assert from 'node:assert/strict';
import { neutralBrand } from '../../../../src/core/brand.ts';
import type { Connection } from '../../../../src/core/connections/connection.ts';
import { Emitter } from '../../../../src/core/events.ts';
import {
  offeredServers,
  registerInCursor,
  type CursorMcp,
} from '../../../../src/extension/toolServer/offeredServers.ts';
import { serverConnection } from '../../../simulation/monitoredWindow.ts';

const program = { runtime: '/editor/node', cli: '/extension/dist/cli.js' };

describe('tool servers in Cursor', () => {
  let connections: Connection[];
  let tokens: Map<string, string>;
  /** The calls of the editor's API, in order. */
  let told: string[];
  let failures: unknown[];
  let changed: Emitter<void>;
  let servers: ReturnType<typeof registerInCursor>;

  const mcp: CursorMcp = {
    registerServer: ({ name, server }) => void told.push(`+ ${name} ${server.env.SERVICE_TOKEN ?? ''}`),
    unregisterServer: (name) => void told.push(`- ${name}`),
  };

  beforeEach(async () => {
    connections = [serverConnection('one'), serverConnection('two')];
    tokens = new Map([
      ['one', 'token 1'],
      ['two', 'token 2'],
    ]);
    told = [];
    failures = [];
    changed = new Emitter(() => undefined);
    servers = registerInCursor(mcp, {
      servers: () => offeredServers(connections, neutralBrand.cloud, program),
      tokenOf: ({ uuid }) => Promise.resolve(tokens.get(uuid)),
      onDidChange: changed.event,
      report: (error) => void failures.push(error),
    });
    await servers.settled();
  });
  afterEach(() => servers.dispose());

  /** Resolves with the calls that a change causes. */
  async function after(change: () => void): Promise<string[]> {
    told = [];
    change();
    changed.fire();
    await servers.settled();
    return told;
  }

  it('are registered with their tokens, one for each connection, and again only when a token changes', async () => {
    assert.deepEqual(told, ['+ Service: one token 1', '+ Service: two token 2']);
    const seen = await after(() => tokens.set('two', 'token 3'));
    assert.deepEqual(seen, ['- Service: two', '+ Service: two token 3']);
    assert.deepEqual(await after(() => undefined), []);
  });

  it('go with their connection or their token, and come with them', async () => {
    assert.deepEqual(await after(() => connections.shift()), ['- Service: one']);
    assert.deepEqual(await after(() => tokens.delete('two')), ['- Service: two']);
    assert.deepEqual(await after(() => tokens.set('two', 'again')), ['+ Service: two again']);
  });

  it('match the last of several quick changes', async () => {
    tokens.set('one', 'quick 1');
    changed.fire();
    tokens.set('one', 'quick 2');
    changed.fire();
    await servers.settled();
    assert.equal(
      told.findLast((line) => line.startsWith('+ Service: one')),
      '+ Service: one quick 2',
    );
  });

  it('all go at the end, and none comes back', async () => {
    told = [];
    tokens.set('one', 'late');
    changed.fire();
    servers.dispose();
    await servers.settled();
    assert.deepEqual(told, ['- Service: one', '- Service: two']);
  });

  it('are tried again after a failure, which is reported', async () => {
    const fine = tokens;
    tokens = {
      get: () => {
        throw new Error('storage');
      },
    } as unknown as Map<string, string>;
    assert.deepEqual(await after(() => undefined), []);
    assert.equal(failures.length, 1);
    assert.equal((await after(() => (tokens = fine.set('two', 'token 3')))).length, 2);
  });
});

describe('an offered tool server', () => {
  it('names its platform and no token, and ignores the token of the environment', () => {
    const [server = assert.fail()] = offeredServers([serverConnection('one')], neutralBrand.cloud, program);
    assert.deepEqual([server.command, ...server.args], [program.runtime, program.cli, 'mcp']);
    assert.deepEqual(server.env, {
      ELECTRON_RUN_AS_NODE: '1',
      SERVICE_URL: 'http://one.test',
      SERVICE_ORG: '',
    });
  });

  it('names organization and region of the cloud', () => {
    const cloud = serverConnection('c', { kind: 'cloud', organizationKey: 'acme', region: 'US' });
    const [server = assert.fail()] = offeredServers([cloud], neutralBrand.cloud, program);
    assert.equal(server.env.SERVICE_ORG, 'acme');
    assert.equal(server.env.SERVICE_URL, neutralBrand.cloud.US.web);
  });
});
