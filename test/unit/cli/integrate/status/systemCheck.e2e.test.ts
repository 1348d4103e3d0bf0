import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
  realpathSync,
} from 'node:fs';
import { join, sep, dirname } from 'node:path';
import { agents } from '../../../../../src/agents/agents.ts';
import { exitCodes } from '../../../../../src/cli/exitCodes.ts';
import { answerOf, type CliRun } from '../../../../support/cliRun.ts';
import { logIn } from '../../../../support/hookedProject.ts';
import {
  type IntegrateFixture,
  shimName,
  withIntegrateFixture,
} from '../../../../support/integrateFixture.ts';
import { assertNone } from '../../../../support/lists.ts';
import { modeHere } from '../../../../support/modeHere.ts';

interface Row {
  readonly editor: string;
  readonly scope: string;
  readonly component: string;
  readonly checks?: readonly { readonly event: string; readonly result: string; readonly reason?: string }[];
  readonly lastCalls?: readonly { readonly event: string; readonly at?: string; readonly answer?: string }[];
  readonly week?: object;
  readonly notes?: readonly string[];
}

function rowOf(run: CliRun, agent: string): Row {
  const { integrations } = answerOf(run) as { integrations: Row[] };
  const row = integrations.find(
    ({ editor, scope, component }) => editor === agent && scope === 'project' && component === 'secretsHooks',
  );
  assert.ok(row);
  return row;
}

const withHooks = (agent: string, use: (fixture: IntegrateFixture) => Promise<void>): Promise<void> =>
  withIntegrateFixture(async (fixture) => {
    const run = await fixture.run(`integrate ${agent} --non-interactive`);
    assert.equal(run.exitCode, exitCodes.fine, run.stderr);
    logIn(fixture);
    await use(fixture);
  });

describe('system status --check', () => {
  for (const { id, hooks } of agents)
    if (hooks?.places.project)
      it(`finds that the hooks of ${id} allow a harmless and deny a harmful request, and changes no file`, () =>
        withHooks(id, async ({ run, picture }) => {
          const before = Object.keys(picture());
          const answer = await run('system status --check');
          assert.equal(answer.exitCode, exitCodes.fine, answer.stdout);
          const { checks = [], lastCalls = [] } = rowOf(answer, id);
          assert.ok(checks.some(({ result }) => result === 'passed'));
          assert.ok(checks.every(({ result }) => result !== 'failed'));
          assert.ok(
            lastCalls.every(({ at }) => at === undefined),
            'a check is no call of the agent',
          );
          const made = Object.keys(picture()).filter((path) => !before.includes(path));
          assertNone(made, (path) => !path.includes('/cache/'));
        }));

  it('ends with 1 when a hook denies everything, and says why', () =>
    withHooks('claude', async ({ run, env }) => {
      const { SERVICE_TOKEN: _, ...loggedOut } = env;
      const state = join(env.HOME ?? '', '.service/service-cli/state.json');
      const { login: __, ...rest } = JSON.parse(readFileSync(state, 'utf8')) as Record<string, unknown>;
      writeFileSync(state, JSON.stringify(rest));
      const answer = await run('system status --check', { env: { ...loggedOut, SERVICE_TOKEN: '' } });
      assert.equal(answer.exitCode, exitCodes.failed);
      assert.match(rowOf(answer, 'claude').checks?.[0]?.reason ?? '', /denies a request without a secret/);
    }));

  it('ends with 1 for a damaged script, and does not run it [R9]', () =>
    withHooks('claude', async ({ run, project }) => {
      const shim = join(project, '.claude/hooks', shimName);
      writeFileSync(shim, `touch '${join(project, 'ran').replaceAll("'", String.raw`'\''`)}'\n`);
      const answer = await run('system status --check');
      assert.equal(answer.exitCode, exitCodes.failed);
      assert.equal(rowOf(answer, 'claude').checks, undefined);
      assert.ok(!readdirSync(project).includes('ran'));
    }));

  it('ends with 1 when a hook does not answer', () =>
    withHooks('cursor', async ({ run, project, home }) => {
      const bin = join(home, '.service/service-cli/bin/5.0.0');
      // The status compares the recorded node only by its form.
      const program = join(home, 'node');
      writeFileSync(program, '#!/bin/sh\nexit 9\n');
      chmodSync(program, 0o755);
      writeFileSync(join(bin, 'node'), `${program}\n`);
      const answer = await run('system status --check');
      assert.equal(answer.exitCode, exitCodes.failed, project);
    }));
});

/** Asks the installed script of Claude Code about a prompt. */
const ask = ({ project, env }: IntegrateFixture, prompt: string) =>
  spawnSync('sh', [join(project, '.claude/hooks/service-guard.sh'), 'UserPromptSubmit'], {
    env: { ...env, PATH: '/usr/bin:/bin' },
    input: JSON.stringify({ hook_event_name: 'UserPromptSubmit', cwd: project, prompt }),
    timeout: 30_000,
  });

