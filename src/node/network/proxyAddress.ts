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
