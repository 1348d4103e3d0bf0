import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { handlerFaults } from '../../../support/handlerFaults.ts';
import { events, withHooks, questions, secret, type HookedProject } from '../../../support/hookedProject.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

type Break = (fixture: HookedProject) => { env?: NodeJS.ProcessEnv; stdin?: Buffer } | undefined;

/** Removes files of the handler. */
const without =
  (...names: readonly string[]): Break =>
  ({ bin }) => {
    for (const name of names) unlinkSync(join(bin, name));
  };
/** Replaces a file of the handler, or cuts it off. */
const changed =
  (name: string, content: string | number): Break =>
  ({ bin }) => {
    const path = join(bin, name);
    writeFileSync(path, typeof content === 'string' ? content : readFileSync(path).subarray(0, content));
  };
/** Replaces the recorded node by a script. */
const runningNode =
  (text: string): Break =>
  ({ bin, home }) => {
    writeFileSync(join(home, 'node'), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    writeFileSync(join(bin, 'node'), join(home, 'node'));
  };

/** The broken part, before an event that the hook would otherwise allow. */
const faults: Readonly<Record<string, Break>> = {
  ...handlerFaults,
  'the state does not parse': ({ home }) => {
    writeFileSync(join(home, '.service/service-cli/state.json'), '{"login":');
  },
  'the state is a folder': ({ home }) => {
    const path = join(home, '.service/service-cli/state.json');
    unlinkSync(path);
    mkdirSync(path);
  },
  'the handler is missing': without('hook.js'),
  'the handler is cut off': changed('hook.js', 5_000),
  'the handler is empty': changed('hook.js', ''),
  'the handler and its denials are missing': without('hook.js', 'denials.js'),
  'what reads the policy is missing': without('policy.js'),
  'the loader is cut off': changed('loader.js', 500),
  'the loader says yes and fails': changed(
    'loader.js',
    `console.log('{"permission":"allow","continue":true}'); process.exit(1)`,
  ),
  'the loader babbles': changed('loader.js', 'console.log("hello")'),
  'the digests are missing': without('manifest.json'),
  'the digests do not parse': changed('manifest.json', '{'),
  'the folder of the handler is gone': ({ bin }) => {
    renameSync(bin, `${bin}.away`);
  },
  'node is missing': ({ bin }) => {
    unlinkSync(join(bin, 'node'));
    return { env: { PATH: '/nowhere' } };
  },
  'node is something else': runningNode('exit 0'),
  'node was killed': runningNode('kill -9 $$'),
  'the home is not known': () => ({ env: homeVariables('') }),
  'the script of the hook is missing': ({ project }) => {
    unlinkSync(join(project, '.cursor/hooks/service-guard.sh'));
  },
  'the script of the hook is empty': ({ project }) => {
    writeFileSync(join(project, '.cursor/hooks/service-guard.sh'), '');
  },
  'stdin is empty': () => ({ stdin: Buffer.alloc(0) }),
  'stdin lacks what is asked about': () => ({ stdin: Buffer.from('{}') }),
  'stdin is not UTF-8': () => ({
    stdin: Buffer.from('{"prompt":"\xE9","file_path":"/x","content":"\xE9","tool_name":"Read"}', 'latin1'),
  }),
  'stdin is huge': () => ({ stdin: Buffer.alloc(70 * 1024 * 1024, ' ') }),
};

describe('the chain of hooks with a broken link', () => {
  for (const [what, breakIt] of Object.entries(faults))
    it(`denies when ${what} [A2] [AU8] [ER2]`, () =>
      withHooks(async (fixture) => {
        fixture.write('a.txt', 'hello');
        const { env, stdin } = breakIt(fixture) ?? {};
        const answers = await Promise.all(
          events.map((event) =>
            fixture
              .fire(event, stdin ?? { ...questions[event](fixture.project) }, { ...(env && { env }) })
              .then((outcome) => [event, outcome] as const),
          ),
        );
        for (const [event, { passes, runs }] of answers) {
          // Raw input names no tool, so that no matcher of preToolUse fits it.
          if (event === 'preToolUse' && stdin) continue;
          assert.ok(runs.length > 0, event);
          assert.equal(passes, false, `${event}: ${JSON.stringify(runs)}`);
        }
      }));

  const files: Record<string, (path: string) => void> = {
    'is a pipe that nobody writes to': (path) => void execFileSync('mkfifo', [path]),
    'is a device that never ends': (path) => {
      symlinkSync('/dev/zero', path);
    },
    'is UTF-16 without its mark': (path) => {
      writeFileSync(path, Buffer.from(`token = ${secret}`, 'utf16le'));
    },
    'is larger than can be checked': (path) => {
      writeFileSync(path, Buffer.alloc(11 * 1024 * 1024, 'a'));
    },
  };
  for (const [what, make] of Object.entries(files))
    it(`denies a file that ${what}`, () =>
      withHooks(async ({ project, fire }) => {
        make(join(project, 'a.txt'));
        for (const event of ['preToolUse', 'beforeReadFile'] as const) {
          const { content: _, ...question } = { content: '', ...questions[event](project) };
          const { passes, messages } = await fire(event, question);
          assert.equal(passes, false, event);
          // The secret itself is found where a file is text without its mark.
          assert.match(
            messages[0] ?? '',
            what.startsWith('is UTF-16') ? /contains a secret/ : /cannot be checked/,
          );
        }
      }));

  for (const [what, breakIt] of Object.entries<(path: string) => void>({
    'is missing': unlinkSync,
    'is cut off': (path) => {
      writeFileSync(path, readFileSync(path).subarray(0, 5_000));
    },
    'was changed': (path) => {
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n// x`);
    },
    'is empty': (path) => {
      writeFileSync(path, '');
    },
  }))
    it(`denies a command and a search when the bundle that reads them ${what}, and still reads files`, () =>
      withHooks(async ({ bin, project, write, fire }) => {
        write('a.txt', 'hello');
        breakIt(join(bin, 'shell.js'));
        const search = { tool_name: 'Grep', tool_input: { pattern: 'x' }, cwd: project };
        assert.equal(
          (await fire('beforeShellExecution', questions.beforeShellExecution(project))).passes,
          false,
        );
        assert.equal((await fire('preToolUse', search)).passes, false);
        assert.equal((await fire('preToolUse', questions.preToolUse(project))).passes, true);
      }));

  it('denies with the exit code of a refusal when the handler was changed, for agents that read no answer [A2]', () =>
    withHooks(async ({ bin, project, fire }) => {
      writeFileSync(join(bin, 'hook.js'), '// x');
      const { runs } = await fire('preToolUse', questions.preToolUse(project));
      assert.deepEqual([...new Set(runs.map(({ exitCode }) => exitCode))], [2]);
    }));

  it('denies in time when the question never ends [A2]', () =>
    withHooks(async ({ bin, project, fire }) => {
      // A handler that waits for ever is what the editor's own limit is for.
      writeFileSync(join(bin, 'loader.js'), 'setInterval(() => {}, 1000)');
      const { passes, runs } = await fire('beforeReadFile', questions.beforeReadFile(project), {
        timeoutMs: 300,
      });
      assert.deepEqual([passes, runs.every(({ result }) => result === 'failed')], [false, true]);
    }));

  it('denies if the ignore list cannot be written, with the reason', () =>
    withHooks(async ({ project, write, fire }) => {
      write('a.txt', `token = "${secret}"`);
      mkdirSync(join(project, '.cursorignore'));
      const { passes, messages } = await fire('preToolUse', questions.preToolUse(project));
      assert.equal(passes, false);
      assert.match(messages[0] ?? '', /could not be added/);
    }));

  it('would allow the action without failClosed, so every entry has it', () =>
    withHooks(async ({ project, write, read, fire }) => {
      write('a.txt', 'hello');
      unlinkSync(join(project, '.cursor/hooks/service-guard.sh'));
      write(
        '.cursor/hooks.json',
        (read('.cursor/hooks.json') ?? '')
          .replaceAll(/"command": "[^"]*"/g, '"command": "exit 1"')
          .replaceAll('"failClosed": true', '"failClosed": false'),
      );
      assert.equal((await fire('preToolUse', questions.preToolUse(project))).passes, true);
      rmSync(dirname(join(project, '.cursor/hooks/x')), { recursive: true });
    }));
});
