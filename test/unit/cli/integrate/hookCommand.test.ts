import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { HookPlace } from '../../../../src/agents/agent.ts';
import { isOurs } from '../../../../src/cli/integrate/resources/hookEntries.ts';
import { hookCommand } from '../../../../src/cli/integrate/shims/hookCommand.ts';
import { put } from '../../../support/tempFolder.ts';
import { inTempFolder } from '../../../support/cliRun.ts';

const place: HookPlace = {
  file: '.a/hooks.json',
  scripts: '.a/hooks',
  command: 'relative',
};
const powerShell = String.raw`C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass`;
const entry = { event: 'e', component: 'secretsHooks', isBlocking: true } as const;
const options = { platform: 'linux', root: '/r', place, deniesFaults: 'agent', entry } as const;

describe('the command of a hook', () => {
  it('names the shim and the event for an agent that itself denies when a hook fails', () => {
    assert.equal(hookCommand(options).here, 'sh .a/hooks/service-guard.sh e');
    assert.equal(
      hookCommand({ ...options, platform: 'win32' }).here,
      `${powerShell} -File ".a\\hooks\\service-guard.ps1" e`,
    );
  });

  it('is found again in the file of an agent, in each form and as earlier versions wrote it', () => {
    const places = ['relative', 'absolute', { variable: 'ROOT' }] as const;
    const commands = places.flatMap((command) =>
      (['agent', 'answer', 'exitCode'] as const).flatMap((deniesFaults) => {
        const { posix, powerShell } = hookCommand({ ...options, deniesFaults, place: { ...place, command } });
        return [posix, powerShell, powerShell.replace(/^\S+/, 'powershell')];
      }),
    );
    assert.deepEqual(
      commands.filter((command) => !isOurs({ command })),
      [],
    );
  });

  it('names PowerShell by a path that the shell of Git reads, too', () => {
    const { here } = hookCommand({ ...options, platform: 'win32' });
    assert.equal(
      execFileSync('/bin/bash', ['-c', `printf '%s\n' ${here}`], { encoding: 'utf8' }).split('\n')[0],
      String.raw`C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe`,
    );
  });

  for (const deniesFaults of ['answer', 'exitCode'] as const)
    for (const command of ['relative', 'absolute', { variable: 'ROOT' }] as const)
      it(`denies in PowerShell when the shim does not answer, when the fault is denied by ${deniesFaults} and the path ${JSON.stringify(command)}`, () => {
        const { here } = hookCommand({
          ...options,
          platform: 'win32',
          root: "/it's",
          deniesFaults,
          place: { ...place, command },
        });
        const start = `${powerShell} -Command "`;
        assert.ok(here.startsWith(start), here);
        const [, script] = /^([^"]*)"; exit \$LASTEXITCODE$/.exec(here.slice(start.length)) ?? [];
        // Neither cmd nor the shell of Git nor an outer PowerShell may change the script.
        assert.doesNotMatch(script ?? '$', /[$%"`!]/);
        assert.match(script ?? '', /^try \{ & .*service-guard\.ps1'\)? e \} catch \{ \};.* exit 2$/);
        assert.match(script ?? '', /Blocked: the secrets hook cannot run/);
      });

  for (const shell of ['/bin/dash', '/bin/bash'])
    for (const command of ['absolute', { variable: 'ROOT' }] as const)
      it(`runs the shim in a folder of any name, in ${shell}, with the path ${JSON.stringify(command)}`, () =>
        inTempFolder((folder) => {
          const root = join(folder, `it's "my" $HOME\nx`);
          const shim = join(root, '.a/hooks/service-guard.sh');
          for (const deniesFaults of ['agent', 'answer', 'exitCode'] as const) {
            const { here } = hookCommand({ ...options, root, deniesFaults, place: { ...place, command } });
            const run = (text: string) => {
              put(shim, text);
              const env = { PATH: process.env.PATH, ROOT: root };
              const { status, stdout } = spawnSync(shell, ['-c', here], { env, encoding: 'utf8' });
              return [status, stdout];
            };
            assert.deepEqual(run(`printf '%s\\n' '{"a":"\\\\n"}'`), [
              0,
              deniesFaults === 'exitCode' ? '' : '{"a":"\\\\n"}\n',
            ]);
            assert.deepEqual(run('echo "{$1}"; exit 2'), [2, deniesFaults === 'exitCode' ? '' : '{e}\n']);
          }
        }));

  for (const deniesFaults of ['answer', 'exitCode'] as const)
    for (const [what, text] of [
      ['is missing', undefined],
      ['is empty', ''],
      ['is cut off', 'if [ 1'],
      ['crashes', 'kill -9 $$'],
      ['ends with another code', 'echo "{}"; exit 1'],
      ['prints something else', 'echo hello'],
    ] as const)
      it(`denies with a reason when the shim ${what}, when the fault is denied by ${deniesFaults}`, () =>
        inTempFolder((root) => {
          const shim = join(root, '.a/hooks/service-guard.sh');
          if (text !== undefined) put(shim, text);
          const { here } = hookCommand({ ...options, root, deniesFaults });
          const { status, stderr, stdout } = spawnSync('/bin/sh', ['-c', here], {
            cwd: root,
            encoding: 'utf8',
          });
          assert.deepEqual([status, stdout], [2, '']);
          assert.match(stderr, /Blocked: the secrets hook cannot run/);
        }));
});
