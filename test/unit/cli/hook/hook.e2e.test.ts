import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  readFileSync,
  readdirSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  linkSync,
} from 'node:fs';
import { join } from 'node:path';
import { builtCli } from '../../../support/builtCli.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { events, withHooks, questions, secret } from '../../../support/hookedProject.ts';
import { listed } from '../../../support/ignoreLists.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('a hook of the editor', () => {
  it('lets a clean prompt and a clean file pass, explicitly', () =>
    withHooks(async ({ project, write, fire }) => {
      write('a.txt', 'hello');
      for (const event of events) {
        const { passes, runs, messages } = await fire(event, questions[event](project));
        assert.deepEqual(
          [passes, runs.length > 0, messages],
          [true, true, []],
          `${event}: ${JSON.stringify(runs)}`,
        );
        for (const { stdout } of runs)
          assert.match(stdout, /^\{"(?:permission":"allow"|continue":true)\}\n$/);
      }
    }));

  it('blocks a prompt with a secret, without saying the secret [A1] [HJ2] [ER3]', () =>
    withHooks(async ({ fire }) => {
      const { passes, messages, runs } = await fire('beforeSubmitPrompt', {
        prompt: `use ${secret}`,
        attachments: [],
      });
      assert.equal(passes, false);
      assert.match(messages[0] ?? '', /the prompt contains a secret/);
      assert.deepEqual(fieldOf(runs, 'exitCode'), [0]);
      assert.ok(!JSON.stringify(runs).includes(secret));
    }));

  it('blocks a prompt whose attachment holds a secret [A1] [HJ2]', () =>
    withHooks(async ({ project, write, read, fire }) => {
      write('conf/a.env', `TOKEN=${secret}`);
      const attachments = [{ type: 'file', file_path: join(project, 'conf/a.env') }];
      assert.equal((await fire('beforeSubmitPrompt', { prompt: 'look', attachments })).passes, false);
      assert.equal(read('.cursorignore'), listed('/conf/a.env'));
    }));

  it('blocks a file with a secret on each way to it, and lists it once [A1] [HJ3] [LF3] [IN12] [ER3]', () =>
    withHooks(async ({ project, write, read, fire }) => {
      write('a.txt', `token = "${secret}"`);
      const content = `token = "${secret}"`;
      const ways = [
        fire('beforeReadFile', { file_path: join(project, 'a.txt'), content }),
        fire('beforeTabFileRead', { file_path: join(project, 'a.txt'), content }),
        ...['Read', 'ReadFile'].map((tool) =>
          fire('preToolUse', { tool_name: tool, tool_input: { path: 'a.txt' }, cwd: project }),
        ),
      ];
      for (const { passes, runs } of await Promise.all(ways)) {
        assert.equal(passes, false);
        for (const { exitCode, result } of runs) assert.deepEqual([exitCode, result], [2, 'denied']);
        assert.ok(!JSON.stringify(runs).includes(secret));
      }
      assert.equal(read('.cursorignore'), listed('/a.txt'));
    }));

  it('denies in time what names more than can be checked, so that no agent continues without an answer [A2]', () =>
    withHooks(async ({ project, write, fire }) => {
      write('big.txt', 'a line without a secret\n'.repeat(400_000));
      // One file under many names.
      const paths = Array.from({ length: 300 }, (_, n) => join(project, `name${n}.txt`));
      for (const path of paths) linkSync(join(project, 'big.txt'), path);
      const call = { tool_name: 'MCP:send', tool_input: { paths }, cwd: project };
      const { passes, messages } = await fire('preToolUse', call);
      assert.equal(passes, false);
      assert.match(messages.join(), /more than can be checked in time/);
    }));

  it("works in every project with the entries in the user's home", () =>
    withHooks(async ({ home, project, write, fire, run, read }) => {
      assert.equal((await run('integrate cursor --remove')).exitCode, 0);
      const { exitCode, stderr } = await run('integrate cursor --global');
      assert.equal(exitCode, 0, stderr);
      write('a.txt', `token = "${secret}"`);
      write('b.txt', 'hello');
      const ask = (file: string) =>
        fire('beforeReadFile', { file_path: join(project, file), content: read(file) });
      const refused = await ask('a.txt');
      assert.ok(refused.runs[0]?.command.includes(join(home, '.cursor').slice(0, 8)));
      assert.equal(refused.passes, false);
      assert.equal(read('.cursorignore'), listed('/a.txt'));
      assert.equal((await ask('b.txt')).passes, true);
    }));

  it('masks the output of a tool of a server, and withholds it when the hook fails', () =>
    withHooks(async ({ bin, fire }) => {
      const ask = (text: string) => {
        const tool_output = JSON.stringify({ content: [{ type: 'text', text }], isError: false });
        return fire('postToolUse', { tool_name: 'MCP:show', tool_input: {}, tool_output });
      };
      assert.deepEqual((await ask('hello')).replacements, []);
      const { replacements } = await ask(`token = ${secret}\nport = 8080`);
      assert.match(
        JSON.stringify(replacements),
        /^\[\{"content":\[\{"type":"text","text":"token = ‹hidden by service-cli: sonar-user-token #\d+, unchanged at its source›\\nport = 8080"\}\],"isError":false\}\]$/,
      );
      rmSync(join(bin, 'outputs.js'));
      assert.match(JSON.stringify((await ask('hello')).replacements), /"text":"Blocked: /);
    }));

  it('blocks a command and a search that print a file with a secret, lists the file, and allows others', () =>
    withHooks(async ({ project, write, read, fire }) => {
      write('a.env', `TOKEN=${secret}`);
      write('b.txt', 'hello');
      const shell = (command: string) => fire('beforeShellExecution', { command, cwd: project });
      const tool = (name: string, input: object) =>
        fire('preToolUse', { tool_name: name, tool_input: input, cwd: project });
      const denied = await Promise.all([
        shell('cat a.env'),
        shell('bash -c "head *.env"'),
        tool('Shell', { command: 'cat a.env' }),
        tool('Grep', { pattern: 'TOKEN' }),
        tool('MCP:read_file', { path: 'a.env' }),
        fire('beforeMCPExecution', { tool_name: 'send', tool_input: JSON.stringify({ text: secret }) }),
      ]);
      for (const { passes, runs } of denied) {
        assert.equal(passes, false);
        assert.ok(runs.length > 0);
        for (const { result } of runs) assert.equal(result, 'denied');
        assert.ok(!JSON.stringify(runs).includes(secret));
      }
      assert.equal(read('.cursorignore'), listed('/a.env'));
      for (const { passes, runs } of await Promise.all([
        shell('cat b.txt'),
        shell('ls -la a.env'),
        tool('Grep', { pattern: 'hello' }),
        tool('MCP:read_file', { path: 'b.txt' }),
      ]))
        assert.equal(passes, true, JSON.stringify(runs));
    }));

  it('lets other tools pass', () =>
    withHooks(async ({ project, fire }) => {
      const { runs } = await fire('preToolUse', { tool_name: 'Task', tool_input: {}, cwd: project });
      assert.deepEqual(runs, []);
    }));

  it('explains itself with --help, also after the name of an agent', async () => {
    const cli = join(await builtCli(), 'cli.js');
    for (const words of [['--help'], ['-h'], ['cursor', '--help']]) {
      const { status, stdout } = spawnSync(process.execPath, [cli, 'hook', ...words], {
        encoding: 'utf8',
        input: '',
      });
      assert.deepEqual(
        [status, stdout.split('\n')[0]],
        [0, 'Usage: service-cli hook [options] <agent> <event>'],
      );
    }
  });

  it('denies if service-cli has lost its handler', () =>
    inTempFolder(async (folder) => {
      const cli = join(folder, 'cli.js');
      copyFileSync(join(await builtCli(), 'cli.js'), cli);
      const ask = (event: string): [number | null, unknown] => {
        const { status, stdout } = spawnSync(process.execPath, [cli, 'hook', 'cursor', event], {
          encoding: 'utf8',
          input: '{}',
        });
        const { permission, continue: goesOn } = JSON.parse(stdout) as Record<string, unknown>;
        return [status, permission ?? goesOn];
      };
      assert.deepEqual(ask('preToolUse'), [2, 'deny']);
      assert.deepEqual(ask('beforeSubmitPrompt'), [0, false]);
      assert.deepEqual(ask('sessionStart'), [0, undefined]);
    }));

  it('leaves nothing behind once it is removed, not even what node compiled', () =>
    withHooks(async ({ project, bin, fire, run }) => {
      await fire('beforeReadFile', questions.beforeReadFile(project));
      assert.ok(existsSync(join(bin, 'cache')));
      const { exitCode, stderr } = await run('integrate cursor --remove');
      assert.equal(exitCode, 0, stderr);
      assert.ok(!existsSync(bin));
    }));

  it('decides the same with any content of the compile cache', () =>
    withHooks(async ({ project, bin, fire }) => {
      const question = { prompt: `use ${secret}`, attachments: [] };
      assert.equal((await fire('beforeSubmitPrompt', question)).passes, false);
      const cached = readdirSync(join(bin, 'cache'), { recursive: true, withFileTypes: true });
      for (const file of cached.filter((entry) => entry.isFile())) {
        const path = join(file.parentPath, file.name);
        const bytes = readFileSync(path);
        writeFileSync(path, bytes.fill(0xff, bytes.length >> 1));
      }
      assert.equal((await fire('beforeSubmitPrompt', question)).passes, false);
      assert.equal((await fire('beforeReadFile', questions.beforeReadFile(project))).passes, true);
      rmSync(join(bin, 'cache'), { recursive: true });
      writeFileSync(join(bin, 'cache'), 'no folder');
      assert.equal((await fire('beforeSubmitPrompt', question)).passes, false);
      assert.equal((await fire('beforeReadFile', questions.beforeReadFile(project))).passes, true);
    }));

  it('runs no compiled code of a folder that the environment names', () =>
    withHooks(async ({ project, fire }) => {
      const compiled = join(project, 'compiled');
      const env = { NODE_COMPILE_CACHE: compiled };
      assert.equal((await fire('sessionStart', { session_id: 's' }, { env })).passes, true);
      assert.equal((await fire('beforeReadFile', questions.beforeReadFile(project), { env })).passes, true);
      assert.ok(!existsSync(compiled));
    }));

  it('starts a session whatever happens', () =>
    withHooks(async ({ fire, bin }) => {
      unlinkSync(join(bin, 'session.js'));
      const { passes, runs } = await fire('sessionStart', { session_id: 's' });
      assert.deepEqual([passes, runs[0]?.stdout, runs[0]?.exitCode], [true, '{}\n', 0]);
    }));
});
