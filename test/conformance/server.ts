import { request as forward } from 'node:http';
import { listen } from '../../src/tools/http/toolHttp.ts';
import { createLog } from '../../src/tools/server/toolServerConfig.ts';
import { parseOptions } from '../../src/tools/server/commandLine.ts';
import { createServe } from '../../src/tools/server/protocol.ts';
import { startServer } from '../support/httpServer.ts';
import { fixtureCapabilities } from './fixtureCapabilities.ts';

/** The product's endpoint with its request guards, and the fixtures instead of the tools. */
async function startFixtures(): ReturnType<typeof listen> {
  const options = parseOptions(['--transport', 'http', '--port', '0', '--rate-limit', '0']);
  if (!options) throw new Error('no options');
  const log = createLog((line) => process.stderr.write(line));
  return listen(options, undefined, {
    serve: createServe(() => fixtureCapabilities, log),
    tokenHelp: { page: undefined },
    log,
  });
}

/** The suite can send no token, so a proxy adds one; every other header goes through as it came. */
export async function startConformanceServer(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const fixtures = await startFixtures();
  const proxy = await startServer((incoming, response) => {
    const { method = 'GET', headers } = incoming;
    const sent = forward(fixtures.url, {
      method,
      headers: { ...headers, authorization: 'Bearer conformance' },
      setHost: false,
    });
    sent.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    sent.on('error', () => response.destroy());
    response.on('close', () => sent.destroy());
    incoming.pipe(sent);
  });
  return {
    url: `${proxy.url}/mcp`,
    stop: async () => {
      await proxy.stop();
      fixtures.stop();
    },
  };
}
