import assert from 'node:assert/strict';
import { dialectOf } from '../../src/emulator/dialect.ts';
import type { EmulatorOptions } from '../../src/emulator/emulator.ts';
import { expectSuccess, linesOf } from '../support/cliRun.ts';
import { withIntegrateFixture, type IntegrateFixture } from '../support/integrateFixture.ts';
import { Provisioner } from './provision.ts';
import { startPlatform } from './usePlatform.ts';

const organization = 'demo-org';

interface Switches {
  /** Answers as another version from now on. */
  readonly play: (version: string) => void;
  readonly run: IntegrateFixture['run'];
  readonly fixture: IntegrateFixture;
}

/** A fixture whose platform is an embedded one, with the project of the fixture. */
function onPlatform(options: EmulatorOptions, use: (switches: Switches) => Promise<void>): Promise<void> {
  return withIntegrateFixture(async (fixture) => {
    await using platform = await startPlatform(options);
    const inCloud = options.cloud === true ? { organization } : {};
    const admin = new Provisioner(platform.url, platform.token);
    await admin.post('projects/create', { project: 'demo', name: 'Demo', ...inCloud });
    const env = {
      SERVICE_URL: platform.url,
      SERVICE_TOKEN: platform.token,
      ...(options.cloud === true && { SERVICE_ORG: organization }),
    };
    await use({
      play(version) {
        const dialect = dialectOf(version);
        assert.ok(dialect, version);
        platform.control({ dialect });
      },
      run: (args, more) => fixture.run(args, { env, ...more }),
      fixture,
    });
  });
}

/** Why agent features are left out; undefined where they would be installed. Nothing is written. */
async function skipOf(run: IntegrateFixture['run']): Promise<string | undefined> {
  const answer = expectSuccess(await run('integrate cursor --dry-run'));
  const agent = linesOf(answer).find(({ component }) => component === 'agent');
  if (agent?.result === 'wouldInstall') return undefined;
  assert.equal(agent?.result, 'skipped');
  return String(agent.reason);
}

describe('integrate, by the options of the embedded platform', () => {
  for (const edition of ['enterprise', 'datacenter'] as const)
    it(`installs agent features from server 2026.5 on in the ${edition} edition [VE5]`, () =>
      onPlatform({ edition, serverVersion: '2026.5.0.100000' }, async ({ play, run }) => {
        assert.equal(await skipOf(run), undefined);
        for (const version of ['2026.4.1.100000', '2025.6.0.100000', '26.9.0.129388', '9.9.0.65466']) {
          play(version);
          assert.match((await skipOf(run)) ?? '', /2026\.5/, version);
        }
        play('2027.1.0.100000');
        assert.equal(await skipOf(run), undefined);
      }));

  for (const edition of ['community', 'developer'] as const)
    it(`leaves them out in the ${edition} edition, whatever the version`, () =>
      onPlatform({ edition, serverVersion: '2026.5.0.100000' }, async ({ play, run }) => {
        assert.match((await skipOf(run)) ?? '', /Enterprise or Data Center/);
        play('26.9.0.129388');
        assert.match((await skipOf(run)) ?? '', /Enterprise or Data Center/);
      }));

  for (const plan of ['free', 'team', 'enterprise'] as const)
    it(`decides by the ${plan} plan of a cloud organization [IN9]`, () =>
      onPlatform({ cloud: true, plan }, async ({ run }) => {
        const skip = await skipOf(run);
        if (plan === 'free') assert.match(skip ?? '', /Team or Enterprise plan/);
        else assert.equal(skip, undefined);
      }));

  it('installs the rule for a project of the platform, and reports a project that does not exist', () =>
    onPlatform({ edition: 'enterprise', serverVersion: '2026.5.0.100000' }, async ({ run, fixture }) => {
      expectSuccess(await run('integrate cursor --non-interactive'));
      assert.match(fixture.read('.cursor/rules/service-agentic-analysis.mdc') ?? '', /alwaysApply: true/);
      const other = await run('integrate cursor --project other');
      assert.equal(other.exitCode, 1);
      assert.match(other.stderr, /Project "other" was not found/);
    }));
});
