import assert from 'node:assert/strict';
import { neutralBrand } from '../../../../src/core/brand.ts';
import { toolServerFiles } from '../../../../src/agents/toolServerFiles.ts';
import {
  containerEntry,
  localEntry,
  networkEntry,
  variablesFor,
  hostedToolServer,
} from '../../../../src/core/mcpConfig/entries.ts';

const tokenReference = '${env:SERVICE_TOKEN}';

describe('entries of mcp.json', () => {
  const container = { runtime: 'docker', image: 'service/mcp', tag: '5.0.0' };

  it('run a container in the shape of the specification, each variable passed by name [MJ1] [VE6]', () => {
    assert.deepEqual(containerEntry(container, { url: 'https://q.example' }, tokenReference), {
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
    const { args, env } = containerEntry(container, { organization: 'acme' }, tokenReference);
    assert.ok(args.includes('SERVICE_ORG') && !args.includes('SERVICE_URL'));
    assert.equal(env.SERVICE_ORG, 'acme');
  });

  it('run our own program without a container', () =>
    assert.deepEqual(localEntry(['node', '/x/cli.js'], { organization: 'acme' }, tokenReference), {
      command: 'node',
      args: ['/x/cli.js', 'mcp'],
      env: { SERVICE_TOKEN: tokenReference, SERVICE_ORG: 'acme' },
    }));

  it('lead to a server on the network, its type taken from the address [MJ3]', () => {
    assert.deepEqual(networkEntry('http://tools.example:8080/mcp', `Bearer ${tokenReference}`), {
      type: 'http',
      url: 'http://tools.example:8080/mcp',
      headers: { Authorization: 'Bearer ${env:SERVICE_TOKEN}' },
    });
    assert.equal(networkEntry('https://tools.example:8443/mcp', 'Bearer x').type, 'https');
  });

  it('name the variable as the client does, and never hold a token [MJ2]', () => {
    for (const { title, tokenReference: reference, local, network } of toolServerFiles) {
      const entry = local(localEntry(['service-cli'], {}, reference));
      if (reference === undefined) assert.deepEqual(localEntry(['service-cli'], {}, reference).env, {});
      else
        for (const each of [
          entry,
          local(containerEntry(container, {}, reference)),
          network?.('https://tools.example/mcp'),
        ])
          assert.ok(JSON.stringify(each).includes(JSON.stringify(reference).slice(1, -1)), title);
    }
  });

  it('do not contain addresses of the cloud that the tool server knows [TV4]', () => {
    const { cloud } = neutralBrand;
    const organization = { kind: 'cloud', organizationKey: 'acme' } as const;
    assert.deepEqual(variablesFor({ ...organization, region: 'EU' }, cloud), { organization: 'acme' });
    assert.deepEqual(variablesFor({ ...organization, region: 'US' }, cloud), {
      organization: 'acme',
      url: cloud.US.web,
    });
    const own = { web: 'http://127.0.0.1:9', api: 'http://127.0.0.1:9' };
    assert.deepEqual(variablesFor({ ...organization, region: 'EU' }, { EU: own, US: own }), {
      organization: 'acme',
      url: own.web,
    });
    assert.deepEqual(variablesFor({ kind: 'server', serverUrl: 'https://q.example' }, cloud), {
      url: 'https://q.example',
    });
  });
});

describe('hosted tool server', () => {
  const server = { kind: 'server', serverUrl: 'https://q.example/x' } as const;
  const hosted = (version: string | undefined, edition: string | undefined = 'developer'): object =>
    hostedToolServer(server, { version, edition }, neutralBrand.cloud);

  it('is available on the cloud [TS6]', () => {
    const target = { kind: 'cloud', organizationKey: 'acme', region: 'US' } as const;
    assert.deepEqual(
      hostedToolServer(target, { version: undefined, edition: undefined }, neutralBrand.cloud),
      { available: true, url: `${neutralBrand.cloud.US.api}/mcp` },
    );
  });

  it('is available on commercial servers from 2026.3 on [TS7] [VE4]', () => {
    for (const version of ['2026.3.0.1', '2026.10.0.1', '2027.1.0.1'])
      assert.deepEqual(hosted(version), { available: true, url: 'https://q.example/x/mcp' }, version);
    for (const version of ['2026.2.9.1', '2025.6.0.1', '9.9.0.1', '26.9.0.1', undefined])
      assert.deepEqual(hosted(version), { available: false, reason: 'version' }, version);
  });

  it('is available on every commercial edition, and on no unknown edition', () => {
    for (const edition of ['developer', 'enterprise', 'datacenter', 'Developer'])
      assert.deepEqual(
        hosted('2026.3', edition),
        { available: true, url: 'https://q.example/x/mcp' },
        edition,
      );
    for (const edition of ['', 'other'])
      assert.deepEqual(hosted('2026.3', edition), { available: false, reason: 'edition' }, edition);
  });

  it('is not available on community builds, whatever their version [TS7]', () =>
    assert.deepEqual(hosted('26.9.0.1', 'community'), { available: false, reason: 'edition' }));
});
