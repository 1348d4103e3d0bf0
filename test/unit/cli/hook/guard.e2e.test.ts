import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fireEvent, type FakeEditorOptions, type Outcome } from '../../../fakeEditor/fakeEditor.ts';
import { inScene, type IntegrateScene } from '../../../support/integrateScene.ts';

/** A token of the platform's own shape, made here, so that no scanner takes this file for a leak. */
const secret = `squ_${createHash('sha1').update('guard').digest('hex')}`;

interface Guarded extends IntegrateScene {
  readonly bin: string;
  readonly fire: (
    event: string,
    payload: Record<string, unknown> | Buffer,
    more?: Partial<FakeEditorOptions>,
  ) => Promise<Outcome>;
}

/** A project with the hooks installed, opened in the editor by somebody who is logged in. */
function guarded(use: (scene: Guarded) => Promise<void>): () => Promise<void> {
  return () =>
    inScene(async (scene) => {
      const run = await scene.run('integrate cursor --non-interactive');
      assert.equal(run.exitCode, 0, run.stderr);
      logIn(scene);
      const { home, project: root } = scene;
      const fire: Guarded['fire'] = (event, payload, more) =>
        fireEvent(event, payload, { root, home, killAfterMs: 50, ...more });
      await use({ ...scene, fire, bin: join(home, '.service/service-cli/bin/5.0.0') });
    });
}

function logIn({ home, url }: IntegrateScene): void {
  const path = join(home, '.service/service-cli/state.json');
  const state = JSON.parse(readFileSync(path, 'utf8')) as object;
  writeFileSync(
    path,
    JSON.stringify({ ...state, login: { url, storedIn: 'file', at: '2026-01-01T00:00:00Z' } }),
  );
}

/** The four ways by which text reaches the model, each about the file `a.txt` or its text. */
const questions = {
  beforeSubmitPrompt: () => ({ prompt: 'hello', attachments: [] }),
  beforeReadFile: (root: string) => ({ file_path: join(root, 'a.txt'), content: 'hello' }),
  beforeTabFileRead: (root: string) => ({ file_path: join(root, 'a.txt'), content: 'hello' }),
  preToolUse: (root: string) => ({
    tool_name: 'Read',
    tool_input: { file_path: join(root, 'a.txt') },
    cwd: root,
  }),
} as const;
const events = Object.keys(questions) as (keyof typeof questions)[];

describe('the guard in the editor', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  it(
    'lets a clean prompt and a clean file pass, explicitly',
    guarded(async ({ project, write, fire }) => {
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
    }),
  );

  it(
    'blocks a prompt with a secret, without saying the secret',
    guarded(async ({ fire }) => {
      const { passes, messages, runs } = await fire('beforeSubmitPrompt', {
        prompt: `use ${secret}`,
        attachments: [],
      });
      assert.equal(passes, false);
      assert.match(messages[0] ?? '', /the prompt holds a secret/);
      assert.deepEqual(
        runs.map(({ exitCode }) => exitCode),
        [0],
      );
      assert.ok(!JSON.stringify(runs).includes(secret));
    }),
  );

  it(
    'blocks a prompt whose attachment holds a secret',
    guarded(async ({ project, write, read, fire }) => {
      write('conf/a.env', `TOKEN=${secret}`);
      const attachments = [{ type: 'file', file_path: join(project, 'conf/a.env') }];
      assert.equal((await fire('beforeSubmitPrompt', { prompt: 'look', attachments })).passes, false);
      assert.equal(read('.cursorignore'), '/conf/a.env\n');
    }),
  );

  it(
    'blocks a file with a secret on each way to it, and lists it once',
    guarded(async ({ project, write, read, fire }) => {
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
      assert.equal(read('.cursorignore'), '/a.txt\n');
    }),
  );

  it(
    'looks at what the editor shows, not at what is on disk',
    guarded(async ({ project, write, fire }) => {
      write('a.txt', 'clean on disk');
      const question = { file_path: join(project, 'a.txt'), content: `unsaved ${secret}` };
      assert.equal((await fire('beforeReadFile', question)).passes, false);
    }),
  );

  it(
    'lets other tools pass',
    guarded(async ({ project, fire }) => {
      const { runs } = await fire('preToolUse', { tool_name: 'Write', tool_input: {}, cwd: project });
      assert.deepEqual(runs, []);
    }),
  );

  it(
    'leaves nothing behind once it is removed, not even what node compiled',
    guarded(async ({ project, bin, fire, run }) => {
      await fire('beforeReadFile', questions.beforeReadFile(project));
      assert.ok(existsSync(join(bin, 'cache')));
      const { exitCode, stderr } = await run('integrate cursor --remove');
      assert.equal(exitCode, 0, stderr);
      assert.ok(!existsSync(bin));
    }),
  );

  it(
    'decides the same whatever lies where node keeps what it compiled',
    guarded(async ({ project, bin, fire }) => {
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
    }),
  );

  it(
    'starts a session whatever happens',
    guarded(async ({ fire, bin }) => {
      unlinkSync(join(bin, 'session.js'));
      const { passes, runs } = await fire('sessionStart', { session_id: 's' });
      assert.deepEqual([passes, runs[0]?.stdout, runs[0]?.exitCode], [true, '{}\n', 0]);
    }),
  );
});

