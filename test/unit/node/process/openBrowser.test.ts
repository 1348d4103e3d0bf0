import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { temporaryFolder } from '../../../../scripts/temporaryFolder.ts';
import { openBrowser } from '../../../../src/node/process/openBrowser.ts';
import { startServer } from '../../../support/httpServer.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

describe('openBrowser', () => {
  it('runs the program that opens the page in the home folder, not in a repository [R3]', async function () {
    // Windows opens pages without a program of the search path.
    if (process.platform === 'win32') skipWithout(this, 'a shell of POSIX');
    const bin = temporaryFolder('browser');
    const page = new EventEmitter<{ opened: [url: string | undefined] }>();
    const opened = once(page, 'opened');
    const server = await startServer((request, response) => {
      page.emit('opened', request.url);
      response.end();
    });
    const script = `#!${process.execPath}\nfetch(process.argv[2] + encodeURIComponent(process.cwd()));\n`;
    for (const name of ['xdg-open', 'open']) writeFileSync(join(bin, name), script, { mode: 0o755 });
    const before = { path: process.env.PATH, cwd: process.cwd() };
    try {
      process.chdir(temporaryFolder('repository'));
      process.env.PATH = `${bin}${delimiter}.`;
      openBrowser(`${server.url}/?`);
      assert.deepEqual(await opened, [`/?${encodeURIComponent(homedir())}`]);
    } finally {
      process.env.PATH = before.path;
      process.chdir(before.cwd);
      await server.stop();
    }
  });
});
