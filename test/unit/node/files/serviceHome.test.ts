import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { homeOf, serviceHome } from '../../../../src/node/files/serviceHome.ts';

describe('serviceHome', () => {
  it('is in the home folder, or in the folder of SERVICE_HOME', () => {
    assert.equal(serviceHome({ HOME: '/home/ann' }).directory, join('/home/ann/.service/service-cli'));
    assert.equal(
      serviceHome({ HOME: '/home/ann', SERVICE_HOME: '/data/service' }).state,
      join('/data/service/service-cli/state.json'),
    );
  });

  it('gets the home folder from the system when its variable is empty or not set', () => {
    const { homedir } = userInfo();
    assert.equal(homeOf({}), homedir);
    assert.equal(homeOf({ HOME: '' }), homedir);
  });
});
