import { BlockList, isIP } from 'node:net';
import { Failure } from '../../core/failures.ts';
import { type SettingSource, wordsOfSource } from './resolveSettings.ts';

/** A value of the setting `proxy` that means a direct connection. */
const noProxy = 'none';

/**
 * Parses the address of a proxy; without a scheme it is one of http, as in curl.
 *
 * @returns Undefined for `none`.
 * @throws {Failure} `networkSettings`. The message does not quote the address, which may contain a password.
 */
export function parseProxy(text: string, source: SettingSource): URL | undefined {
  if (text === noProxy) return undefined;
  const address = /^[a-z][\w+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol) && /^\/?$/.test(url.pathname + url.search + url.hash))
    return url;
  const what =
    url && !/^https?:/.test(url.protocol) ? `${url.protocol}// is not supported` : 'it is not valid';
  throw new Failure(
    'networkSettings',
    `The address of the proxy from ${wordsOfSource(source)} cannot be used: ${what}. Use an address such as http://proxy.example.com:3128`,
  );
}

/**
 * Returns whether a host is reached without the proxy. Addresses of this machine always are: a proxy that gets such a
 * request would connect to itself, and would read the token of a platform that runs here.
 *
 * The list is that of curl and Go: entries are separated by commas or spaces; `*` is every host; a name covers itself
 * and the names below it, with or without a leading dot or `*.`; an address covers itself, and a CIDR block its
 * addresses; an entry with a port covers only that port. The host is not resolved. The library `proxy-from-env` knows
 * no CIDR blocks and reads only the variables of the process.
 */
export function isWithoutProxy(url: URL, list: string): boolean {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  if (isOwnMachine(host)) return true;
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => entry !== '' && covers(entry, host, port));
}

function isOwnMachine(host: string): boolean {
  return (
    host === 'localhost' || host.endsWith('.localhost') || isInBlock(host, '127.0.0.0/8') || host === '::1'
  );
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  if (entry.includes('/')) return isInBlock(host, entry);
  const { name, onlyPort } = splitPort(entry);
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (isIP(name) > 0) return isInBlock(host, `${name}/${isIP(name) === 4 ? 32 : 128}`);
  const domain = name.replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}

/** Splits `host:port`. An IPv6 address has a port only in brackets: `[::1]:8080`. */
function splitPort(entry: string): { readonly name: string; readonly onlyPort?: string } {
  const [, bracketed, after] = /^\[([^\]]*)\](?::(\d+))?$/.exec(entry) ?? [];
  if (bracketed !== undefined) return { name: bracketed, ...(after !== undefined && { onlyPort: after }) };
  const [, name, onlyPort] = /^([^:]+):(\d+)$/.exec(entry) ?? [];
  return name === undefined || onlyPort === undefined ? { name: entry } : { name, onlyPort };
}

function isInBlock(host: string, block: string): boolean {
  const [, network = '', bits = ''] = /^(.*)\/(\d{1,3})$/.exec(block) ?? [];
  const version = isIP(network);
  if (version === 0 || isIP(host) !== version || Number(bits) > (version === 4 ? 32 : 128)) return false;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const blocks = new BlockList();
  blocks.addSubnet(network, Number(bits), family);
  return blocks.check(host, family);
}
