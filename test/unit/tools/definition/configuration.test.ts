import assert from 'node:assert/strict';
import { readConfiguration } from '../../../../src/tools/definition/configuration.ts';
import { defaultToolsets } from '../../../../src/tools/definition/toolsets.ts';

const platformOf = (environment: Readonly<Record<string, string>>) => {
  const { platform, problems } = readConfiguration(environment);
  assert.deepEqual(problems, []);
  return platform;
};

describe('variables of the tool server', () => {
  it('may all be missing', () => {
    const { platform, token, toolsets, readOnly, problems } = readConfiguration({ SERVICE_TOKEN: ' ' });
    assert.deepEqual([platform, token, readOnly, problems], [undefined, undefined, false, []]);
    assert.deepEqual([...toolsets], defaultToolsets);
  });

  it('name a server by its address, however its end is written [TV4]', () => {
    for (const SERVICE_URL of ['https://q.example/x', ' https://q.example/x/ '])
      assert.deepEqual(platformOf({ SERVICE_URL }), { kind: 'server', url: 'https://q.example/x' });
  });

  it('mean the EU cloud by an organization alone, and the US one by its address [TV3]', () => {
    const eu = platformOf({ SERVICE_ORG: 'acme' });
    assert.ok(eu?.kind === 'cloud');
    assert.deepEqual([eu.region, eu.hosts.web, eu.organization], ['EU', 'https://sonarcloud.io', 'acme']);
    const us = platformOf({ SERVICE_ORG: 'acme', SERVICE_URL: 'https://sonarqube.us/' });
    assert.ok(us?.kind === 'cloud');
    assert.deepEqual([us.region, us.hosts.api], ['US', 'https://api.sonarqube.us']);
  });

  it('leave the organization open where only the address of a cloud is given', () => {
    const platform = platformOf({ SERVICE_URL: 'https://sonarcloud.io' });
    assert.ok(platform?.kind === 'cloud');
    assert.equal(platform.organization, undefined);
  });

  it('reach the cloud under another address where there is an organization', () => {
    const platform = platformOf({ SERVICE_ORG: 'acme', SERVICE_URL: 'https://cloud.example' });
    assert.deepEqual(platform, {
      kind: 'cloud',
      region: 'EU',
      hosts: { web: 'https://cloud.example', api: 'https://cloud.example' },
      organization: 'acme',
    });
  });

  it('are never a reason to fail: what cannot be used is a problem that names its variable', () => {
    for (const [environment, words] of [
      [{ SERVICE_URL: 'ftp://q.example' }, /^SERVICE_URL must be an http or https address/],
      [{ SERVICE_URL: 'https://user:secret@q.example' }, /^SERVICE_URL must be/],
      [{ SERVICE_URL: '${env:Q}' }, /^SERVICE_URL contains a placeholder/],
      [{ SERVICE_ORG: '${input:org}' }, /^SERVICE_ORG contains a placeholder/],
      [
        { SERVICE_TOOLSETS: 'issues,isues' },
        /^SERVICE_TOOLSETS names unknown toolsets: isues\. Known toolsets: /,
      ],
      [{ SERVICE_READ_ONLY: 'yes' }, /^SERVICE_READ_ONLY must be true or false/],
    ] as const) {
      const { problems } = readConfiguration(environment);
      assert.equal(problems.length, 1);
      assert.match(problems[0] ?? '', words);
      assert.ok(!problems[0]?.includes('secret'));
    }
  });

  it('treat an unclear value as read-only, and unknown toolsets as the smallest one', () => {
    assert.equal(readConfiguration({ SERVICE_READ_ONLY: 'yes' }).readOnly, true);
    assert.deepEqual([...readConfiguration({ SERVICE_TOOLSETS: 'isues' }).toolsets], ['projects']);
  });

  it('report a placeholder for a token separately, because a login can replace it', () => {
    const { token, tokenProblem, problems } = readConfiguration({ SERVICE_TOKEN: '${env:TOKEN}' });
    assert.deepEqual([token, problems], [undefined, []]);
    assert.match(tokenProblem ?? '', /^SERVICE_TOKEN contains a placeholder/);
  });
});