/** What is broken, before an event of which the answer would otherwise be yes. */
const faults: Record<string, (scene: Guarded) => { env?: NodeJS.ProcessEnv; stdin?: Buffer } | undefined> = {
  'nobody is logged in': ({ home }) => {
    writeFileSync(join(home, '.service/service-cli/state.json'), '{"version":1}');
    return undefined;
  },
  'the state does not parse': ({ home }) => {
    writeFileSync(join(home, '.service/service-cli/state.json'), '{"login":');
    return undefined;
  },
  'the state is a folder': ({ home }) => {
    const path = join(home, '.service/service-cli/state.json');
    unlinkSync(path);
    mkdirSync(path);
    return undefined;
  },
  'the handler is missing': ({ bin }) => {
    unlinkSync(join(bin, 'hook.js'));
  },
  'the handler is cut off': ({ bin }) => {
    writeFileSync(join(bin, 'hook.js'), readFileSync(join(bin, 'hook.js')).subarray(0, 5_000));
  },
  'the handler was changed': ({ bin }) => {
    const path = join(bin, 'hook.js');
    writeFileSync(path, `${readFileSync(path, 'utf8')}\n// x`);
    return undefined;
  },
  'the handler is empty': ({ bin }) => {
    writeFileSync(join(bin, 'hook.js'), '');
  },
  'the loader is missing': ({ bin }) => {
    unlinkSync(join(bin, 'loader.js'));
  },
  'the loader is cut off': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), readFileSync(join(bin, 'loader.js')).subarray(0, 500));
  },
  'the loader is empty': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), '');
  },
  'the loader crashes': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), 'process.abort()');
  },
  'the loader says yes and fails': ({ bin }) => {
    writeFileSync(
      join(bin, 'loader.js'),
      `console.log('{"permission":"allow","continue":true}'); process.exit(1)`,
    );
  },
  'the loader babbles': ({ bin }) => {
    writeFileSync(join(bin, 'loader.js'), 'console.log("hello")');
  },
  'the digests are missing': ({ bin }) => {
    unlinkSync(join(bin, 'manifest.json'));
  },
  'the digests do not parse': ({ bin }) => {
    writeFileSync(join(bin, 'manifest.json'), '{');
  },
  'the folder of the handler is gone': ({ bin }) => {
    renameSync(bin, `${bin}.away`);
  },
  'node is missing': ({ bin }) => {
    unlinkSync(join(bin, 'node'));
    return { env: { PATH: '/nowhere' } };
  },
  'node is something else': ({ bin, home }) => {
    writeFileSync(join(home, 'node'), '#!/bin/sh\nexit 0\n');
    chmodSync(join(home, 'node'), 0o755);
    writeFileSync(join(bin, 'node'), join(home, 'node'));
    return undefined;
  },
  'node was killed': ({ bin, home }) => {
    writeFileSync(join(home, 'node'), '#!/bin/sh\nkill -9 $$\n');
    chmodSync(join(home, 'node'), 0o755);
    writeFileSync(join(bin, 'node'), join(home, 'node'));
    return undefined;
  },
  'the home is not known': () => ({ env: { HOME: '' } }),
  'the script of the hook is missing': ({ project }) => {
    unlinkSync(join(project, '.cursor/hooks/service-guard.sh'));
  },
  'the script of the hook is empty': ({ project }) => {
    writeFileSync(join(project, '.cursor/hooks/service-guard.sh'), '');
  },
  'stdin is empty': () => ({ stdin: Buffer.alloc(0) }),
  'stdin is blank': () => ({ stdin: Buffer.from('\n  ') }),
  'stdin is no JSON': () => ({ stdin: Buffer.from('{"prompt": "x"') }),
  'stdin is a list': () => ({ stdin: Buffer.from('[]') }),
  'stdin lacks what is asked about': () => ({ stdin: Buffer.from('{}') }),
  'stdin is not UTF-8': () => ({
    stdin: Buffer.from('{"prompt":"\xE9","file_path":"/x","content":"\xE9","tool_name":"Read"}', 'latin1'),
  }),
  'stdin is huge': () => ({ stdin: Buffer.alloc(70 * 1024 * 1024, ' ') }),
};

