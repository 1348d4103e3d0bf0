import type { Readable, Writable } from 'node:stream';
import type { Log } from '../../core/log.ts';
import type { Capabilities } from './capabilities.ts';
import { JsonLines } from './jsonLines.ts';
import { PreparedAnswers } from './preparedAnswers.ts';
import { createProductCapabilities, lazyToolCalls } from './productCapabilities.ts';
import { type ToolServerConfig, version } from './toolServerConfig.ts';

interface Pipes {
  readonly input: Readable;
  readonly output: Writable;
}

/** Serves one client on the pipes of this process until they end, with the token of the environment or the login. */
export function serveOverStdio({ configuration, filter, log }: ToolServerConfig): void {
  const capabilities = createProductCapabilities(
    configuration,
    {
      callTool: lazyToolCalls(configuration, log, version, process.env),
      credentialsOf: () => ({ token: configuration.token, source: 'variable' }),
    },
    version,
  )(filter);
  const { close, ended } = serveLines({ input: process.stdin, output: process.stdout }, capabilities, log);
  // Not `once`, as in `serveOverHttp`.
  process.on('SIGTERM', close);
  process.on('SIGINT', close);
  void ended.then(() => {
    // Calls were aborted, so the event loop should be empty. The timer ends the process where something still keeps it
    // alive.
    setTimeout(() => process.exit(0), 500).unref();
  });
}

/** Serves one client. The first message that has no prepared answer loads the SDK, which answers from then on. */
export function serveLines({ input, output }: Pipes, capabilities: Capabilities, log: Log) {
  const lines = new JsonLines(input, output);
  const prepared = new PreparedAnswers(capabilities);
  const loadSdk = async () => {
    const { serveWithSdk } = await import('./protocol.ts');
    return serveWithSdk({ lines, opening: prepared.opening, capabilities, log });
  };
  let sdk: ReturnType<typeof loadSdk> | undefined;
  lines.start({
    receive: (value) => {
      const answers = sdk ? undefined : prepared.answersTo(value);
      if (answers) for (const answer of answers) void lines.send(answer);
      else void (sdk ??= loadSdk()).then(({ receive }) => receive(value));
    },
    onRefused: (reason) => log.warn(reason),
  });
  return {
    close: () => {
      if (sdk) void sdk.then(({ close }) => close());
      else lines.close();
    },
    ended: lines.ended,
  };
}
