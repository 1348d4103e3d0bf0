import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, sep } from 'node:path';
import { agents } from '../../../../src/agents/agents.ts';
import { placeOf } from '../../../../src/agents/agent.ts';
import { readState, rememberedKey } from '../../../../src/node/credentials/cliState.ts';
import { expectSuccess, answering, linesOf } from '../../../support/cliRun.ts';
import {
  assertEach,
  enterprise,
  type IntegrateFixture,
  shimName,
  withIntegrateFixture,
} from '../../../support/integrateFixture.ts';
import { goodToken } from '../../../support/platformAnswers.ts';

const rule = '.cursor/rules/service-agentic-analysis.mdc';

describe('the interface of integrate', () => {
  it('takes -p as --project and -g as --global [IO1] [IO2] [IO3]', () =>
    withIntegrateFixture(async (fixture) => {
      const both = await fixture.run('integrate cursor -p demo -g');
      assert.equal(both.exitCode, 2);
      assert.match(both.stderr, /invalid options/);
      expectSuccess(await fixture.run('integrate cursor -p demo'));
      assert.ok(existsSync(join(fixture.project, rule)));
      assert.ok(!existsSync(join(fixture.home, rule)));
      expectSuccess(await fixture.run('integrate cursor -g'));
      assert.ok(existsSync(join(fixture.home, rule)));
    }));

  it('asks nothing at a terminal when the token comes from the environment [IO4] [IN7]', () =>
    withIntegrateFixture(async (fixture) => {
      // Each of these prompts rejects when it is asked.
      const run = expectSuccess(await fixture.run('integrate cursor', { prompts: answering({}) }));
      assertEach(run, 'installed');
    }));

  it('installs into the project folder when --non-interactive names no scope, with rule, program and record [LF1] [LF2] [LF4] [LF5] [IN6]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      assert.ok(existsSync(join(fixture.project, '.cursor/hooks.json')));
      assert.ok(!existsSync(join(fixture.home, '.cursor')));
      assert.match(fixture.read(rule) ?? '', /^---\n(?:.*\n)*?alwaysApply: true\n/);
      const own = join(fixture.home, '.service/service-cli');
      const programs = Object.keys(fixture.picture()).filter((path) =>
        path.startsWith(`${join(own, 'bin')}${sep}`),
      );
      assert.ok(programs.some((path) => path.endsWith('hook.js')));
      const state = JSON.parse(readFileSync(join(own, 'state.json'), 'utf8')) as {
        integrations: { installed: Record<string, unknown>[] };
      };
      assert.deepEqual(
        state.integrations.installed.map(({ integration, scope, root }) => [integration, scope, root]),
        [['cursor', 'project', fixture.project]],
      );
    }));
});

describe('integrate cursor, in a folder that names no project', () => {
  const addRemote = ({ project }: IntegrateFixture, address: string): void => {
    execFileSync('git', ['remote', 'add', 'origin', address], { cwd: project });
  };

  it('finds the project by the git remote where nothing else names it, without the credentials of the address [IN1]', () =>
    withIntegrateFixture(
      async (fixture) => {
        rmSync(join(fixture.project, 'service-project.properties'));
        addRemote(fixture, 'https://ann:hunter2@forge.example.com/acme/demo.git');
        const run = expectSuccess(await fixture.run('integrate cursor --non-interactive'));
        assert.match(run.stderr, /Project: demo \(from the git remote\)/);
        const asked = fixture.requests
          .map(({ line }) => line)
          .find((line) => line.includes('project-bindings'));
        const url = encodeURIComponent('https://forge.example.com/acme/demo.git');
        assert.equal(asked, `GET api/v2/dop-translation/project-bindings?repositoryUrl=${url}`);
        // The hook of a session, which asks for no binding, finds it by the folder then.
        const { state } = await readState(join(fixture.home, '.service/service-cli/state.json'));
        assert.equal(rememberedKey(state, fixture.project), 'demo');
      },
      {
        ...enterprise,
        // As a real 26.9 answers.
        'api/v2/dop-translation/project-bindings': {
          projectBindings: [{ id: 'b', projectId: 'p', projectKey: 'demo', repository: 'acme/demo' }],
          page: { pageIndex: 1, pageSize: 50, total: 1 },
        },
      },
    ));

  it('goes on without a project where the platform knows no remote, or several projects of it', () =>
    withIntegrateFixture(
      async (fixture) => {
        rmSync(join(fixture.project, 'service-project.properties'));
        const withoutRemote = await fixture.run('integrate cursor --dry-run');
        assert.match(withoutRemote.stderr, /No project is configured here/);
        addRemote(fixture, 'https://forge.example.com/acme/mono.git');
        const withSeveral = expectSuccess(await fixture.run('integrate cursor --dry-run'));
        assert.match(withSeveral.stderr, /No project is configured here/);
      },
      {
        ...enterprise,
        'api/v2/dop-translation/project-bindings': {
          projectBindings: [{ projectKey: 'demo' }, { projectKey: 'other' }],
        },
      },
    ));
});

