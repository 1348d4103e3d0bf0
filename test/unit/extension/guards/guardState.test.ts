import assert from 'node:assert/strict';
import { Failure } from '../../../../src/core/failures.ts';
import { guardStateOf } from '../../../../src/extension/guards/guardState.ts';
import { inScene } from '../../../support/integrateScene.ts';

describe('guardStateOf', function () {
  // The bundles are built, on a machine that may be busy.
  this.timeout(60_000);

  it('reads what service-cli says of a project before, with and after its guards, and of damaged ones', () =>
    inScene(async ({ run, write, read }) => {
      const state = async () => guardStateOf((await run('system status --json')).stdout);
      assert.equal(await state(), 'absent');
      await run('integrate cursor --non-interactive');
      assert.equal(await state(), 'sound');
      const shim = read('.cursor/hooks/service-guard.sh') ?? '';
      write('.cursor/hooks/service-guard.sh', `${shim}#`);
      assert.equal(await state(), 'broken');
      await run('integrate cursor --remove');
      assert.equal(await state(), 'absent');
    }));

  it('refuses what is no status', () => {
    assert.throws(() => guardStateOf('{}'), Failure);
    assert.throws(() => guardStateOf('no JSON'), Failure);
  });
});
