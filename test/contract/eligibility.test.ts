import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Api } from '../../src/core/api/client.ts';
import { getServerEdition } from '../../src/core/api/system.ts';
import { analyseFile } from '../../src/core/api/fileAnalysis.ts';
import { hasAgentFeatures } from '../../src/core/api/organizations.ts';
import { listEnterprises } from '../../src/core/api/portfolios.ts';
import { checkConnection } from '../../src/core/connections/check.ts';
import { Failure } from '../../src/core/failures.ts';
import { noLog } from '../../src/core/log.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import type { Emulator, EmulatorOptions } from '../../src/emulator/emulator.ts';
import { editions } from '../../src/emulator/serverContext.ts';
import { Provisioner } from './provision.ts';
import { fieldOf } from '../support/lists.ts';
import { withTempFolder } from '../support/tempFolder.ts';
import { startPlatform } from './usePlatform.ts';

const http = createHttp();
const organization = 'demo-org';

async function withPlatform(
  options: EmulatorOptions,
  use: (platform: Emulator, api: (token?: string) => Api) => Promise<void>,
): Promise<void> {
  await using platform = await startPlatform(options);
  const { url: baseUrl } = platform;
  const scheme = options.cloud === true ? 'bearer' : 'basic';
  await use(
    platform,
    (token = platform.token) => new Api({ http, log: noLog, baseUrl, userAgent: 'test', token, scheme }),
  );
}

const isForbidden = (error: unknown): boolean => Failure.is(error, 'forbidden');

describe('the facts that decide about features', () => {
  for (const edition of editions)
    it(`name the ${edition} edition of a server`, () =>
      withPlatform({ edition, serverVersion: '2026.5.0.100000' }, async (_platform, api) => {
        assert.deepEqual(await getServerEdition(api()), { edition, version: '2026.5.0.100000' });
      }));

  it('include the build in version 9.9, as that version does', () =>
    withPlatform({ serverVersion: '9.9.0' }, async (_platform, api) => {
      assert.deepEqual(await getServerEdition(api()), { edition: 'community', version: '9.9 (build 65466)' });
    }));

  for (const plan of ['free', 'team', 'enterprise'] as const)
    it(`name the ${plan} plan of an organization`, () =>
      withPlatform({ cloud: true, plan }, async (platform, api) => {
        const has = plan !== 'free';
        assert.equal(await hasAgentFeatures(api(), organization), has);
        assert.equal((await listEnterprises(api(), {})).length, plan === 'enterprise' ? 1 : 0);
        const admin = new Provisioner(platform.url, platform.token);
        await admin.post('projects/create', { project: 'p', name: 'P', organization });
        const analysis = analyseFile(api(), {
          organization,
          project: 'p',
          path: 'a.js',
          content: 'debugger;\n',
        });
        if (has) assert.equal((await analysis).issues.length, 1);
        else await assert.rejects(analysis, isForbidden);
      }));

  it('include the answers of the API host for unknown paths', () =>
    withPlatform({ cloud: true }, async ({ url, token }) => {
      const ask = (path: string, headers: Record<string, string>): Promise<Response> =>
        fetch(`${url}/${path}`, { headers });
      const unknown = await ask('organizations/nope', { Authorization: `Bearer ${token}` });
      assert.deepEqual([unknown.status, await unknown.text()], [404, '{"message":"Resource not found."}']);
      assert.equal((await ask('organizations/organizations', {})).status, 401);
    }));
});

const postAnalysis = ({ url, token }: Emulator, order: object): Promise<Response> =>
  fetch(`${url}/a3s-analysis/analyses`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(order),
  });

const withAgentFeatures = { edition: 'enterprise', serverVersion: '2026.5.0.100000' } as const;