/** A file of the project with a hook and a setting of another program, in the form of each agent. */
const foreign: Readonly<Record<string, readonly [path: string, text: string]>> = {
  cursor: [
    '.cursor/hooks.json',
    '{\n  // team\n  "version": 1,\n  "hooks": { "stop": [{ "command": "./done.sh" }] }\n}\n',
  ],
  claude: [
    '.claude/settings.json',
    '{\n  "permissions": { "deny": ["Bash(rm:*)"] }, // team\n  "hooks": {\n    "PreToolUse": [\n      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "./audit.sh" }] }\n    ]\n  }\n}\n',
  ],
  codex: [
    '.codex/hooks.json',
    '{ "hooks": { "Stop": [{ "hooks": [{ "type": "command", "command": "./done.sh" }] }] } }',
  ],
  windsurf: [
    '.windsurf/hooks.json',
    '{\r\n\t"hooks": {\r\n\t\t"pre_read_code": [\r\n\t\t\t{ "command": "./audit.sh", "show_output": true }\r\n\t\t]\r\n\t}\r\n}\r\n',
  ],
  gemini: [
    '.gemini/settings.json',
    '\uFEFF{\n  "ui": { "theme": "GitHub" },\n  "hooks": {\n    "BeforeTool": [\n      { "matcher": "write_file", "hooks": [{ "type": "command", "command": "./audit.sh" }] }\n    ]\n  }\n}\n',
  ],
  antigravity: [
    '.agents/hooks.json',
    '{\n  "audit": {\n    "PreToolUse": [{ "matcher": "run_command", "hooks": [{ "command": "./audit.sh" }] }]\n  }\n}\n',
  ],
  kiro: ['.kiro/hooks/lint.json', '{ "version": "v1", "hooks": [] }\n'],
  copilot: ['.github/hooks/audit.json', '{ "version": 1, "hooks": {} }\n'],
  opencode: ['.opencode/plugins/audit.js', 'export const Audit = async () => ({})\n'],
  vscode: ['.vscode/mcp.json', '{\n  "servers": { "other": { "type": "stdio", "command": "x" } }\n}\n'],
};

const state = join('service-cli', 'state.json');
const withoutState = (picture: Record<string, string>) =>
  Object.fromEntries(Object.entries(picture).filter(([path]) => !path.endsWith(state)));

describe('integrate --all', () => {
  it('installs for every agent in an empty home, says so per component, and removes everything', () =>
    withIntegrateFixture(async (fixture) => {
      const before = withoutState(fixture.picture());
      const run = expectSuccess(await fixture.run('integrate --all --non-interactive'));
      const lines = linesOf(run);
      assert.deepEqual([...new Set(lines.map(({ agent }) => agent))], [...agents.map(({ id }) => id), 'git']);
      for (const { agent, component, result, reason } of lines)
        assert.ok(
          result === 'installed' || (result === 'skipped' && typeof reason === 'string'),
          `${String(agent)} ${String(component)}: ${String(result)}`,
        );
      for (const { id, hooks } of agents) {
        const file = hooks && placeOf(hooks, id, 'project', process.platform)?.file;
        assert.equal(file === undefined || fixture.read(file) !== undefined, true, id);
      }
      const again = await fixture.run('integrate --all --non-interactive');
      assert.ok(linesOf(again).every(({ result }) => result === 'unchanged' || result === 'skipped'));
      expectSuccess(await fixture.run('integrate --all --remove'));
      assert.deepEqual(withoutState(fixture.picture()), before);
    }));

  it('keeps foreign hooks whose commands mention the name of the shim', () =>
    withIntegrateFixture(async (fixture) => {
      const commands = [
        'node tools/service-guard.check.js',
        'sh tools/my-service-guard.sh beforeReadFile',
        './audit.sh .cursor/hooks/service-guard.sh',
        'sh lint.sh .cursor/hooks/service-guard.sh',
      ];
      const hooks = { beforeReadFile: commands.map((command) => ({ command })) };
      const text = `${JSON.stringify({ version: 1, hooks }, undefined, 2)}\n`;
      fixture.write('.cursor/hooks.json', text);
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      expectSuccess(await fixture.run('integrate cursor --remove'));
      assert.equal(fixture.read('.cursor/hooks.json'), text);
    }));

  it('keeps the files of other programs, and restores them byte for byte', () =>
    withIntegrateFixture(async (fixture) => {
      for (const [path, text] of Object.values(foreign)) fixture.write(path, text);
      const before = withoutState(fixture.picture());
      expectSuccess(await fixture.run('integrate --all --non-interactive'));
      for (const [path, text] of Object.values(foreign)) {
        const now = fixture.read(path) ?? '';
        for (const command of text.match(/\.\/\w+\.sh/g) ?? []) assert.ok(now.includes(command), path);
      }
      expectSuccess(await fixture.run('integrate --all --remove --non-interactive'));
      assert.deepEqual(withoutState(fixture.picture()), before);
    }));

  it('installs for the other agents when the file of one cannot be edited, and fails', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write('.claude/settings.json', '{ "hooks": [');
      const run = await fixture.run('integrate --all --non-interactive');
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Claude Code: .*settings\.json/);
      assert.equal(fixture.read('.claude/settings.json'), '{ "hooks": [');
      assert.ok(fixture.read('.codex/hooks.json'));
    }));
});