describe('system status of hooks', () => {
  it('says hooks of other programs and hooks that are installed twice', () =>
    withHooks('claude', async ({ run, write, read }) => {
      const settings = JSON.parse(read('.claude/settings.json') ?? '') as {
        hooks: Record<string, unknown[]>;
      };
      settings.hooks.PreToolUse?.push({ hooks: [{ type: 'command', command: 'other' }] });
      write('.claude/settings.json', JSON.stringify(settings));
      await run('integrate claude --global --non-interactive');
      const { notes = [] } = rowOf(await run('system status'), 'claude');
      assert.ok(notes.some((note) => note.includes('other programs for PreToolUse')));
      assert.ok(notes.some((note) => note.includes('checked twice')));
    }));

  for (const [agent, file, settings] of [
    ['claude', '.claude/settings.local.json', { disableAllHooks: true }],
    ['gemini', '.gemini/settings.json', { hooksConfig: { enabled: false } }],
  ] as const)
    it(`says that a setting of the project switches all hooks of ${agent} off, those for all projects too, and fails the check [R9]`, () =>
      withHooks(agent, async ({ run, write, read }) => {
        await run(`integrate ${agent} --global --non-interactive`);
        write(file, JSON.stringify({ ...(JSON.parse(read(file) ?? '{}') as object), ...settings }));
        const { integrations } = JSON.parse((await run('system status --json')).stdout) as {
          integrations: { component: string; editor: string; notes?: string[] }[];
        };
        const hooks = integrations.filter(
          ({ component, editor }) => component === 'secretsHooks' && editor === agent,
        );
        assert.equal(hooks.length, 2);
        for (const { notes = [] } of hooks)
          assert.ok(
            notes.some((note) => note.replaceAll(sep, '/').includes(`${file} switches all hooks`)),
            notes.join(),
          );
        assert.equal((await run('system status')).exitCode, exitCodes.fine);
        assert.equal((await run('system status --check')).exitCode, exitCodes.failed);
      }));

  for (const [version, notes] of [
    ['2.1.200', ['Claude Code 2.1.200 continues when a hook fails. Update it to 2.1.295 or newer.']],
    ['2.1.295', []],
  ] as const)
    it(`has ${notes.length} notes about the failures of hooks where Claude Code ${version} is installed`, () =>
      withHooks('claude', async ({ run, home }) => {
        mkdirSync(join(home, 'bin'));
        writeFileSync(join(home, version), '', { mode: 0o755 });
        symlinkSync(join(home, version), join(home, 'bin/claude'));
        const path = process.env.PATH;
        process.env.PATH = `${join(home, 'bin')}:${path ?? ''}`;
        try {
          assert.deepEqual(rowOf(await run('system status'), 'claude').notes ?? [], notes);
        } finally {
          process.env.PATH = path;
        }
      }));

  it('says when each hook was called last, what it answered and what it denied this week, in files without values [R9]', () =>
    withHooks('claude', async (fixture) => {
      const { run, home } = fixture;
      assert.equal(ask(fixture, 'Please add a test.').status, 0);
      const callOf = async (): Promise<unknown> =>
        rowOf(await run('system status'), 'claude').lastCalls?.find(
          ({ event }) => event === 'UserPromptSubmit',
        );
      const first = (await callOf()) as { at: string; answer: string };
      assert.equal(first.answer, 'allowed');
      assert.ok(Date.now() - Date.parse(first.at) < 60_000);
      ask(fixture, 'Use glpat-Zx81kQ0vTnW3rLpYb6sD for it.');
      assert.equal(((await callOf()) as { answer: string }).answer, 'denied');
      const { week } = rowOf(await run('system status'), 'claude');
      assert.deepEqual(week, { denied: 1, masked: 0, rules: ['gitlab-token'], files: [] });
      const decisions = join(home, '.service/service-cli/decisions');
      const [record = ''] = readdirSync(decisions);
      assert.doesNotMatch(readFileSync(join(decisions, record), 'utf8'), /Zx81kQ0/);
      const calls = join(home, '.service/service-cli/calls');
      for (const name of readdirSync(calls)) {
        assert.equal(statSync(join(calls, name)).mode & 0o777, modeHere(0o600));
        assert.deepEqual(Object.keys(JSON.parse(readFileSync(join(calls, name), 'utf8')) as object), [
          'at',
          'answer',
        ]);
      }
    }));

  it('keeps answering when an agent has put a pipe in the place of that file', () =>
    withHooks('claude', async (fixture) => {
      const { run, home } = fixture;
      const calls = join(home, '.service/service-cli/calls');
      mkdirSync(calls, { recursive: true });
      execFileSync('mkfifo', [join(calls, 'claude UserPromptSubmit.json')]);
      const { status, error } = ask(fixture, 'Please add a test.');
      assert.deepEqual([status, error], [0, undefined]);
      const { lastCalls } = rowOf(await run('system status'), 'claude');
      assert.deepEqual(
        lastCalls?.find(({ event }) => event === 'UserPromptSubmit'),
        { event: 'UserPromptSubmit' },
      );
    }));
});

describe('system status in git worktrees', () => {
  it('finds a worktree without the hooks of another one, from each of them, until hooks are global', () =>
    withIntegrateFixture(async (fixture) => {
      const { project, run } = fixture;
      const git = (...args: string[]): void => {
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: project });
      };
      git('commit', '-q', '--allow-empty', '-m', 'start');
      await run('integrate claude --non-interactive');
      logIn(fixture);
      assert.equal((await run('system status --check')).exitCode, exitCodes.fine);
      const second = join(dirname(realpathSync(project)), 'second');
      git('worktree', 'add', '-q', second);
      for (const cwd of [project, second]) {
        const { exitCode, stdout } = await run('system status --check', { cwd, text: true });
        assert.equal(exitCode, exitCodes.failed, stdout);
        const place = cwd === second ? 'this project' : second;
        assert.match(stdout, /^✗ Claude Code {2}Secrets Hook: NOT CONFIGURED/m);
        assert.ok(stdout.includes(`\nClaude Code, ${place}: Secrets Hook\n  This git worktree`), stdout);
        assert.match(stdout, /This git worktree has no hooks of Claude Code.*service-cli integrate claude/);
      }
      await run('integrate claude --global --non-interactive');
      const { stdout } = await run('system status', { cwd: second, text: true });
      assert.ok(!stdout.includes('This git worktree has no hooks'), stdout);
    }));
});
