import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { expectSuccess, type CliRun } from '../../../support/cliRun.ts';
import { listed } from '../../../support/ignoreLists.ts';
import {
  cursorHooks,
  hookLine,
  hooksOf,
  withIntegrateFixture,
  assertEach,
  resultsOf,
  shimName,
  stateOf,
} from '../../../support/integrateFixture.ts';
import { goodToken } from '../../../support/platformAnswers.ts';

const skill = '.agents/skills/sonar-context-augmentation/SKILL.md';

describe('integrate cursor', () => {
  it('installs every component with --non-interactive [MJ5] [IO4] [IN22]', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      assertEach(run, 'installed');
      assert.match(run.stderr, /Restart Cursor/);
      assert.deepEqual(
        stateOf(fixture).integrations?.installed[0]?.features.map(({ feature }) => feature),
        ['secretsHooks', 'toolServer', 'agent'],
      );
    }));

  it('writes the entries of the specification verbatim, its own beside them, and every blocking one fails closed [HJ1]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const entry = (event: string, matcher?: string, isBlocking = true): object => ({
        command: hookLine(event),
        type: 'command',
        ...(matcher !== undefined && { matcher }),
        timeout: 10,
        ...(isBlocking && { failClosed: true }),
      });
      assert.deepEqual(hooksOf(fixture), {
        version: 1,
        hooks: {
          beforeSubmitPrompt: [entry('beforeSubmitPrompt', 'UserPromptSubmit')],
          beforeReadFile: [entry('beforeReadFile', 'Read|TabRead'), entry('beforeReadFile', 'ReadFile')],
          preToolUse: [
            entry('preToolUse', 'Read'),
            entry('preToolUse', 'ReadFile|ReadFiles|ViewFile'),
            entry('preToolUse', 'Shell|Terminal|RunTerminalCommand|Bash'),
            entry('preToolUse', 'Grep|Search|CodebaseSearch|SemanticSearch'),
            entry('preToolUse', 'Write|Edit|MultiEdit|StrReplace|SearchReplace|ApplyPatch|Delete'),
            entry('preToolUse', 'MCP:.*'),
          ],
          beforeTabFileRead: [entry('beforeTabFileRead')],
          beforeShellExecution: [entry('beforeShellExecution')],
          beforeMCPExecution: [entry('beforeMCPExecution')],
          postToolUse: [entry('postToolUse', 'MCP:.*')],
          sessionStart: [entry('sessionStart', undefined, false)],
          stop: [entry('stop', undefined, false)],
        },
      });
    }));

  it('writes no token anywhere [AU6]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const base64 = Buffer.from(`${goodToken}:`).toString('base64');
      for (const [path, text] of Object.entries(fixture.picture()))
        assert.ok(!text.includes(goodToken) && !text.includes(base64), path);
      const { mcpServers } = JSON.parse(fixture.read('.cursor/mcp.json') ?? '') as {
        mcpServers: { service: { env: object } };
      };
      assert.deepEqual(mcpServers.service.env, {
        SERVICE_TOKEN: '${env:SERVICE_TOKEN}',
        SERVICE_URL: fixture.url,
      });
    }));

  it('removes everything with --remove, and leaves the files as they were', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write(
        cursorHooks,
        '{\n  // mine\n  "version": 1,\n  "hooks": {\n    "stop": [\n      { "command": "./done.sh" }\n    ]\n  }\n}\n',
      );
      fixture.write('.cursor/mcp.json', '{"mcpServers": {"other": {"command": "x"}}}');
      const before = fixture.picture();
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      fixture.write('.cursorignore', listed('/a.env'));
      const run = await fixture.run('integrate cursor --remove');
      assertEach(run, 'removed');
      const after = fixture.picture();
      const state = join(fixture.home, '.service/service-cli/state.json');
      assert.deepEqual(stateOf(fixture).integrations?.installed, []);
      assert.deepEqual({ ...after, [state]: before[state] }, { ...before, [state]: before[state] });
      assert.ok(!existsSync(join(fixture.project, '.cursor/rules')));
    }));

  it('keeps foreign hooks, comments, order, indentation, line ends and byte order mark [HJ5]', () =>
    withIntegrateFixture(async (fixture) => {
      const text =
        '\uFEFF{\r\n\t// team\r\n\t"hooks": {\r\n\t\t"beforeReadFile": [\r\n\t\t\t{ "command": "./audit.sh" } // first\r\n\t\t]\r\n\t},\r\n\t"version": 1\r\n}\r\n';
      fixture.write(cursorHooks, text);
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const changed = fixture.read(cursorHooks) ?? '';
      assert.ok(
        changed.startsWith(
          '\uFEFF{\r\n\t// team\r\n\t"hooks": {\r\n\t\t"beforeReadFile": [\r\n\t\t\t{ "command": "./audit.sh" }, // first\r\n\t\t\t{\r\n',
        ),
        changed,
      );
      assert.ok(!/[^\r]\n/.test(changed));
      expectSuccess(await fixture.run('integrate cursor --remove'));
      assert.equal(fixture.read(cursorHooks), text);
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
    it(`writes nothing at all next to ${what} that it cannot edit [R15]`, () =>
      withIntegrateFixture(async (fixture) => {
        fixture.write(file, text);
        const before = fixture.picture();
        const run = await fixture.run('integrate cursor --non-interactive');
        assert.equal(run.exitCode, 1);
        assert.match(run.stderr, new RegExp(`${basename(file).replaceAll('.', '\\.')}.*left as it is`));
        assert.deepEqual(fixture.picture(), before);
      }));

  it('writes nothing where one of the files cannot be written', () =>
    withIntegrateFixture(async (fixture) => {
      // A folder where the rule has to be: found out in the middle of the run.
      mkdirSync(join(fixture.project, '.cursor/rules/service-agentic-analysis.mdc'), { recursive: true });
      const before = fixture.picture();
      const run = await fixture.run('integrate cursor --non-interactive');
      assert.equal(run.exitCode, 1);
      assert.deepEqual(fixture.picture(), before);
    }));

  it('lets two runs at once end as one', () =>
    withIntegrateFixture(async (fixture) => {
      const runs = await Promise.all([1, 2, 3].map(() => fixture.run('integrate cursor --non-interactive')));
      runs.forEach(expectSuccess);
      assert.equal(hooksOf(fixture).hooks.beforeReadFile?.length, 2);
      assert.equal(stateOf(fixture).integrations?.installed.length, 1);
    }));

  it('shows without a login what would change, and says that hooks deny until there is one', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(
        await fixture.run('integrate cursor --dry-run', { env: { SERVICE_TOKEN: undefined } }),
      );
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'wouldInstall',
        toolServer: 'wouldInstall',
        agent: 'skipped',
      });
      assert.match(run.stderr, /^! .*deny everything until you log in: service-cli auth login$/m);
      assert.equal(fixture.requests.length, 0);
    }));

  it('prints one line per component, and with --verbose each step and file', () =>
    withIntegrateFixture(async (fixture) => {
      const short = expectSuccess(await fixture.run('integrate cursor --non-interactive', { text: true }));
      assert.deepEqual(short.stdout.split('\n').slice(1, 4), [
        '✓ Secrets Hook: installed',
        '✓ Tool server: installed',
        '✓ Agent analysis and context: installed',
      ]);
      assert.ok(!short.stderr.includes('Connected to'));
      for (const result of ['removed', 'not installed'])
        assert.deepEqual(
          (await fixture.run('integrate cursor --remove', { text: true })).stdout.split('\n').slice(1, 4),
          ['Secrets Hook', 'Tool server', 'Agent analysis and context'].map(
            (title) => `– ${title}: ${result}`,
          ),
        );
      const long = await fixture.run('integrate cursor --non-interactive --verbose', { text: true });
      assert.match(long.stdout, /^ {4}.*hook\.js$/m);
      assert.ok(long.stderr.includes(`Connected to ${fixture.url}`));
    }));

  it('writes nothing with --dry-run, and shows own files by folder and changed files of others as a diff', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write('.cursor/mcp.json', '{"mcpServers":{}}');
      const before = fixture.picture();
      const run = expectSuccess(await fixture.run('integrate cursor --dry-run'));
      assert.equal(resultsOf(run).secretsHooks, 'wouldInstall');
      assert.deepEqual(fixture.picture(), before);
      const { stderr } = run;
      assert.match(stderr, /^\+.*"service": \{/m);
      const lines = stderr.split('\n').filter((line) => /^(?:create|replace|delete|change|---) /.test(line));
      assert.deepEqual(
        lines.map((line) =>
          line
            .replace(fixture.home, 'HOME')
            .replace(fixture.project.replaceAll('\n', '\\n'), 'PROJECT')
            .replaceAll(sep, '/')
            .replace(/\([\d.]+ KB\)|\(\d+ bytes\)/, '(SIZE)')
            .replace(/\d+ files/, 'N files'),
        ),
        [
          'create N files in HOME/.service/service-cli/bin/5.0.0 (SIZE)',
          `create PROJECT/.cursor/hooks/${shimName} (SIZE)`,
          'create PROJECT/.cursor/hooks.json (SIZE)',
          '--- PROJECT/.cursor/mcp.json',
          'create PROJECT/.cursor/rules/service-agentic-analysis.mdc (SIZE)',
        ],
      );
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const removed = await fixture.run('integrate cursor --remove --dry-run');
      assert.match(removed.stderr, /^delete \d+ files in .*bin[\\/]5\.0\.0$/m);
    }));

  it('shows each own file in one line with --dry-run --verbose', () =>
    withIntegrateFixture(async (fixture) => {
      const linesAbout = ({ stderr }: CliRun, name: string): string[] =>
        stderr.split('\n').filter((line) => line.endsWith(name) || line.includes(`${name} (`));
      const bundles = 'loader denials hook outputs policy session shell writes'.split(' ');
      const ours = [...bundles.map((name) => `${name}.js`), 'manifest.json', join('bin/5.0.0/node')];
      const names = [...ours, shimName, 'service-agentic-analysis.mdc'];
      const created = await fixture.run('integrate cursor --dry-run --verbose');
      for (const name of names) {
        const [line, ...more] = linesAbout(created, name);
        assert.deepEqual(more, []);
        assert.match(line ?? '', /^create .* \([\d.]+ (?:bytes|KB)\)$/);
      }
      const changes = created.stderr
        .split('\n')
        .filter((line) => line.startsWith('+') && !line.startsWith('+++'));
      assert.ok(changes.length < 140, `${changes.length} lines`);
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      fixture.write(`.cursor/hooks/${shimName}`, 'exit 0');
      const replaced = await fixture.run('integrate cursor --dry-run --verbose');
      assert.match(linesAbout(replaced, shimName).join(), /^replace [^,]*$/);
      const deleted = await fixture.run('integrate cursor --remove --dry-run --verbose');
      for (const name of names) assert.match(linesAbout(deleted, name).join(), /^delete [^,]*$/);
    }));

  it('writes nothing without login, and names the fix [IN2]', () =>
    withIntegrateFixture(async (fixture) => {
      const before = fixture.picture();
      const run = await fixture.run('integrate cursor --non-interactive', { env: { SERVICE_TOKEN: '' } });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Not logged in[\s\S]*auth login/);
      assert.deepEqual(fixture.picture(), before);
    }));

  it('writes nothing for a project that the platform does not have [IN2]', () =>
    withIntegrateFixture(
      async (fixture) => {
        const run = await fixture.run('integrate cursor --project other');
        assert.equal(run.exitCode, 1);
        assert.match(run.stderr, /Project "other" was not found/);
      },
      { 'api/components/show': 404 },
    ));

  it('installs below the home with --global and warns of cloud agents [IO2] [LF1] [IN11]', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(await fixture.run('integrate cursor --global'));
      assert.match(run.stderr, /cloud and background agents/);
      for (const file of ['hooks.json', 'mcp.json', 'rules/service-agentic-analysis.mdc'])
        assert.ok(existsSync(join(fixture.home, '.cursor', file)), file);
      assert.equal(fixture.read(cursorHooks), undefined);
    }));

  it('skips the project hook where a global one exists [IN8]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --global'));
      const run = await fixture.run('integrate cursor --project demo');
      assert.deepEqual(resultsOf(run).secretsHooks, 'skipped');
      assert.match(run.stdout, /a global secrets hook already exists/);
    }));

  it('replaces the skill of an earlier version when run from the project folder [IN18]', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write(skill, '# old');
      mkdirSync(join(fixture.home, '.service/service-cli'), { recursive: true });
      const installed = [
        { integration: 'cursor', scope: 'project', root: fixture.project, cliVersion: '1.7.9', features: [] },
      ];
      writeFileSync(
        join(fixture.home, '.service/service-cli/state.json'),
        JSON.stringify({ version: 1, integrations: { installed } }),
      );
      const run = expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      assert.match(run.stderr, /A hook replaces the agent features/);
      assert.equal(fixture.read(skill), undefined);
      assert.equal(stateOf(fixture).integrations?.installed[0]?.cliVersion, '5.0.0');
    }));

  it('leaves that skill alone when run from elsewhere [IN18]', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write(skill, '# old');
      mkdirSync(join(fixture.project, 'src'));
      expectSuccess(
        await fixture.run('integrate cursor --non-interactive', { cwd: join(fixture.project, 'src') }),
      );
      assert.equal(fixture.read(skill), '# old');
    }));

  it('repairs a record of features that were removed by hand [IN21]', () =>
    withIntegrateFixture(async (fixture) => {
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      rmSync(join(fixture.project, '.cursor'), { recursive: true });
      expectSuccess(await fixture.run('integrate cursor --remove'));
      assert.deepEqual(stateOf(fixture).integrations?.installed, []);
    }));

  it('remembers the key of --project for the folder [IN1]', () =>
    withIntegrateFixture(async (fixture) => {
      unlinkSync(join(fixture.project, 'service-project.properties'));
      expectSuccess(await fixture.run('integrate cursor --project demo'));
      const run = await fixture.run('integrate cursor --non-interactive');
      assert.doesNotMatch(run.stderr, /A hook replaces the agent features/);
      assert.match(run.stderr, /Project: demo \(from an earlier run/);
    }));

  it('gives the reason for a home folder that is read-only', () =>
    withIntegrateFixture(async (fixture) => {
      writeFileSync(join(fixture.home, 'file'), '');
      const before = fixture.picture();
      const run = await fixture.run('integrate cursor --non-interactive', {
        env: { SERVICE_HOME: join(fixture.home, 'file') },
      });
      assert.equal(run.exitCode, 1);
      assert.match(run.stderr, /Could not/);
      assert.deepEqual(fixture.picture(), before);
    }));

  it('keeps the permissions of files that were there', () =>
    withIntegrateFixture(async (fixture) => {
      fixture.write(cursorHooks, '{}');
      const path = join(fixture.project, cursorHooks);
      const { mode } = statSync(path);
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      assert.equal(statSync(path).mode, mode);
    }));
});

describe('integrate, agents without hooks', () => {
  it('writes the tool server of VS Code, with the reason why it installs no hooks', () =>
    withIntegrateFixture(async (fixture) => {
      const run = expectSuccess(await fixture.run('integrate vscode --non-interactive'));
      assert.deepEqual(resultsOf(run), {
        secretsHooks: 'skipped',
        toolServer: 'installed',
        agent: 'skipped',
      });
      const value = JSON.parse(fixture.read('.vscode/mcp.json') ?? '') as {
        servers: { service: { args: string[] } };
      };
      assert.equal(value.servers.service.args.at(-1), 'mcp');
      expectSuccess(await fixture.run('integrate vscode --remove'));
      assert.equal(fixture.read('.vscode/mcp.json'), undefined);
    }));
});
