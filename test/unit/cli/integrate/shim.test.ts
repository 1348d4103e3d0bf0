import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { cursorProtocol } from '../../../../src/agents/cursor/protocol.ts';
import { shimFor } from '../../../../src/cli/integrate/layout.ts';
import { inTempFolder } from '../../../support/cliRun.ts';

const options = { version: '5.0.0', home: undefined, agent: 'cursor', protocol: cursorProtocol };
const shells = ['/bin/dash', '/bin/bash'];

/** Writes a shim for the service home `base`, and a handler there. Returns the folder of the handler. */
function install(folder: string, { base = folder, loader = '', node = process.execPath } = {}): string {
  const bin = join(base, 'service-cli/bin/5.0.0');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'loader.js'), loader);
  writeFileSync(join(bin, 'node'), node);
  writeFileSync(join(folder, 'shim.sh'), shimFor('linux', { ...options, home: base }).text);
  return bin;
}

describe('the POSIX shim', () => {
  for (const shell of shells)
    it(`denies without the handler in ${shell} with an empty PATH [AU8]`, () =>
      inTempFolder((home) => {
        const path = join(home, 'shim.sh');
        writeFileSync(path, shimFor('linux', options).text);
        const run = (event: string) =>
          spawnSync(shell, [path, event], { env: { HOME: home, PATH: '/nowhere' }, encoding: 'utf8' });
        const prompt = run('beforeSubmitPrompt');
        assert.deepEqual(
          [prompt.status, (JSON.parse(prompt.stdout) as { continue: boolean }).continue],
          [0, false],
        );
        const read = run('beforeReadFile');
        assert.deepEqual(
          [read.status, (JSON.parse(read.stdout) as { permission: string }).permission],
          [2, 'deny'],
        );
        for (const event of ['sessionStart', 'stop'])
          assert.deepEqual([run(event).status, run(event).stdout], [0, '{}\n'], event);
        assert.equal(run('').status, 2);
      }));

  it('starts no node that a relative PATH or the folder that is open brings, but one of another folder [R3]', () =>
    inTempFolder((folder) => {
      const home = join(folder, 'home');
      const project = join(folder, 'project');
      const outside = join(folder, 'out side');
      const bin = join(home, 'service-cli/bin/5.0.0');
      for (const path of [bin, outside, join(project, 'node_modules/.bin')])
        mkdirSync(path, { recursive: true });
      writeFileSync(join(bin, 'loader.js'), '');
      for (const place of [project, join(project, 'node_modules/.bin')])
        writeFileSync(join(place, 'node'), '#!/bin/sh\necho \'{"permission":"allow"}\'\n', { mode: 0o755 });
      writeFileSync(join(outside, 'node'), '#!/bin/sh\necho \'{"outside":1}\'\n', { mode: 0o755 });
      writeFileSync(join(home, 'shim.sh'), shimFor('linux', { ...options, home }).text);
      for (const shell of shells)
        for (const noted of [undefined, '/nonexistent/node', 'node', './node', '']) {
          if (noted !== undefined) writeFileSync(join(bin, 'node'), `${noted}\n`);
          const run = (cwd: string, PATH: string) =>
            spawnSync(shell, [join(home, 'shim.sh'), 'preToolUse'], {
              cwd,
              env: { PATH, HOME: home, CURSOR_PROJECT_DIR: project },
              encoding: 'utf8',
            });
          const local = `.:${project}:node_modules/.bin::${project}/node_modules/.bin:./`;
          for (const cwd of [project, home]) {
            const alone = run(cwd, local);
            assert.deepEqual(
              [alone.status, alone.stdout.includes('deny')],
              [2, true],
              `${shell} ${noted ?? ''}`,
            );
            assert.equal(run(cwd, `${local}:${outside}`).stdout, '{"outside":1}\n');
          }
        }
    }));

  it('runs no code of a home that the repository or another user filled, and runs the recorded one [R3]', () =>
    inTempFolder((folder) => {
      const home = join(folder, 'home');
      const project = join(folder, "it's\nopen");
      const checkout = join(folder, 'checkout');
      const fill = (base: string, answer: string) => {
        install(folder, { base, loader: `process.stdout.write('${answer}')` });
        return base;
      };
      fill(join(home, '.service'), '{"own":1}');
      const foreign = [
        join(project, '.x'),
        join(project, '.service'),
        join(checkout, '.x'),
        join(folder, 'second/.x'),
      ];
      for (const base of foreign) fill(base, '{"foreign":1}');
      mkdirSync(join(checkout, '.git'));
      mkdirSync(join(project, 'sub'));
      symlinkSync(join(project, '.x'), join(folder, 'link'));
      const recorded = fill(join(project, 'recorded'), '{"recorded":1}');
      const run = (
        shell: string,
        env: NodeJS.ProcessEnv,
        { cwd = project, home: known }: { cwd?: string | undefined; home?: string } = {},
      ) => {
        writeFileSync(join(folder, 'shim.sh'), shimFor('linux', { ...options, home: known }).text);
        return spawnSync(shell, [join(folder, 'shim.sh'), 'preToolUse'], { cwd, env, encoding: 'utf8' });
      };
      for (const shell of shells) {
        assert.equal(run(shell, { HOME: home }).stdout, '{"own":1}\n');
        assert.equal(run(shell, { HOME: home, SERVICE_HOME: join(home, '.service') }).stdout, '{"own":1}\n');
        for (const [env, cwd] of [
          [{ SERVICE_HOME: join(project, '.x') }],
          [{ SERVICE_HOME: '.x' }],
          [{ SERVICE_HOME: '../.x' }, join(project, 'sub')],
          [{ SERVICE_HOME: '/proc/self/cwd/.x' }],
          [{ SERVICE_HOME: join(folder, 'link') }],
          [{ SERVICE_HOME: join(folder, "it's\nopen/../it's\nopen/.x") }],
          [{ SERVICE_HOME: join(project, '.x'), CURSOR_PROJECT_DIR: project }, join(project, 'sub')],
          [{ SERVICE_HOME: join(checkout, '.x') }],
          [{ HOME: project }],
          [{ HOME: project, LOGNAME: 'x', USER: 'x' }, join(project, 'sub')],
        ] as const) {
          const variables = { HOME: join(folder, 'bare'), CURSOR_PROJECT_DIR: project, ...env };
          const { status, stdout } = run(shell, variables, { cwd });
          assert.deepEqual(
            [status, stdout.includes('"deny"')],
            [2, true],
            `${shell} ${JSON.stringify(env)} ${stdout}`,
          );
        }
        // No variable names the second folder of a workspace, which need not be a checkout.
        const second = { HOME: home, SERVICE_HOME: join(folder, 'second/.x'), CURSOR_PROJECT_DIR: project };
        assert.equal(run(shell, second).stdout, '{"own":1}\n');
        assert.equal(run(shell, { ...second, HOME: '' }, { home: recorded }).stdout, '{"recorded":1}\n');
        assert.equal(run(shell, { SERVICE_HOME: recorded }, { home: recorded }).stdout, '{"recorded":1}\n');
        if (process.getuid?.() !== 0) continue;
        chownSync(join(home, '.service'), 12_345, 12_345);
        assert.equal(run(shell, { HOME: home }).status, 2);
        chownSync(join(home, '.service'), 0, 0);
      }
    }));

  it('passes an answer on unchanged, with its escapes', () =>
    inTempFolder((home) => {
      const answer = String.raw`{"permission":"deny","user_message":"a\nb \\ \t %s $HOME"}`;
      const loader = `process.stdout.write(${JSON.stringify(answer)}); process.exitCode = 2`;
      install(home, { base: join(home, "it's $HOME"), loader });
      for (const shell of shells) {
        const { stdout, status } = spawnSync(shell, [join(home, 'shim.sh'), 'preToolUse'], {
          env: { PATH: '/nowhere' },
          encoding: 'utf8',
        });
        assert.deepEqual([stdout, status], [`${answer}\n`, 2]);
      }
    }));

  it('asks again without the flag where node does not know it, with the question unread', () =>
    inTempFolder((home) => {
      const node = join(home, 'node');
      install(home, { node });
      writeFileSync(
        node,
        `#!/bin/sh\ncase $1 in --*) echo "$0: bad option: $1" >&2; exit 9 ;; esac\nread -r question; echo "{$question}"\n`,
      );
      chmodSync(node, 0o755);
      for (const shell of shells) {
        const { stdout, status } = spawnSync(shell, [join(home, 'shim.sh'), 'preToolUse'], {
          env: { PATH: '/nowhere' },
          input: 'asked\n',
          encoding: 'utf8',
        });
        assert.deepEqual([stdout, status], ['{asked}\n', 0]);
      }
    }));

  it('denies by the exit code if its output is closed', () =>
    inTempFolder((home) => {
      const bin = install(home, { loader: `process.stdout.write('{"permission":"allow"}')` });
      const full = openSync('/dev/full', 'w');
      const exitOf = (shell: string, event: string): number | null =>
        spawnSync(shell, [join(home, 'shim.sh'), event], { env: {}, stdio: ['ignore', full, 'ignore'] })
          .status;
      for (const shell of shells) {
        assert.equal(exitOf(shell, 'preToolUse'), 2);
        assert.equal(exitOf(shell, 'beforeSubmitPrompt'), 2);
        assert.equal(exitOf(shell, 'sessionStart'), 0);
      }
      unlinkSync(join(bin, 'loader.js'));
      for (const shell of shells) assert.equal(exitOf(shell, 'beforeSubmitPrompt'), 2);
      closeSync(full);
    }));
});

// No PowerShell runs where these tests do: what can be held is the text.
describe('the PowerShell shim', () => {
  const { text } = shimFor('win32', { ...options, home: "C:\\it's" });

  it('quotes what comes from outside and has balanced braces', () => {
    assert.ok(text.includes("'C:\\it''s'"));
    const code = text.replaceAll(/'(?:[^']|'')*'/g, "''");
    assert.equal(code.split('{').length, code.split('}').length);
  });

  it('denies in every branch that has no answer', () => {
    assert.equal(text.match(/\bDeny\b/g)?.length, 9);
    assert.match(text, /catch \{\n {2}Deny\n\}/);
  });
});
