import assert from 'node:assert/strict';
import { chownSync, mkdirSync, symlinkSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { homeVariables } from '../../../support/homeVariables.ts';
import { withTempFolder } from '../../../support/tempFolder.ts';
import { flawOfFolder, homeOf, serviceHome } from '../../../../src/node/files/serviceHome.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

describe('serviceHome', () => {
  it('is in the home folder, or in the folder of SERVICE_HOME', () => {
    // On Windows, the folder has to be in the profile.
    const home = process.platform === 'win32' ? join(userInfo().homedir, 'ann') : '/home/ann';
    const variables = homeVariables(home);
    assert.equal(serviceHome(variables).directory, join(home, '.service/service-cli'));
    assert.equal(
      serviceHome({ ...variables, SERVICE_HOME: join(home, 'data') }).state,
      join(home, 'data/service-cli/state.json'),
    );
  });

  it('gets the home folder from the system when its variable is empty or not set', () => {
    const { homedir } = userInfo();
    assert.equal(homeOf({}), homedir);
    assert.equal(homeOf({ HOME: '' }), homedir);
  });

  it('refuses a folder that a repository can fill, and says which variable to change [R3]', () =>
    withTempFolder((folder) => {
      const project = join(folder, 'project');
      mkdirSync(join(project, '.git'), { recursive: true });
      mkdirSync(join(project, '.x'));
      symlinkSync(join(project, '.x'), join(folder, 'link'));
      for (const path of [
        '.x',
        './.x',
        '../home',
        join(project, '.x'),
        join(project, 'new/er'),
        join(folder, 'link'),
      ])
        assert.throws(() => serviceHome({ SERVICE_HOME: path }), {
          code: 'storage',
          message: /^.+ cannot hold the files of service-cli: .+\. Change SERVICE_HOME: /,
        });
      assert.throws(() => serviceHome({ HOME: project }), { code: 'storage', message: /Change HOME: / });
    }));

  it('refuses a folder below one that is open, also without a repository, but not below the root of the disk', () =>
    withTempFolder((folder) => {
      const env = { SERVICE_HOME: join(folder, 'open/.x') };
      assert.throws(() => serviceHome(env, [join(folder, 'open')]), { code: 'storage' });
      assert.equal(
        serviceHome(env, [join(folder, 'other'), '/']).directory,
        join(env.SERVICE_HOME, 'service-cli'),
      );
    }));

  it('accepts the folder of the user database in an open folder, and the folder from which the program runs', () => {
    const { homedir } = userInfo();
    assert.equal(flawOfFolder(join(homedir, '.service'), [homedir]), undefined);
    const above = dirname(dirname(import.meta.dirname));
    const user = { platform: process.platform, profile: () => above, program: import.meta.filename };
    const open = [above];
    assert.match(String(flawOfFolder(join(import.meta.dirname, 'x'), open, user)), /inside the project/);
  });

  it('refuses a folder of another user, but not of root', function () {
    if (process.getuid?.() !== 0) skipWithout(this, 'the rights of root');
    return withTempFolder((folder) => {
      assert.equal(flawOfFolder(folder, []), undefined);
      chownSync(folder, 12_345, 12_345);
      assert.equal(flawOfFolder(folder, []), 'it belongs to another user');
    });
  });

  it('refuses a folder outside of the profile on Windows, where others may read it', () =>
    withTempFolder((folder) => {
      const user = { platform: 'win32' as const, profile: () => join(folder, 'ann'), program: undefined };
      assert.equal(flawOfFolder(join(folder, 'ann/.service'), [], user), undefined);
      assert.match(String(flawOfFolder(join(folder, 'service'), [], user)), /outside of your profile/);
    }));
});