describe('the analysis of one file for an agent', () => {
  for (const options of [
    { serverVersion: '9.9.0' },
    { serverVersion: '26.9.0', edition: 'enterprise' },
    { serverVersion: '2026.5.0.1', edition: 'developer' },
    { serverVersion: '2026.4.0.1', edition: 'datacenter' },
  ] as const)
    it(`answers as an unknown path with the start page of ${JSON.stringify(options)}`, () =>
      withPlatform(options, async (platform) => {
        const response = await postAnalysis(platform, {});
        assert.deepEqual(
          [response.status, response.headers.get('content-type')?.slice(0, 9)],
          [200, 'text/html'],
        );
        assert.match(await response.text(), /^<!doctype html>/i);
      }));

  it('finds the issues of real analyzers, and separates new issues from known ones', () =>
    withPlatform(withAgentFeatures, async (platform, api) => {
      const admin = new Provisioner(platform.url, platform.token);
      await admin.project('p');
      const send = (path: string, content: string) =>
        analyseFile(api(), { project: 'p', path, content, depth: 'DEEP' });
      const { issues } = await send('src/a.ts', 'export const one = 1;\ndebugger;\n');
      assert.deepEqual(
        issues.map(({ rule, filePath, textRange }) => [rule, filePath, textRange?.startLine]),
        [['eslint:no-debugger', 'src/a.ts', 2]],
      );
      const other = await send('a.rb', 'puts 1\n');
      assert.deepEqual(fieldOf(other.errors ?? [], 'code'), ['LANGUAGE_NOT_SUPPORTED']);
      assert.deepEqual(fieldOf((await send('broken.js', 'const = ;')).issues, 'rule'), ['eslint:syntax']);
    }));

  it('returns the issues that are new since the last analysis', () =>
    withTempFolder((directory) =>
      withPlatform(withAgentFeatures, async (platform) => {
        writeFileSync(join(directory, 'a.js'), 'debugger;\neval(name);\n');
        await Provisioner.of(platform).scan({ directory, projectKey: 'p' });
        const fileContent = '// moved\ndebugger;\nvar x = 1;\n';
        const response = await postAnalysis(platform, { projectKey: 'p', filePath: 'a.js', fileContent });
        const { issues, patchResult } = (await response.json()) as {
          issues: { id: string; rule: string }[];
          patchResult: { newIssues: string[] };
        };
        const ruleOf = (id: string) => issues.find((issue) => issue.id === id)?.rule ?? id;
        assert.deepEqual(patchResult.newIssues.map(ruleOf).toSorted(), [
          'eslint:no-var',
          'typescript-eslint:no-unused-vars',
        ]);
      }),
    ));

  it('requires the permission to browse the project', () =>
    withPlatform(withAgentFeatures, async (platform, api) => {
      const admin = new Provisioner(platform.url, platform.token);
      await admin.project('p');
      const file = { project: 'p', path: 'a.js', content: '' };
      const analysisToken = await admin.token('scanner', 'GLOBAL_ANALYSIS_TOKEN');
      await assert.rejects(analyseFile(api(analysisToken), file), isForbidden);
      const isMissing = (error: unknown): boolean => Failure.is(error, 'notFound');
      await assert.rejects(analyseFile(api(), { ...file, project: 'zzz' }), isMissing);
      const unauthorized = await fetch(`${platform.url}/a3s-analysis/analyses`, { method: 'POST' });
      assert.equal(unauthorized.status, 401);
    }));
});

describe('a scoped organization token', () => {
  it('is refused for a connection by its missing permission, because its prefix does not show its kind [AU4]', () =>
    withPlatform({ cloud: true }, async (platform, api) => {
      const admin = new Provisioner(platform.url, platform.token);
      await admin.post('projects/create', { project: 'p', name: 'P', organization });
      const { token } = await admin.post<{ token: string }>('user_tokens/generate', {
        name: 'scoped',
        type: 'SCOPED_ORGANIZATION_TOKEN',
        organization,
      });
      const target = { kind: 'cloud', organizationKey: organization, region: 'EU' } as const;
      assert.deepEqual(await checkConnection(target, token, api(token)), {
        state: 'wrongTokenKind',
        kind: undefined,
      });
      assert.equal((await checkConnection(target, platform.token, api())).state, 'connected');
    }));

  it('cannot be created on a server', () =>
    withPlatform({}, async ({ url, token }) => {
      const admin = new Provisioner(url, token);
      const asked = admin.token('scoped', 'SCOPED_ORGANIZATION_TOKEN');
      await assert.rejects(asked, /must be one of: \[USER_TOKEN, GLOBAL_ANALYSIS_TOKEN/u);
    }));
});
