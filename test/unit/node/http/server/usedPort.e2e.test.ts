import assert from 'node:assert/strict';
import { runBuiltCli } from '../../../../support/builtCli.ts';
import { startServer } from '../../../../support/httpServer.ts';
import { withTempFolder } from '../../../../support/tempFolder.ts';

/** The commands that listen on a port. A test of the tool server covers `mcp`. */
const commands = ['platform start', 'relay start --unsigned --data .', 'webhooks listen'];

describe('A command that listens on a port', () => {
  for (const command of commands)
    it(`names the port that is in use and how to choose another one: ${command}`, () =>
      withTempFolder(async (folder) => {
        await using server = await startServer((_, response) => response.end());
        const { port } = new URL(server.url);
        const args = command.split(' ').map((word) => (word === '.' ? folder : word));
        const run = await runBuiltCli([...args, '--port', port], {
          env: { SERVICE_HOME: folder },
        });
        assert.equal(run.exitCode, 1, run.stderr);
        assert.ok(
          run.stderr.includes(
            `✗ Port ${port} of 127.0.0.1 is in use. Stop the other program, or choose another port: --port 0 takes a free one.\n`,
          ),
          run.stderr,
        );
        assert.ok(!run.stderr.includes('EADDRINUSE'), run.stderr);
      }));
});
