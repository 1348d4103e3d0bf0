import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { version } from './version.ts';
import { readConfiguration } from './launch/configuration.ts';
import { createLog } from './launch/log.ts';
import { help, parseOptions, UsageError, type Options } from './launch/options.ts';
import { lazyToolCalls } from './lazyToolCalls.ts';
import { createProductOffer } from './productOffer.ts';
import { createServer } from './protocol/server.ts';
import { StdioTransport } from './protocol/stdioTransport.ts';

const log = createLog((line) => process.stderr.write(line));

function main(args: readonly string[]): void {
  let options: Options | undefined;
  try {
    options = parseOptions(args);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\nservice-cli mcp --help lists the options.\n`);
    process.exitCode = 2;
    return;
  }
  if (!options) {
    process.stdout.write(help);
    return;
  }
  const configuration = readConfiguration(process.env);
  for (const problem of configuration.problems) log.warn(problem);
  const callTool = lazyToolCalls(configuration, log, version);
  const offer = createProductOffer(
    configuration,
    {
      toolsets: options.toolsets ?? configuration.toolsets,
      readOnly: options.readOnly || configuration.readOnly,
    },
    { callTool, credentialsOf: () => ({ token: configuration.token, source: 'variable' }) },
    version,
  );
  const transport = new StdioTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => createServer(offer), {
    transport,
    onerror: (error) => {
      log.warn(error.message);
    },
  });
  const end = (): void => void handle.close();
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  void transport.ended.then(() => {
    // Calls were aborted and nothing keeps the process alive; should something do so, it is not waited for.
    setTimeout(() => process.exit(0), 500).unref();
  });
}

// After the command's own name: the dispatcher loads this bundle for `service-cli mcp`.
main(process.argv.slice(3));