describe('the guard, whatever is broken', function () {
  // Real processes, on a machine that may be busy.
  this.timeout(60_000);

  for (const [what, breakIt] of Object.entries(faults))
    it(
      `denies when ${what}`,
      guarded(async (scene) => {
        scene.write('a.txt', 'hello');
        const { env, stdin } = breakIt(scene) ?? {};
        const answers = await Promise.all(
          events.map((event) =>
            scene
              .fire(event, stdin ?? { ...questions[event](scene.project) }, { ...(env && { env }) })
              .then((outcome) => [event, outcome] as const),
          ),
        );
        for (const [event, { passes, runs }] of answers) {
          // Raw input names no tool, so that no matcher of preToolUse fits it.
          if (event === 'preToolUse' && stdin) continue;
          assert.ok(runs.length > 0, event);
          assert.equal(passes, false, `${event}: ${JSON.stringify(runs)}`);
        }
      }),
    ).timeout(30_000);

  const files: Record<string, (path: string) => void> = {
    'is missing': () => undefined,
    'is a folder': (path) => {
      mkdirSync(path);
    },
    'is a pipe that nobody writes to': (path) => void execFileSync('mkfifo', [path]),
    'is a device that never ends': (path) => {
      symlinkSync('/dev/zero', path);
    },
    'is a link to itself': (path) => {
      symlinkSync(path, path);
    },
    'is UTF-16 without its mark': (path) => {
      writeFileSync(path, Buffer.from(`token = ${secret}`, 'utf16le'));
    },
    'is binary': (path) => {
      writeFileSync(path, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]));
    },
    'is larger than can be checked': (path) => {
      writeFileSync(path, Buffer.alloc(11 * 1024 * 1024, 'a'));
    },
  };
  for (const [what, make] of Object.entries(files))
    it(
      `denies a file that ${what}`,
      guarded(async ({ project, fire }) => {
        make(join(project, 'a.txt'));
        for (const event of ['preToolUse', 'beforeReadFile'] as const) {
          const { content: _, ...question } = { content: '', ...questions[event](project) };
          const { passes, messages } = await fire(event, question);
          assert.equal(passes, false, event);
          assert.match(messages[0] ?? '', /cannot be checked/);
        }
      }),
    );

  it(
    'denies in time when the question never ends',
    guarded(async ({ bin, project, fire }) => {
      // A handler that waits for ever is what the editor's own limit is for.
      writeFileSync(join(bin, 'loader.js'), 'setInterval(() => {}, 1000)');
      const { passes, runs } = await fire('beforeReadFile', questions.beforeReadFile(project), {
        timeoutMs: 300,
      });
      assert.deepEqual([passes, runs.every(({ result }) => result === 'failed')], [false, true]);
    }),
  );

  it(
    'denies where the ignore list cannot be written, and says so',
    guarded(async ({ project, write, fire }) => {
      write('a.txt', `token = "${secret}"`);
      mkdirSync(join(project, '.cursorignore'));
      const { passes, messages } = await fire('preToolUse', questions.preToolUse(project));
      assert.equal(passes, false);
      assert.match(messages[0] ?? '', /could not be added/);
    }),
  );

  it(
    'would let it pass without failClosed, which is why every entry says so',
    guarded(async ({ project, write, read, fire }) => {
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
    }),
  );
});
