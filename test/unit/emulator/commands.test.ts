import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { platformProgram } from '../../../src/emulator/commands.ts';
import { startServer } from '../../support/httpServer.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** Runs a function while SERVICE_TOKEN is set. */
async function withToken<T>(use: () => Promise<T>): Promise<T> {
  const before = process.env.SERVICE_TOKEN;
  process.env.SERVICE_TOKEN = 'squ_any';
  try {
    return await use();
  } finally {
    if (before === undefined) delete process.env.SERVICE_TOKEN;
    else process.env.SERVICE_TOKEN = before;
  }
}

describe('platform backup', () => {
  it('stops an answer that never ends', () =>
    withTempFolder(async (folder) => {
      const piece = 'x'.repeat(1024 * 1024);
      await using server = await startServer((_, response) => {
        const write = (): void => {
          while (!response.destroyed && response.write(piece));
        };
        response.on('drain', write);
        write();
      });
      const args = ['backup', join(folder, 'copy.db'), '--url', server.url];
      await assert.rejects(
        withToken(() => platformProgram(() => ({})).parseAsync(args, { from: 'user' })),
        {
          code: 'tooLarge',
        },
      );
    }));

  it('names the variable of the token that the platform refuses', () =>
    withTempFolder(async (folder) => {
      await using server = await startServer((_, response) => {
        response.writeHead(401).end();
      });
      const args = ['backup', join(folder, 'copy.db'), '--url', server.url];
      await assert.rejects(
        withToken(() => platformProgram(() => ({})).parseAsync(args, { from: 'user' })),
        { code: 'unauthorized', message: `${server.url} refused the token in SERVICE_TOKEN` },
      );
    }));

  it('moves no file of the user that the answer of another program names', () =>
    withTempFolder(async (folder) => {
      const victim = join(folder, 'victim');
      writeFileSync(victim, 'private');
      mkdirSync(join(folder, 'links'));
      let answerOf: (name: string) => string = () => victim;
      const name = async (request: AsyncIterable<Uint8Array>) =>
        (JSON.parse(await text(request)) as { file: string }).file;
      await using server = await startServer((request, response) => {
        void name(request).then((file) => {
          response.end(JSON.stringify({ file: answerOf(file), format: 1 }));
        });
      });
      const target = join(folder, 'copy.db');
      const backup = () =>
        platformProgram(() => ({})).parseAsync(['backup', target, '--url', server.url], { from: 'user' });
      await withToken(async () => {
        await assert.rejects(backup(), /has written no backup: it names .*victim/u);
        // The name that was asked for, but a link to the file.
        answerOf = (file) => {
          symlinkSync(victim, join(folder, 'links', file));
          return join(folder, 'links', file);
        };
        await assert.rejects(backup(), /has written no backup/u);
      });
      assert.ok(existsSync(victim));
      assert.ok(!existsSync(target));
    }));
});
