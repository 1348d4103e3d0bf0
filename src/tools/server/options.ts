import { parseArgs } from 'node:util';
import { parseToolsets, type Toolset } from '../definition/toolsets.ts';
import { unknownToolsets } from '../definition/configuration.ts';

export interface Options {
  readonly transport: 'stdio' | 'http' | 'https';
  readonly host: string;
  readonly port: number;
  /** Host names beyond those of the loopback and of the certificate under which the server may be called. */
  readonly allowedHosts: readonly string[];
  /** Hosts whose pages may call the server from a browser. */
  readonly allowedOrigins: readonly string[];
  readonly certificate: CertificateFiles | undefined;
  /** Calls per minute and caller; 0: unlimited. */
  readonly ratePerMinute: number;
  /** Undefined: the variables decide. */
  readonly toolsets: ReadonlySet<Toolset> | undefined;
  readonly readOnly: boolean;
}

/** PEM in two files, or PKCS12 in one. Only the variable SERVICE_TLS_PASSPHRASE can hold the passphrase. */
export type CertificateFiles = { readonly cert: string; readonly key: string } | { readonly pkcs12: string };

export const help = `service-cli mcp: tools of a code-quality platform for AI agents (Model Context Protocol)

  --transport stdio|http|https   stdio (default): started by the editor
  --host ADDRESS                 default 127.0.0.1; with https all addresses
  --port N                       default 8080, with https 8443; 0 takes a free one
  --cert FILE --key FILE         certificate and key in PEM, for https
  --pkcs12 FILE                  or both in one PKCS12 file
  --allowed-host NAME            another name in the Host header; may be repeated
  --allowed-origin HOST          a host whose pages may call from a browser; may be repeated
  --rate-limit N                 calls per minute and token, default 6000; 0: unlimited
  --insecure-bind                allow plain http on an address that others reach
  --toolsets A,B|all             as SERVICE_TOOLSETS
  --read-only                    as SERVICE_READ_ONLY=true

Variables: SERVICE_URL, SERVICE_ORG (cloud), SERVICE_TOKEN (stdio), SERVICE_TOOLSETS, SERVICE_READ_ONLY,
SERVICE_PROJECT_KEY (default project), SERVICE_TLS_PASSPHRASE.
Over stdio without SERVICE_TOKEN the login of service-cli counts (service-cli auth login).
`;

/** Wrong options of the user: reported on standard error, exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

const loopback = new Set(['127.0.0.1', '::1', 'localhost']);

/**
 * Parses the options. Returns undefined when the user asked for help.
 * @throws {UsageError} for options that are unknown, invalid or contradictory, and for plain http on another address
 *   than the loopback without `--insecure-bind`.
 */
export function parseOptions(args: readonly string[]): Options | undefined {
  const values = parse(args);
  if (values.help) return undefined;
  const { transport } = values;
  if (transport !== 'stdio' && transport !== 'http' && transport !== 'https')
    throw new UsageError('--transport is stdio, http or https.');
  const host = values.host ?? (transport === 'https' ? '::' : '127.0.0.1');
  if (transport === 'http' && !loopback.has(host) && !values['insecure-bind'])
    throw new UsageError(
      `Plain http on ${host} would send tokens in clear over the network. Use --transport https, or --insecure-bind behind a proxy that does TLS.`,
    );
  return {
    transport,
    host,
    port: numberOf(values.port ?? (transport === 'https' ? '8443' : '8080'), '--port', 65_535),
    allowedHosts: values['allowed-host'],
    allowedOrigins: values['allowed-origin'],
    certificate: transport === 'https' ? certificateOf(values) : undefined,
    ratePerMinute: numberOf(values['rate-limit'], '--rate-limit', 1_000_000),
    toolsets: values.toolsets === undefined ? undefined : toolsetsOf(values.toolsets),
    readOnly: values['read-only'],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        transport: { type: 'string', default: 'stdio' },
        host: { type: 'string' },
        port: { type: 'string' },
        cert: { type: 'string' },
        key: { type: 'string' },
        pkcs12: { type: 'string' },
        'allowed-host': { type: 'string', multiple: true, default: [] },
        'allowed-origin': { type: 'string', multiple: true, default: [] },
        'rate-limit': { type: 'string', default: '6000' },
        'insecure-bind': { type: 'boolean', default: false },
        toolsets: { type: 'string' },
        'read-only': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function numberOf(text: string, option: string, max: number): number {
  const value = Number(text);
  if (!/^\d{1,7}$/.test(text) || value > max) throw new UsageError(`${option} is a number from 0 to ${max}.`);
  return value;
}

function certificateOf(values: {
  readonly cert?: string;
  readonly key?: string;
  readonly pkcs12?: string;
}): CertificateFiles {
  const { cert, key, pkcs12 } = values;
  if (pkcs12 !== undefined && cert === undefined && key === undefined) return { pkcs12 };
  if (pkcs12 === undefined && cert !== undefined && key !== undefined) return { cert, key };
  throw new UsageError('--transport https needs --cert and --key, or --pkcs12.');
}

function toolsetsOf(text: string): ReadonlySet<Toolset> {
  const list = parseToolsets(text);
  if (!list.known) throw new UsageError(unknownToolsets('--toolsets', list.unknown));
  return list.toolsets;
}
