import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { isLoopbackAddress } from '../../node/http/server/requestGuard.ts';
import { addExamples } from '../../node/commandHelp.ts';
import { unknownToolsets } from '../definition/configuration.ts';
import { parseToolsets, type Toolset } from '../definition/toolsets.ts';
import { type CertificateFiles, UsageError } from '../http/listenOptions.ts';
import { defaultOptions, type ToolServerOptions } from './toolServerConfig.ts';

interface Flags {
  readonly transport: ToolServerOptions['transport'];
  readonly host?: string;
  readonly port?: string;
  readonly cert?: string;
  readonly key?: string;
  readonly pkcs12?: string;
  readonly allowedHost: readonly string[];
  readonly allowedOrigin: readonly string[];
  readonly rateLimit: string;
  readonly insecureBind?: true;
  readonly toolsets?: string;
  readonly readOnly?: true;
}

const variables = `
Variables: SERVICE_URL, SERVICE_ORG (cloud), SERVICE_TOKEN (stdio), SERVICE_TOOLSETS, SERVICE_READ_ONLY,
SERVICE_PROJECT_KEY (default project), SERVICE_TLS_PASSPHRASE.
Without SERVICE_TOKEN, the stdio transport uses the login of service-cli (service-cli auth login).`;

/**
 * Parses the options of `service-cli mcp`. This is a separate bundle, because an editor starts the tool server without
 * options. Returns undefined when the user asked for help, which is then written.
 *
 * @throws {UsageError} for options that are unknown, invalid or contradictory, and for plain http on another address
 *   than the loopback without `--insecure-bind`.
 */
export function parseOptions(
  args: readonly string[],
  writeHelp: (text: string) => void = () => undefined,
): ToolServerOptions | undefined {
  const flags = readFlags(args, writeHelp);
  if (!flags) return undefined;
  const { transport } = flags;
  const host = flags.host ?? (transport === 'https' ? '::' : defaultOptions.host);
  if (transport === 'http' && !isLoopbackAddress(host) && flags.insecureBind !== true)
    throw new UsageError(
      `Plain http on ${host} sends tokens unencrypted over the network. Use --transport https, or --insecure-bind behind a proxy with TLS.`,
    );
  return {
    transport,
    host,
    port: numberOf(flags.port ?? (transport === 'https' ? '8443' : '8080'), '--port', 65_535),
    allowedHosts: flags.allowedHost,
    allowedOrigins: flags.allowedOrigin,
    certificate: transport === 'https' ? certificateOf(flags) : undefined,
    ratePerMinute: numberOf(flags.rateLimit, '--rate-limit', 1_000_000),
    toolsets: flags.toolsets === undefined ? undefined : toolsetsOf(flags.toolsets),
    readOnly: flags.readOnly === true,
  };
}

function readFlags(args: readonly string[], writeHelp: (text: string) => void): Flags | undefined {
  const program = mcpProgram(writeHelp);
  try {
    return program.parse(args, { from: 'user' }).opts<Flags>();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    throw new UsageError(error.message.replace(/^error: /, ''), { cause: error });
  }
}

export function mcpProgram(writeHelp: (text: string) => void): Command {
  const collect = (value: string, list: readonly string[]): string[] => {
    // The parser takes any next argument for the value: a missing name would silently swallow --read-only.
    if (value.startsWith('-')) throw new InvalidArgumentError('A name is missing.');
    return [...list, value];
  };
  const list = (flags: string, text: string): Option =>
    new Option(flags, text).argParser(collect).default([], 'none');
  const program = new Command('service-cli mcp')
    .description('Give AI agents the tools of a code-quality platform (Model Context Protocol)')
    .addOption(
      new Option('--transport <kind>', 'how agents connect; with stdio, the agent starts the tool server')
        .choices(['stdio', 'http', 'https'])
        .default(defaultOptions.transport),
    )
    .option(
      '--host <address>',
      `address to listen on (default: ${defaultOptions.host}; with https, all addresses)`,
    )
    .option('--port <number>', 'port to listen on; 0 selects a free one (default: 8080; with https, 8443)')
    .option('--cert <file>', 'certificate in PEM, for https')
    .option('--key <file>', 'key of the certificate in PEM')
    .option('--pkcs12 <file>', 'certificate and key in one PKCS#12 file')
    .addOption(list('--allowed-host <name>', 'another name to accept in the Host header; repeatable'))
    .addOption(list('--allowed-origin <host>', 'host whose pages can call from a browser; repeatable'))
    .option(
      '--rate-limit <number>',
      'calls per minute and token; 0 means unlimited',
      String(defaultOptions.ratePerMinute),
    )
    .option('--insecure-bind', 'allow plain http on an address that others can reach')
    .option('--toolsets <names>', 'toolsets to offer, separated by commas, or all; same as SERVICE_TOOLSETS')
    .option('--read-only', 'offer only tools that change nothing; same as SERVICE_READ_ONLY=true')
    .option('--json', 'accepted by every command; without effect here')
    .allowExcessArguments(false)
    .addHelpText('after', variables)
    .configureOutput({ writeOut: writeHelp, writeErr: () => undefined })
    .exitOverride();
  addExamples(program);
  return program;
}

function numberOf(text: string, option: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,7}$/.test(text) || value > max)
    throw new UsageError(`${option} must be a number from 0 to ${max}.`);
  return value;
}

function certificateOf({ cert, key, pkcs12 }: Flags): CertificateFiles {
  if (pkcs12 !== undefined && cert === undefined && key === undefined) return { pkcs12 };
  if (pkcs12 === undefined && cert !== undefined && key !== undefined) return { cert, key };
  throw new UsageError('--transport https requires --cert and --key, or --pkcs12.');
}

function toolsetsOf(text: string): ReadonlySet<Toolset> {
  const list = parseToolsets(text);
  if (!list.known) throw new UsageError(unknownToolsets('--toolsets', list.unknown));
  return list.toolsets;
}
