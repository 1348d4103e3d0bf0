import assert from 'node:assert/strict';
import { components } from '../../../../src/agents/agent.ts';
import { agents } from '../../../../src/agents/agents.ts';
import { eligibilityOf, type PlatformFacts } from '../../../../src/core/agentFeatures.ts';
import { hasSessionHook, proposalsFor, warningsFor } from '../../../../src/cli/integrate/proposals.ts';
import { analysisRule } from '../../../../src/agents/analysisRule.data.ts';

describe('eligibilityOf', () => {
  const cases: readonly [PlatformFacts, boolean][] = [
    [{ product: 'cloud', plan: 'team' }, true],
    [{ product: 'cloud', plan: 'enterprise' }, true],
    [{ product: 'cloud', plan: 'free' }, false],
    [{ product: 'cloud' }, false],
    [{ product: 'server', edition: 'enterprise', version: '2026.5.0.1' }, true],
    [{ product: 'server', edition: 'datacenter', version: '2026.5' }, true],
    [{ product: 'server', edition: 'enterprise', version: '2027.1.0.1' }, true],
    [{ product: 'server', edition: 'enterprise', version: '2026.4.9.1' }, false],
    [{ product: 'server', edition: 'enterprise', version: '2025.6.0.1' }, false],
    [{ product: 'server', edition: 'developer', version: '2026.5.0.1' }, false],
    // Community versions write the year with two digits; they are not older servers.
    [{ product: 'server', edition: 'community', version: '26.9.0.129388' }, false],
    [{ product: 'server', edition: 'enterprise', version: '26.9.0.129388' }, false],
    [{ product: 'server', edition: 'enterprise', version: '9.9.0.65466' }, false],
    [{ product: 'server', version: '2026.5.0.1' }, false],
    [{ product: 'server', edition: 'enterprise' }, false],
    [{ product: 'server', edition: 'enterprise', version: 'nonsense' }, false],
  ];
  for (const [facts, eligible] of cases)
    it(`says ${eligible ? 'yes' : 'no'} to ${JSON.stringify(facts)} [IN9]`, () => {
      const answer = eligibilityOf(facts);
      assert.equal(answer.eligible, eligible);
      if (!answer.eligible) assert.ok(answer.reason.length > 10);
    });
});

describe('the rule of version 1.8.0', () =>
  it('allows global agent features from 1.8.0 on [IN10] [VE3]', () => {
    const versions = ['1.7.9', '1.8.0', '1.10.0', '5.0.0', '0.9.0', '1.8.0-rc.1'];
    assert.deepEqual(versions.filter(hasSessionHook), ['1.8.0', '1.10.0', '5.0.0', '1.8.0-rc.1']);
  }));

describe('proposalsFor', () => {
  const [cursor] = agents;
  const skips = (change: Partial<Parameters<typeof proposalsFor>[0]>) => {
    assert.ok(cursor);
    const input = {
      editor: cursor,
      scope: 'project',
      cliVersion: '5.0.0',
      statusOf: () => 'NOT CONFIGURED' as const,
      hasGlobalSecretsHook: false,
      eligibility: { eligible: true },
    } as const;
    return Object.fromEntries(
      proposalsFor({ ...input, ...change }).map(({ component, skip }) => [component, skip]),
    );
  };
  const nothing = Object.fromEntries(components.map((component) => [component, undefined]));

  it('skips no component without a reason', () => {
    assert.deepEqual(skips({}), nothing);
  });

  it('skips the project hook for a global one, but not the global hook itself', () => {
    assert.match(skips({ hasGlobalSecretsHook: true }).secretsHooks ?? '', /global secrets hook/);
    assert.deepEqual(skips({ hasGlobalSecretsHook: true, scope: 'global' }), nothing);
  });

  it('repairs an outdated project hook beside a global one', () => {
    const statusOf = () => 'CONFIGURED / INVALID CONFIG' as const;
    assert.deepEqual(skips({ hasGlobalSecretsHook: true, statusOf }), nothing);
  });

  it('skips global agent features of an older command line [IN10]', () => {
    assert.match(skips({ scope: 'global', cliVersion: '1.7.9' }).agent ?? '', /1\.8\.0/);
    assert.deepEqual(skips({ scope: 'global', cliVersion: '1.8.0' }), nothing);
    assert.deepEqual(skips({ scope: 'project', cliVersion: '1.7.9' }), nothing);
  });

  it('skips agent features without a subscription, with the reason [IN9]', () => {
    assert.equal(skips({ eligibility: { eligible: false, reason: 'because' } }).agent, 'because');
  });
});

describe('the warnings before an installation', () => {
  const [editor] = agents;
  assert.ok(editor);
  const all = new Set(components);
  const onPath = { command: 'service-cli', args: [] };

  it('are none if no component has a limitation', () => {
    assert.deepEqual(warningsFor(all, { editor, scope: 'project', program: onPath }, 'environment'), []);
  });

  it('name cloud agents, the login and the PATH, each if it concerns the installed components', () => {
    const layout = { editor, scope: 'global', program: { command: 'node', args: ['cli.js'] } } as const;
    const warnings = warningsFor(all, layout, 'keyring');
    assert.deepEqual(
      warnings.map((text) => /cloud and background agents|this login|PATH/.exec(text)?.[0]),
      ['cloud and background agents', 'this login', 'PATH'],
    );
    assert.deepEqual(warningsFor(new Set(), layout, 'keyring'), []);
  });
});

describe('the rule for agent analysis', () => {
  it('applies always, asks once at the end of each turn, and lets the command find the project [IN13] [IN15]', () => {
    const ruleText = analysisRule('alwaysApply: true');
    assert.match(ruleText, /^---\n(?:.*\n)*?alwaysApply: true\n(?:.*\n)*?---\n/);
    assert.match(ruleText, /At the end of each turn/);
    assert.match(ruleText, /Run it once per turn/);
    assert.match(ruleText, /service-cli analyze agentic --depth DEEP --file <path> --file <path> --quiet/);
    assert.match(ruleText, /Repeat `--file` for every file/);
    assert.match(ruleText, /change set\s+of git/);
    assert.match(ruleText, /no project is configured.*(?:\n.*)?rest of this session/);
    assert.doesNotMatch(ruleText, /--project/);
  });
});
