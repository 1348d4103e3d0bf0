import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SlowMounts } from '../../../../src/cli/hook/watchdog.ts';
import { inTempFolder } from '../../../support/cliRun.ts';

const line = (place: string, kind: string, more = ''): string =>
  `36 35 98:0 /sub ${place} rw,noatime master:1 ${more}- ${kind} /dev/root rw,errors=continue\n`;

describe('SlowMounts', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('has none on a machine with local file systems only', () => {
    const kinds = 'ext4 xfs btrfs overlay tmpfs proc sysfs cgroup2 fusectl devtmpfs'.split(' ');
    const table = kinds.map((kind, index) => line(`/m${index}`, kind)).join('');
    assert.equal(new SlowMounts(table).isEmpty, true);
    assert.equal(new SlowMounts('').isEmpty, true);
    assert.equal(new SlowMounts(line('/', 'nfs4')).isEmpty, true);
  });

  for (const kind of ['nfs4', 'cifs', 'fuse', 'fuse.sshfs', 'fuseblk', '9p', 'virtiofs', 'autofs', 'ext4x'])
    it(`counts ${kind}`, () => {
      const mounts = new SlowMounts(line('/data', 'ext4') + line('/net', kind, 'propagate_from:2 '));
      assert.deepEqual(
        ['/net', '/net/a', '/data/../net/a', '/network', '/data/a'].map((path) => mounts.reaches(path)),
        [true, true, true, false, false],
      );
    });

  it('follows links to such a place, and touches nothing there', () =>
    inTempFolder((folder) => {
      const away = join(folder, 'a wây\\');
      const mounts = new SlowMounts(line(away.replaceAll('\\', '\\134').replaceAll(' ', '\\040'), 'fuse'));
      mkdirSync(join(folder, 'own/deep'), { recursive: true });
      writeFileSync(join(folder, 'own/file'), '');
      symlinkSync('../../linked', join(folder, 'own/deep/up'));
      symlinkSync(away, join(folder, 'linked'));
      symlinkSync('circle', join(folder, 'circle'));
      const reached = (path: string) => mounts.reaches(`${folder}/${path}`);
      const slow = ['linked', 'linked/a', 'own/deep/up/x', 'own/deep/../../linked'];
      assert.deepEqual(slow.filter(reached), slow);
      // Behind a link, `..` is the folder above its target.
      symlinkSync('own/deep', join(folder, 'short'));
      const others = ['short/../file', 'own/file/x', 'circle', 'none/x', 'short/../linked'];
      assert.deepEqual([...others, 'short/../../linked'].filter(reached), ['short/../../linked']);
    }));
});
