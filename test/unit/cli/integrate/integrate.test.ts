import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesOf, type CliRun } from '../../../support/cliRun.ts';
import {
  cursorHooks,
  hooksOf,
  inScene,
  isFine,
  resultsOf,
  stateOf,
} from '../../../support/integrateScene.ts';
import { goodToken } from '../../../support/platformAnswers.ts';

describe('integrate cursor', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it('installs every component when nobody is asked', () =>
    inScene(async (scene) => {
      const run = await scene.run('integrate cursor --non-interactive');
      isFine(run);
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'installed',
        toolServer: 'installed',
        agent: 'installed',
      });
      assert.match(run.stderr, /Restart Cursor/);
      assert.deepEqual(
        stateOf(scene).integrations?.installed[0]?.features.map(({ feature }) => feature),
        ['secretsHooks', 'toolServer', 'agent'],
      );
    }));

  it('writes the entries of the specification verbatim, its own beside them, and every blocking one fails closed', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const entry = (event: string, matcher?: string, isBlocking = true): object => ({
        command: `sh .cursor/hooks/service-guard.sh ${event}`,
        type: 'command',
        ...(matcher !== undefined && { matcher }),
        timeout: 10,
        ...(isBlocking && { failClosed: true }),
      });
      assert.deepEqual(hooksOf(scene), {
        version: 1,
        hooks: {
          beforeSubmitPrompt: [entry('beforeSubmitPrompt', 'UserPromptSubmit')],
          beforeReadFile: [entry('beforeReadFile', 'Read|TabRead'), entry('beforeReadFile', 'ReadFile')],
          preToolUse: [entry('preToolUse', 'Read'), entry('preToolUse', 'ReadFile|ReadFiles|ViewFile')],
          beforeTabFileRead: [entry('beforeTabFileRead')],
          sessionStart: [entry('sessionStart', undefined, false)],
        },
      });
    }));

  it('writes no token anywhere', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const base64 = Buffer.from(`${goodToken}:`).toString('base64');
      for (const [path, text] of Object.entries(scene.picture()))
        assert.ok(!text.includes(goodToken) && !text.includes(base64), path);
      const { mcpServers } = JSON.parse(scene.read('.cursor/mcp.json') ?? '') as {
        mcpServers: { service: { env: object } };
      };
      assert.deepEqual(mcpServers.service.env, {
        SERVICE_TOKEN: '${env:SERVICE_TOKEN}',
        SERVICE_URL: scene.url,
      });
    }));

  it('says of what was not there that nothing was removed', () =>
    inScene(
      async (scene) => {
        isFine(await scene.run('integrate cursor --non-interactive'));
        const run = await scene.run('integrate cursor --remove');
        assert.deepEqual(resultsOf(run), {
          secretsHooks: 'removed',
          toolServer: 'removed',
          agent: 'unchanged',
        });
      },
      { 'api/components/show': { component: { key: 'demo', name: 'Demo' } } },
    ));

  it('changes nothing when it runs twice', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const before = scene.picture();
      const second = await scene.run('integrate cursor --non-interactive');
      assert.deepEqual(resultsOf(second), {
        secretsHooks: 'unchanged',
        toolServer: 'unchanged',
        agent: 'unchanged',
      });
      assert.deepEqual(scene.picture(), before);
    }));

  it('takes everything out again and leaves the files as they were', () =>
    inScene(async (scene) => {
      scene.write(
        cursorHooks,
        '{\n  // mine\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "./done.sh" }\n    ]\n  }\n}\n',
      );
      scene.write('.cursor/mcp.json', '{"mcpServers": {"other": {"command": "x"}}}');
      const before = scene.picture();
      isFine(await scene.run('integrate cursor --non-interactive'));
      const run = await scene.run('integrate cursor --remove');
      assert.deepEqual(resultsOf(run), { secretsHooks: 'removed', toolServer: 'removed', agent: 'removed' });
      const after = scene.picture();
      const state = join(scene.home, '.service/service-cli/state.json');
      assert.deepEqual(stateOf(scene).integrations?.installed, []);
      assert.deepEqual({ ...after, [state]: before[state] }, { ...before, [state]: before[state] });
      assert.ok(!existsSync(join(scene.project, '.cursor/rules')));
    }));

  it('keeps foreign hooks, comments, order, indentation, line ends and byte order mark', () =>
    inScene(async (scene) => {
      const text =
        '\uFEFF{\r\n\t// team\r\n\t"hooks": {\r\n\t\t"beforeReadFile": [\r\n\t\t\t{ "command": "./audit.sh" } // first\r\n\t\t]\r\n\t},\r\n\t"version": 1\r\n}\r\n';
      scene.write(cursorHooks, text);
      isFine(await scene.run('integrate cursor --non-interactive'));
      const changed = scene.read(cursorHooks) ?? '';
      assert.ok(
        changed.startsWith(
          '\uFEFF{\r\n\t// team\r\n\t"hooks": {\r\n\t\t"beforeReadFile": [\r\n\t\t\t{ "command": "./audit.sh" }, // first\r\n\t\t\t{\r\n',
        ),
        changed,
      );
      assert.ok(!/[^\r]\n/.test(changed));
      isFine(await scene.run('integrate cursor --remove'));
      assert.equal(scene.read(cursorHooks), text);
    }));

  for (const [what, file, text] of [
    ['hooks.json', cursorHooks, '{\n "version": 1,\n "hooks": {]\n}'],
    ['hooks.json of another version', cursorHooks, '{"version": 2, "hooks": {}}'],
    ['hooks.json with a list for hooks', cursorHooks, '{"hooks": []}'],
    ['mcp.json', '.cursor/mcp.json', '{"mcpServers": }'],
    [
      'a foreign server under our name',
      '.cursor/mcp.json',
      '{"mcpServers": {"service": {"command": "docker", "args": ["run"]}}}',
    ],
  ] as const)
    it(`writes nothing at all next to ${what} that it cannot edit`, () =>
      inScene(async (scene) => {
        scene.write(file, text);
        const before = scene.picture();
        const run = await scene.run('integrate cursor --non-interactive');
        assert.equal(run.exitCode, 1);
        assert.match(run.stderr, new RegExp(`${file.replaceAll('.', '\\.')}.*left as it is`));
        assert.deepEqual(scene.picture(), before);
      }));

  it('leaves a state.json that does not parse as it is, with file and line', () =>
    inScene(async (scene) => {
      mkdirSync(join(scene.home, '.service/service-cli'), { recursive: true });
      writeFileSync(join(scene.home, '.service/service-cli/state.json'), '{\n\n oops');
      const before = scene.picture();
      const run = await scene.run('integrate cursor --non-interactive');
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /state\.json:3:/);
      assert.deepEqual(scene.picture(), before);
    }));

  it('writes nothing where one of the files cannot be written', () =>
    inScene(async (scene) => {
      // A folder where the rule has to be: found out in the middle of the run.
      mkdirSync(join(scene.project, '.cursor/rules/service-agentic-analysis.mdc'), { recursive: true });
      const before = scene.picture();
      const run = await scene.run('integrate cursor --non-interactive');
      assert.equal(run.exitCode, 1);
      assert.deepEqual(scene.picture(), before);
    }));

  it('lets two runs at once end as one', () =>
    inScene(async (scene) => {
      const runs = await Promise.all([1, 2, 3].map(() => scene.run('integrate cursor --non-interactive')));
      runs.forEach(isFine);
      assert.equal(hooksOf(scene).hooks.beforeReadFile?.length, 2);
      assert.equal(stateOf(scene).integrations?.installed.length, 1);
    }));

  it('shows what would change and writes nothing with --dry-run', () =>
    inScene(async (scene) => {
      scene.write(cursorHooks, '{\n  "version": 1\n}\n');
      const before = scene.picture();
      const run = await scene.run('integrate cursor --dry-run');
      isFine(run);
      assert.equal(resultsOf(run).secretsHooks, 'wouldInstall');
      assert.match(run.stderr, /--- .*hooks\.json[\s\S]*\+ {6}"matcher"|\+.*"beforeReadFile"/);
      assert.deepEqual(scene.picture(), before);
    }));

  it('shows each file of its own in one line with --dry-run', () =>
    inScene(async (scene) => {
      const linesAbout = ({ stderr }: CliRun, name: string): string[] =>
        stderr.split('\n').filter((line) => line.endsWith(name) || line.includes(`${name} (`));
      const ours = ['loader.js', 'hook.js', 'policy.js', 'session.js', 'manifest.json', 'bin/5.0.0/node'];
      const names = [...ours, 'service-guard.sh', 'service-agentic-analysis.mdc'];
      const created = await scene.run('integrate cursor --dry-run');
      for (const name of names) {
        const [line, ...more] = linesAbout(created, name);
        assert.deepEqual(more, []);
        assert.match(line ?? '', /^create .* \([\d.]+ (?:bytes|KB)\)$/);
      }
      const changes = created.stderr
        .split('\n')
        .filter((line) => line.startsWith('+') && !line.startsWith('+++'));
      assert.ok(changes.length < 80, `${changes.length} lines`);
      isFine(await scene.run('integrate cursor --non-interactive'));
      scene.write('.cursor/hooks/service-guard.sh', 'exit 0');
      const replaced = await scene.run('integrate cursor --dry-run');
      assert.match(linesAbout(replaced, 'service-guard.sh').join(), /^replace [^,]*$/);
      const deleted = await scene.run('integrate cursor --remove --dry-run');
      for (const name of names) assert.match(linesAbout(deleted, name).join(), /^delete [^,]*$/);
    }));

  it('shows lines between two changes as unchanged with --dry-run', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      const hooks = hooksOf(scene);
      const foreign = Array.from({ length: 12 }, (_, n) => ({ command: `mine ${n}` }));
      const { beforeSubmitPrompt, ...others } = hooks.hooks;
      const between = { ...hooks, hooks: { beforeSubmitPrompt, afterFileEdit: foreign, ...others } };
      scene.write(cursorHooks, JSON.stringify(between, undefined, 2));
      const run = await scene.run('integrate cursor --remove --dry-run');
      assert.equal(run.exitCode, 0, run.stderr);
      assert.doesNotMatch(run.stderr, /^[+-].*mine/m);
      const hunks = run.stderr.split('\n').filter((line) => line.startsWith('@@'));
      assert.ok(hunks.length >= 2, run.stderr);
      assert.match(run.stderr, /^-.*service-guard/m);
    }));

  it('ends with 2 for --project together with --global', () =>
    inScene(async (scene) => {
      const run = await scene.run('integrate cursor --project demo --global');
      assert.deepEqual([run.exitCode, run.stdout], [2, '']);
      assert.match(run.stderr, /invalid options/);
    }));

  it('ends with 2 for an editor it does not know', () =>
    inScene(async (scene) => {
      assert.equal((await scene.run('integrate emacs')).exitCode, 2);
    }));

  it('writes nothing where nobody is logged in, and says what to do', () =>
    inScene(async (scene) => {
      const before = scene.picture();
      const run = await scene.run('integrate cursor --non-interactive', { env: { SERVICE_TOKEN: '' } });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Not logged in[\s\S]*auth login/);
      assert.deepEqual(scene.picture(), before);
    }));

  it('writes nothing for a project that the platform does not have', () =>
    inScene(
      async (scene) => {
        const run = await scene.run('integrate cursor --project other');
        assert.equal(run.exitCode, 1);
        assert.match(run.stderr, /no project "other"/);
      },
      { 'api/components/show': 404 },
    ));

  it('says why agent features are skipped on another edition', () =>
    inScene(
      async (scene) => {
        const run = await scene.run('integrate cursor --non-interactive');
        const agent = linesOf(run).find(({ component }) => component === 'agent');
        assert.equal(agent?.result, 'skipped');
        assert.match(String(agent.reason), /Enterprise or Data Center/);
        assert.equal(scene.read('.cursor/rules/service-agentic-analysis.mdc'), undefined);
      },
      { 'api/components/show': { component: { key: 'demo', name: 'Demo' } } },
    ));

  it('installs below the home with --global and warns of cloud agents', () =>
    inScene(async (scene) => {
      const run = await scene.run('integrate cursor --global');
      isFine(run);
      assert.match(run.stderr, /cloud and background agents/);
      for (const file of ['hooks.json', 'mcp.json', 'rules/service-agentic-analysis.mdc'])
        assert.ok(existsSync(join(scene.home, '.cursor', file)), file);
      assert.equal(scene.read(cursorHooks), undefined);
    }));

  it('skips the project hook where a global one exists', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --global'));
      const run = await scene.run('integrate cursor --project demo');
      assert.deepEqual(resultsOf(run).secretsHooks, 'skipped');
      assert.match(run.stdout, /a global secrets hook already exists/);
    }));

  it('replaces the skill of an earlier version when run from the project folder', () =>
    inScene(async (scene) => {
      const skill = '.agents/skills/sonar-context-augmentation/SKILL.md';
      scene.write(skill, '# old');
      mkdirSync(join(scene.home, '.service/service-cli'), { recursive: true });
      const installed = [
        { integration: 'cursor', scope: 'project', root: scene.project, cliVersion: '1.7.9', features: [] },
      ];
      writeFileSync(
        join(scene.home, '.service/service-cli/state.json'),
        JSON.stringify({ version: 1, integrations: { installed } }),
      );
      const run = await scene.run('integrate cursor --non-interactive');
      isFine(run);
      assert.match(run.stderr, /replaced by a hook/);
      assert.equal(scene.read(skill), undefined);
      assert.equal(stateOf(scene).integrations?.installed[0]?.cliVersion, '5.0.0');
    }));

  it('leaves that skill alone when run from elsewhere', () =>
    inScene(async (scene) => {
      const skill = '.agents/skills/sonar-context-augmentation/SKILL.md';
      scene.write(skill, '# old');
      mkdirSync(join(scene.project, 'src'));
      isFine(await scene.run('integrate cursor --non-interactive', { cwd: join(scene.project, 'src') }));
      assert.equal(scene.read(skill), '# old');
    }));

  it('heals a state that remembers what was taken out by hand', () =>
    inScene(async (scene) => {
      isFine(await scene.run('integrate cursor --non-interactive'));
      rmSync(join(scene.project, '.cursor'), { recursive: true });
      const run = await scene.run('integrate cursor --remove');
      isFine(run);
      assert.deepEqual(stateOf(scene).integrations?.installed, []);
    }));

  it('remembers the key of --project for the folder', () =>
    inScene(async (scene) => {
      unlinkSync(join(scene.project, 'service-project.properties'));
      isFine(await scene.run('integrate cursor --project demo'));
      const run = await scene.run('integrate cursor --non-interactive');
      assert.match(run.stderr, /Project: demo \(from an earlier run/);
    }));

  it('says why nothing can be written to a home that cannot be written to', () =>
    inScene(async (scene) => {
      writeFileSync(join(scene.home, 'file'), '');
      const before = scene.picture();
      const run = await scene.run('integrate cursor --non-interactive', {
        env: { SERVICE_HOME: join(scene.home, 'file') },
      });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Could not/);
      assert.deepEqual(scene.picture(), before);
    }));

  it('keeps the permissions of files that were there', () =>
    inScene(async (scene) => {
      scene.write(cursorHooks, '{}');
      const path = join(scene.project, cursorHooks);
      const { mode } = statSync(path);
      isFine(await scene.run('integrate cursor --non-interactive'));
      assert.equal(statSync(path).mode, mode);
    }));
});

describe('integrate, other editors', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  for (const [editor, file, key] of [
    ['vscode', '.vscode/mcp.json', 'servers'],
    ['claude', '.mcp.json', 'mcpServers'],
    ['gemini', '.gemini/settings.json', 'mcpServers'],
  ] as const)
    it(`writes the tool server of ${editor} and says why it cannot guard there`, () =>
      inScene(async (scene) => {
        const run = await scene.run(`integrate ${editor} --non-interactive`);
        isFine(run);
        assert.deepEqual(resultsOf(run), {
          secretsHooks: 'skipped',
          toolServer: 'installed',
          agent: 'skipped',
        });
        const value = JSON.parse(scene.read(file) ?? '') as Record<
          string,
          { service?: { args: string[] } } | undefined
        >;
        assert.equal(value[key]?.service?.args.at(-1), 'mcp');
        isFine(await scene.run(`integrate ${editor} --remove`));
        assert.equal(scene.read(file), undefined);
      }));
});
