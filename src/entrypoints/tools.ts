import { messageOf } from '../core/failures.ts';
import { readConfiguration } from '../tools/definition/configuration.ts';
import { serveOverHttp } from '../tools/server/serveHttp.ts';
import { serveOverStdio } from '../tools/server/serveStdio.ts';
import {
  createLog,
  defaultOptions,
  type ToolServerConfig,
  type ToolServerOptions,
} from '../tools/server/toolServerConfig.ts';

const log = createLog((line) => process.stderr.write(line));

async function main(args: readonly string[]): Promise<void> {
  const options = await readOptions(args);
  if (!options) return;
  const configuration = readConfiguration(process.env);
  const { problems, tokenProblem } = configuration;
  const isStdio = options.transport === 'stdio';
  for (const problem of problems) log.warn(problem);
  if (isStdio && tokenProblem !== undefined) log.warn(tokenProblem);
  const config: ToolServerConfig = { configuration, filter: filterOf(options, configuration), log };
  if (isStdio) serveOverStdio(config);
  else await serveOverHttp(options, config);
}

/** Returns undefined when the user asked for help. Without arguments, as editors start the server, no parser is loaded. */
async function readOptions(args: readonly string[]): Promise<ToolServerOptions | undefined> {
  if (args.length === 0) return defaultOptions;
  const { parseOptions } = await import('../tools/server/commandLine.ts');
  return parseOptions(args, (text) => process.stdout.write(text));
}

function filterOf(
  { toolsets, readOnly }: ToolServerOptions,
  configuration: ToolServerConfig['configuration'],
): ToolServerConfig['filter'] {
  return { toolsets: toolsets ?? configuration.toolsets, readOnly: readOnly || configuration.readOnly };
}

// Skips the command's own name: the dispatcher loads this bundle for `service-cli mcp`.
main(process.argv.slice(3)).catch((error: unknown) => {
  const usage = error instanceof Error && error.name === 'UsageError';
  process.stderr.write(`${messageOf(error)}\n${usage ? 'service-cli mcp --help lists the options.\n' : ''}`);
  process.exit(usage ? 2 : 1);
});