describe('integrate with several agents', () => {
  it('installs for all of them in one run, and removes them', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(await fixture.run('integrate claude kiro --non-interactive'));
      assert.deepEqual([...new Set(linesOf(run).map(({ agent }) => agent))], ['claude', 'kiro']);
      assert.ok(fixture.read('.claude/settings.json') && fixture.read('.kiro/hooks/service-secrets.json'));
      expectSuccess(await fixture.run('integrate claude kiro --remove --non-interactive'));
      assert.equal(fixture.read('.kiro/hooks/service-secrets.json'), undefined);
    }));

  it('exits with code 2 where one of them is not known', () =>
    withIntegrateFixture(async (fixture) => {
      const run = await fixture.run('integrate claude other --non-interactive');
      assert.equal(run.exitCode, 2);
      assert.equal(fixture.read('.claude/settings.json'), undefined);
    }));
});

describe('integrate without an agent', () => {
  const env = { SERVICE_TOKEN: '' };
  const logIn = async (fixture: IntegrateFixture): Promise<void> => {
    const prompts = answering({ secret: () => Promise.resolve(goodToken) });
    expectSuccess(await fixture.run('auth login --with-token --insecure-storage', { prompts }));
  };

  it('names the agents that it found, and exits with code 2, without a terminal or with SERVICE_TOKEN', () =>
    withIntegrateFixture(async (fixture) => {
      mkdirSync(join(fixture.home, '.codex'));
      fixture.write('.kiro/steering/a.md', 'a');
      const run = await fixture.run('integrate --non-interactive');
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, /--all; found: codex, kiro\n/);
      const inTerminal = await fixture.run('integrate', { prompts: answering({}) });
      assert.match(inTerminal.stderr, /codex, kiro; there is no menu while SERVICE_TOKEN is set\n/);
    }));

  it('finds an agent by its program', () =>
    withIntegrateFixture(async (fixture) => {
      const program = join(fixture.home, process.platform === 'win32' ? 'bin/opencode.exe' : 'bin/opencode');
      mkdirSync(dirname(program));
      writeFileSync(program, '#!/bin/sh\n');
      chmodSync(program, 0o755);
      const PATH = [dirname(program), '/usr/bin', '/bin'].join(delimiter);
      const run = await fixture.run('integrate', { env: { PATH } });
      assert.match(run.stderr, /found: opencode/);
    }));

  /** Answers the menu with the given values. Returns what it offered, with `*` for what was checked. */
  const menu = (picked: readonly string[]) => {
    const offered: string[] = [];
    const prompts = answering({
      selectSeveral: (_, choices) => {
        offered.push(...choices.map(({ value, checked }) => (checked ? `*${value}` : value)));
        return Promise.resolve(choices.map(({ value }) => value).filter((value) => picked.includes(value)));
      },
      select: (_, choices) =>
        Promise.resolve(
          (choices.find(({ value }) => value === 'project') ?? choices[0])?.value ?? assert.fail(),
        ),
      confirm: () => Promise.resolve(true),
      enter: () => Promise.resolve(),
    });
    return { offered, prompts };
  };

  it('offers all agents in one menu, in which those that it found are checked, and installs what the user checked', () =>
    withIntegrateFixture(async (fixture) => {
      mkdirSync(join(fixture.home, '.codex'));
      mkdirSync(join(fixture.home, '.kiro'));
      await logIn(fixture);
      const { offered, prompts } = menu(['codex', 'gemini']);
      expectSuccess(await fixture.run('integrate', { prompts, env }));
      assert.deepEqual(offered.slice(0, 3), ['*codex', '*kiro', 'git']);
      assert.deepEqual(
        offered.map((value) => value.replace('*', '')).sort(),
        [...agents.map(({ id }) => id), 'git'].sort(),
      );
      assert.ok(fixture.read('.codex/hooks.json'));
      assert.ok(fixture.read('.gemini/settings.json'));
      assert.equal(fixture.read('.kiro/hooks/service-secrets.json'), undefined);
    }));

  it('shows what it is going to do for the checked agents, and writes nothing before Enter', () =>
    withIntegrateFixture(async (fixture) => {
      await logIn(fixture);
      const before = fixture.picture();
      const { prompts } = menu(['codex', 'gemini']);
      const canceled = { ...prompts, enter: () => Promise.reject(new Error('canceled')) };
      const run = await fixture.run('integrate', { prompts: canceled, env });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Codex: Secrets Hook: install; .*\n.*Gemini CLI: Secrets Hook: install; /);
      assert.deepEqual(fixture.picture(), before);
    }));

  it('offers those of the record to remove, none of them checked', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate codex --non-interactive'));
      expectSuccess(await fixture.run('integrate kiro --non-interactive'));
      const { offered, prompts } = menu(['codex']);
      await fixture.run('integrate --remove', { prompts, env });
      assert.deepEqual(offered, ['codex', 'kiro', 'git']);
      assert.equal(fixture.read('.codex/hooks.json'), undefined);
      assert.ok(fixture.read('.kiro/hooks/service-secrets.json'));
    }));

  it('refuses an agent together with --all, and two scopes', () =>
    withIntegrateFixture(async (fixture) => {
      for (const args of ['integrate codex --all', 'integrate codex --global --system'])
        assert.equal((await fixture.run(args)).exitCode, 2, args);
    }));
});

