import assert from 'node:assert/strict';
import { neutralBrand } from '../../../../src/core/brand.ts';
import {
  containerEntry,
  localEntry,
  networkEntry,
  tokenReference,
} from '../../../../src/core/mcpConfig/entries.ts';
import { hostedToolServer } from '../../../../src/core/mcpConfig/hosted.ts';

describe('entries of mcp.json', () => {
  const container = { runtime: 'docker', image: 'service/mcp', tag: '5.0.0' };

  it('run a container in the shape of the specification, each variable passed by name', () => {
    assert.deepEqual(containerEntry(container, { url: 'https://q.example' }), {
      command: 'docker',
      args: [
        'run',
        '-i',
        '--rm',
        '--init',
        '--pull=always',
        '-e',
        'SERVICE_TOKEN',
        '-e',
        'SERVICE_URL',
        'service/mcp:5.0.0',
      ],
      env: { SERVICE_TOKEN: tokenReference, SERVICE_URL: 'https://q.example' },
    });
    const { args, env } = containerEntry(container, { organization: 'acme' });
    assert.ok(args.includes('SERVICE_ORG') && !args.includes('SERVICE_URL'));
    assert.equal(env.SERVICE_ORG, 'acme');
  });

  it('run our own program without a container', () => {
    assert.deepEqual(localEntry(['node', '/x/cli.js'], { organization: 'acme' }), {
      command: 'node',
      args: ['/x/cli.js', 'mcp'],
      env: { SERVICE_TOKEN: tokenReference, SERVICE_ORG: 'acme' },
    });
  });

  it('lead to a server on the network, its type taken from the address', () => {
    assert.deepEqual(networkEntry('http://tools.example:8080/mcp'), {
      type: 'http',
      url: 'http://tools.example:8080/mcp',
      headers: { Authorization: 'Bearer ${env:SERVICE_TOKEN}' },
    });
    assert.equal(networkEntry('https://tools.example:8443/mcp').type, 'https');
  });
});

describe('hosted tool server', () => {
  const server = { kind: 'server', serverUrl: 'https://q.example/x' } as const;
  const hosted = (version: string | undefined, isCommercial = true): object =>
    hostedToolServer(server, { version, isCommercial }, neutralBrand.cloud);

  it('is there on the cloud', () => {
    const target = { kind: 'cloud', organizationKey: 'acme', region: 'US' } as const;
    assert.deepEqual(
      hostedToolServer(target, { version: undefined, isCommercial: false }, neutralBrand.cloud),
      {
        available: true,
        url: `${neutralBrand.cloud.US.api}/mcp`,
      },
    );
  });

  it('is there on commercial servers from 2026.3 on', () => {
    for (const version of ['2026.3.0.1', '2026.10.0.1', '2027.1.0.1'])
      assert.deepEqual(hosted(version), { available: true, url: 'https://q.example/x/mcp' }, version);
    for (const version of ['2026.2.9.1', '2025.6.0.1', '9.9.0.1', '26.9.0.1', undefined])
      assert.deepEqual(hosted(version), { available: false, reason: 'version' }, version);
  });

  it('is not there on community builds, whatever their version', () => {
    assert.deepEqual(hosted('26.9.0.1', false), { available: false, reason: 'edition' });
  });
});
