import assert from 'node:assert/strict';
import { isSameName, isSamePath, systemPath } from '../../../../src/node/files/systemPath.ts';

describe('systemPath', () =>
  it('turns the slashes that git prints on Windows, and changes no path elsewhere', () => {
    assert.equal(systemPath('C:/Users/ann/shop', 'win32'), String.raw`C:\Users\ann\shop`);
    assert.equal(systemPath('//server/share/shop', 'win32'), String.raw`\\server\share\shop`);
    assert.equal(systemPath('/home/ann/a\\b', 'linux'), '/home/ann/a\\b');
  }));

describe('isSamePath', () =>
  it('compares paths of Windows without slashes and letters', () => {
    assert.ok(isSamePath('C:/Shop', String.raw`c:\shop`, 'win32'));
    assert.ok(isSamePath('C:/Shop/', String.raw`C:\Shop`, 'win32'));
    assert.ok(!isSamePath('C:/Shop', String.raw`D:\Shop`, 'win32'));
    assert.ok(!isSamePath('/Shop', '/shop', 'linux'));
  }));

describe('isSameName', () =>
  it('ignores letters and the form of accents, as file systems of macOS and Windows do', () => {
    assert.ok(isSameName('/w/Sub/caf\u00e9', '/w/sub/cafe\u0301'));
    assert.ok(!isSameName('/w/sub', '/w/sub2'));
  }));
