import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectSuccess } from '../../../support/cliRun.ts';
import { builtCli } from '../../../support/builtCli.ts';
import {
  cursorHooks,
  withIntegrateFixture,
  type IntegrateFixture,
} from '../../../support/integrateFixture.ts';

/** Loaded before the program: the process kills itself, as a full stop of the machine would, instead of a rename. */
const killer = `
const fs = require('node:fs/promises');
const { rename } = fs;
let left = Number(process.env.RENAMES);
fs.rename = (...args) => (left-- > 0 ? rename(...args) : process.kill(process.pid, 'SIGKILL'));
`;

/** @returns whether it was killed, and did not get to its end. */
async function killedAfter(renames: number, { home, project, env }: IntegrateFixture): Promise<boolean> {
  const preload = join(home, '..', 'killer.cjs');
  writeFileSync(preload, killer);
  const args = ['--require', preload, join(await builtCli(), 'cli.js'), 'integrate', 'cursor'];
  const child = spawn(process.execPath, args, {
    cwd: project,
    env: { ...env, RENAMES: String(renames) },
    stdio: 'ignore',
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  // Windows has no signals.
  return process.platform === 'win32' ? code === 1 : signal === 'SIGKILL';
}

const ofOthers = '{\n  "version": 1, // ours\n  "hooks": {}\n}\n';

describe('integrate cursor, killed in the middle', () => {
  for (const renames of [1, 9])
    it(`is taken back by the next run, here after ${renames} of its renames`, () =>
      withIntegrateFixture(async (fixture) => {
        fixture.write(cursorHooks, ofOthers);
        const before = fixture.picture();
        assert.ok(await killedAfter(renames, fixture));
        assert.notDeepEqual(fixture.picture(), before);
        expectSuccess(await fixture.run('integrate cursor --remove'));
        assert.deepEqual(fixture.picture(), before);
      }));

  it('is completed by running it again', () =>
    withIntegrateFixture(async (fixture) => {
      assert.ok(await killedAfter(5, fixture));
      expectSuccess(await fixture.run('integrate cursor --non-interactive'));
      const { stdout } = await fixture.run('system status --json');
      assert.doesNotMatch(stdout, /INVALID CONFIG/);
      const leftOver = Object.keys(fixture.picture()).filter((path) =>
        /\.(?:old|new)$|unfinished/.test(path),
      );
      assert.deepEqual(leftOver, []);
    }));
});