describe('integrate --system', () => {
  const systemFile = (fixture: IntegrateFixture, path: string) => {
    const file = join(fixture.systemRoot, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };

  it('writes machine-wide hooks that run a handler of the machine, whatever a user sets', () =>
    withIntegrateFixture(async (fixture) => {
      const env = { SERVICE_TOKEN: '', SERVICE_HOME: join(fixture.home, 'elsewhere') };
      expectSuccess(await fixture.run('integrate --all --system --non-interactive', { env }));
      const isWindows = process.platform === 'win32';
      const files = isWindows
        ? [
            'ProgramData/Cursor/hooks.json',
            'Program Files/ClaudeCode/managed-settings.json',
            'ProgramData/GitHub/Copilot/policy.d/service-secrets.json',
            'ProgramData/Windsurf/hooks.json',
            'ProgramData/gemini-cli/settings.json',
          ]
        : [
            'etc/cursor/hooks.json',
            'etc/claude-code/managed-settings.json',
            'etc/github-copilot/policy.d/service-secrets.json',
            'etc/windsurf/hooks.json',
            'etc/gemini-cli/settings.json',
          ];
      for (const path of files) assert.ok(systemFile(fixture, path)?.includes(shimName), path);
      const lib = isWindows ? 'ProgramData/service-cli' : 'usr/local/lib/service-cli';
      assert.ok(systemFile(fixture, `${lib}/bin/5.0.0/hook.js`));
      const shim = systemFile(fixture, `${lib}/hooks/claude/${shimName}`) ?? '';
      if (!isWindows) assert.match(shim, /\nbase='[^']*\/usr\/local\/lib'\n/);
      assert.ok(!shim.includes('SERVICE_HOME'));
      expectSuccess(await fixture.run('integrate --all --system --remove', { env }));
      assert.equal(systemFile(fixture, files[0] ?? ''), undefined);
      assert.equal(systemFile(fixture, `${lib}/bin/5.0.0/hook.js`), undefined);
    }));

  it('skips an agent without a machine-wide file, with the reason', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(await fixture.run('integrate kiro --system --non-interactive'));
      const [line] = linesOf(run);
      assert.deepEqual([line?.result, line?.reason], ['skipped', 'Kiro has no machine-wide hooks file']);
    }));
});

describe('integrate --help', () => {
  it('lists the agents', () =>
    withIntegrateFixture(async ({ run }) => {
      const { stdout } = await run('integrate --help');
      for (const { id } of agents) assert.match(stdout, new RegExp(`"${id}"`));
    }));
});
