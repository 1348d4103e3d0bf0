import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { builtCli } from '../../../support/builtCli.ts';
import { withHooks } from '../../../support/hookedProject.ts';
import { homeVariables } from '../../../support/homeVariables.ts';

interface End {
  readonly code: number | null;
  readonly answer: Record<string, unknown>;
}

async function endOf(child: ChildProcess): Promise<End> {
  assert.ok(child.stdout);
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  const [code, stdout] = await Promise.all([ended, text(child.stdout)]);
  assert.notEqual(code, null, 'the hook did not end');
  return { code, answer: JSON.parse(stdout) as Record<string, unknown> };
}

/** Each is left open until the end of the test; one holds the beginning of a question. */
const inputs = ['a socket', 'a socket with half a question', 'a pipe'] as const;

describe('a hook whose standard input stays open', () => {
  it('ends with a refusal, started by its script or by service-cli [A2]', () =>
    withHooks(async ({ home, project, env }) => {
      const cli = join(await builtCli(), 'cli.js');
      const shim = join(project, '.cursor/hooks/service-guard.sh');
      const pipe = join(home, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const writer = openSync(pipe, constants.O_RDWR);
      const ways = [
        ['sh', shim],
        [process.execPath, cli, 'hook', 'cursor'],
      ] as const;
      const start = (
        what: (typeof inputs)[number],
        [program, ...args]: (typeof ways)[number],
        event: string,
      ) => {
        const stdin = what === 'a pipe' ? openSync(pipe, constants.O_RDONLY) : 'pipe';
        const child = spawn(program, [...args, event], {
          env: { PATH: env.PATH, ...homeVariables(home), SERVICE_TOKEN: 'squ_x' },
          stdio: [stdin, 'pipe', 'ignore'],
          // A hook that never ends would keep this process running after the test.
          timeout: 45_000,
          killSignal: 'SIGKILL',
        });
        if (typeof stdin === 'number') closeSync(stdin);
        if (what === 'a socket with half a question') child.stdin?.write('{"prompt":');
        return endOf(child).finally(() => child.stdin?.destroy());
      };
      try {
        await Promise.all(
          inputs.flatMap((what) =>
            ways.map(async (way) => {
              const [read, prompt] = await Promise.all([
                start(what, way, 'preToolUse'),
                start(what, way, 'beforeSubmitPrompt'),
              ]);
              const message = `${what}, ${way.join(' ')}`;
              assert.deepEqual([read.code, read.answer.permission], [2, 'deny'], message);
              assert.match(String(read.answer.user_message), /it does not end/, message);
              assert.deepEqual([prompt.code, prompt.answer.continue], [0, false], message);
            }),
          ),
        );
      } finally {
        closeSync(writer);
      }
    }));
});
