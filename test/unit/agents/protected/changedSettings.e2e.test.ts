import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runCommand } from '../../../fakeAgents/runCommand.ts';
import { expectSuccess } from '../../../support/cliRun.ts';
import { logIn } from '../../../support/hookedProject.ts';
import { type IntegrateFixture, withIntegrateFixture } from '../../../support/integrateFixture.ts';
import { denies } from './writingAgent.ts';

const ofProject = '.claude/settings.json';
const local = '.claude/settings.local.json';

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: { command: string }[] }[]>;
}

interface World extends IntegrateFixture {
  /** Writes a settings file, tells the installed hook of the change, and returns the reason of a denial. */
  readonly change: (source: string, path: string, text: string | undefined) => Promise<string | undefined>;
  readonly settings: () => Settings;
}

/** Installs the hooks of Claude Code for a project. `change` asks as the vendor documents it. */
const withClaude = (use: (world: World) => Promise<void>): Promise<void> =>
  withIntegrateFixture(async (fixture) => {
    expectSuccess(await fixture.run('integrate claude --non-interactive'));
    logIn(fixture);
    const { project, env } = fixture;
    const settings = (): Settings => JSON.parse(readFileSync(join(project, ofProject), 'utf8')) as Settings;
    const { command } = settings().hooks.ConfigChange?.[0]?.hooks[0] ?? {};
    assert.ok(command !== undefined, 'integrate installs the hook');
    const change: World['change'] = async (source, file_path, text) => {
      if (text === undefined) rmSync(file_path);
      else {
        mkdirSync(dirname(file_path), { recursive: true });
        writeFileSync(file_path, text);
      }
      const request = { session_id: 's', cwd: project, hook_event_name: 'ConfigChange', source, file_path };
      const { exitCode, stdout } = await runCommand(command, {
        cwd: project,
        env: { ...env, CLAUDE_PROJECT_DIR: project, PATH: '/usr/bin:/bin' },
        stdin: Buffer.from(JSON.stringify(request)),
        timeoutMs: 30_000,
      });
      const answer = JSON.parse(stdout) as { decision?: string; reason?: string };
      assert.equal(answer.decision === 'block', exitCode === 2, stdout);
      return answer.decision === 'block' ? answer.reason : undefined;
    };
    await use({ ...fixture, change, settings });
  });

describe('changed settings of Claude Code', () => {
  it('are denied when they switch hooks off, in each file that it reads [A9]', () =>
    withClaude(async ({ change, project, home, settings }) => {
      const off = { disableAllHooks: true };
      for (const [source, path, text] of [
        ['local_settings', join(project, local), off],
        ['user_settings', join(home, ofProject), off],
        ['project_settings', join(project, ofProject), { ...settings(), ...off }],
        ['later_settings', join(project, local), off],
      ] as const)
        await denies(change(source, path, JSON.stringify(text)), /switches the secrets hooks off/, source);
      const escaped = String.raw`{"disable\u0041llHooks": true}`;
      await denies(change('local_settings', join(project, local), escaped), /switches the secrets hooks off/);
    }));

  it('are denied when an entry of ours is gone or narrowed', () =>
    withClaude(async ({ change, project, settings }) => {
      const path = join(project, ofProject);
      const { hooks } = settings();
      const { PreToolUse: [before] = [], ConfigChange: _, ...others } = hooks;
      assert.ok(before);
      for (const text of [
        '{}',
        'not JSON',
        undefined,
        JSON.stringify({ hooks: others }),
        JSON.stringify({ hooks: { ...hooks, PreToolUse: [] } }),
        JSON.stringify({ hooks: { ...hooks, PreToolUse: [{ ...before, matcher: 'None' }] } }),
        JSON.stringify({
          hooks: { ...hooks, PreToolUse: [{ ...before, hooks: [{ type: 'command', command: ':' }] }] },
        }),
      ])
        await denies(change('project_settings', path, text), /lost entries of the secrets hooks/, text);
    }));

  it('are allowed when they keep our entries and switch nothing off', () =>
    withClaude(async ({ change, project, home, settings }) => {
      const own = { permissions: { allow: ['Bash(npm test)'] }, env: { HUSKY: '0' } };
      for (const [source, path, text] of [
        ['project_settings', join(project, ofProject), { ...settings(), ...own }],
        ['local_settings', join(project, local), own],
        ['user_settings', join(home, ofProject), own],
        ['skills', join(project, '.claude/skills/a/SKILL.md'), own],
      ] as const)
        assert.equal(await change(source, path, JSON.stringify(text)), undefined, source);
    }));

  it('are denied in a clone in which another user has installed the hooks', () =>
    withClaude(async ({ change, project, home }) => {
      const state = join(home, '.service/service-cli/state.json');
      const { integrations: _, ...rest } = JSON.parse(readFileSync(state, 'utf8')) as Record<string, unknown>;
      writeFileSync(state, JSON.stringify(rest));
      await denies(change('project_settings', join(project, ofProject), '{}'), /lost entries/);
    }));
});
