import { lookup } from 'node:dns';
import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Brand } from '../../core/brand.ts';
import { messageOf } from '../../core/failures.ts';
import { sign } from '../../core/webhooks/signature.ts';
import { reachOfHost, reachOfIp } from '../../core/reach.ts';

interface Shipment {
  /** As entered, credentials included. */
  readonly url: string;
  readonly secret: string | null;
  readonly projectKey: string;
  readonly payload: string;
  readonly brand: Brand;
  readonly version: string;
  /** Timeout of the whole exchange: name resolution, connection, redirect and headers. */
  readonly timeoutMs: number;
  readonly allowsPrivate: boolean;
  /** Certificates that are trusted in addition to the usual ones. */
  readonly ca?: string | undefined;
}

interface DeliveryOutcome {
  readonly success: boolean;
  readonly httpStatus?: number;
  readonly error?: string;
}

const followed = new Set([301, 302, 307, 308]);

/** Sends a payload once. The headers of the answer decide: 2xx is success, and the body is not read. Never rejects. */
export async function deliver(shipment: Shipment): Promise<DeliveryOutcome> {
  const deadline = AbortSignal.timeout(shipment.timeoutMs);
  try {
    const target = requireTarget(shipment.url);
    const first = await post(target, headersFor(target, shipment, true), shipment, deadline);
    if (!followed.has(first.status)) return outcomeOf(first.status);
    if (first.location === undefined)
      throw new Error(`Missing HTTP header 'Location' in redirect of ${target.origin}${target.pathname}`);
    const landing = requireTarget(new URL(first.location, target).href);
    // The server at another origin gets neither the password nor the signature: with the signature it could pass the
    // payload on as genuine.
    const isTrusted = landing.origin === target.origin;
    const headers = headersFor(landing, shipment, isTrusted, basicCredentials(target));
    return outcomeOf((await post(landing, headers, shipment, deadline)).status);
  } catch (error) {
    const message = deadline.aborted ? `No answer within ${shipment.timeoutMs} ms` : messageOf(error);
    return { success: false, error: message };
  }
}

const outcomeOf = (status: number): DeliveryOutcome => ({
  success: status >= 200 && status < 300,
  httpStatus: status,
});

function requireTarget(text: string): URL {
  const target = parseTargetUrl(text);
  if (!target) throw new Error('The target is not an http or https URL');
  return target;
}

/** Returns the headers in the order and case of the real sender. */
function headersFor(
  target: URL,
  { secret, projectKey, payload, brand, version }: Shipment,
  isTrusted: boolean,
  credentials = basicCredentials(target),
): Record<string, string> {
  const isSigned = isTrusted && secret !== null && secret !== '';
  return {
    [brand.headers.project]: projectKey,
    ...(isTrusted && credentials !== undefined ? { Authorization: credentials } : {}),
    ...(isSigned ? { [brand.headers.signature]: sign(Buffer.from(payload), secret) } : {}),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(payload)),
    Host: target.host,
    Connection: 'Keep-Alive',
    'User-Agent': `${brand.userAgent}/${version}`,
  };
}

function post(
  target: URL,
  headers: Record<string, string>,
  { payload, allowsPrivate, ca }: Shipment,
  signal: AbortSignal,
): Promise<{ readonly status: number; readonly location: string | undefined }> {
  const refusal = allowsPrivate ? undefined : refusalOfHost(target);
  if (refusal !== undefined) return Promise.reject(new Error(refusal));
  const options: RequestOptions & { ca?: string } = {
    method: 'POST',
    headers,
    signal,
    // Connections are not shared, so that a broken one does not affect other deliveries.
    agent: false,
    ...(allowsPrivate ? {} : { lookup: publicLookup }),
    ...(ca === undefined ? {} : { ca }),
  };
  return new Promise((resolve, reject) => {
    const answered = (response: IncomingMessage): void => {
      resolve({ status: response.statusCode ?? 0, location: response.headers.location });
      response.destroy();
    };
    const plain = new URL(target);
    plain.username = '';
    plain.password = '';
    const request =
      target.protocol === 'https:'
        ? httpsRequest(plain, options, answered)
        : httpRequest(plain, options, answered);
    request.once('error', reject);
    request.end(payload);
  });
}

/** Refuses a name that resolves to an internal address. It checks exactly the addresses that the connection uses. */
const publicLookup: LookupFunction = (hostname, options, callback) =>
  lookup(hostname, options, (error, address, family) => {
    const addresses = typeof address === 'string' ? [address] : address.map((entry) => entry.address);
    const refusal = error ? undefined : addresses.map(refusalOf).find((text) => text !== undefined);
    callback(refusal === undefined ? error : new Error(refusal), address, family);
  });

/** Parses a target; `undefined` for text other than an http(s) URL with a host. Blanks are accepted. */
export function parseTargetUrl(text: string): URL | undefined {
  if (!/^https?:\/\/[^/?#]/iu.test(text) || !URL.canParse(text)) return undefined;
  return new URL(text);
}

/** Replaces user and password by stars, one for each character as entered. */
export function maskUserInfo(text: string): string {
  return text.replace(
    /^(https?:\/\/)([^/?#@]*)@/iu,
    (_all, scheme: string, userInfo: string) => `${scheme}${maskParts(userInfo)}@`,
  );
}

/** Keeps the first colon, which separates user and password. */
function maskParts(userInfo: string): string {
  const colon = userInfo.indexOf(':');
  if (colon < 0) return '*'.repeat(userInfo.length);
  return `${'*'.repeat(colon)}:${'*'.repeat(userInfo.length - colon - 1)}`;
}

export function basicCredentials(target: URL): string | undefined {
  if (target.username === '' && target.password === '') return undefined;
  const [user, password] = [target.username, target.password].map(decodeUserInfo);
  return `Basic ${Buffer.from(`${String(user)}:${String(password)}`).toString('base64')}`;
}

function decodeUserInfo(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is taken literally.
    return text;
  }
}

export const loopbackRefusal = 'Invalid URL: loopback and wildcard addresses are not allowed for webhooks.';
export const privateRefusal =
  'Invalid URL: loopback, wildcard, link-local, site-local, multicast, cloud metadata addresses and addresses of the SonarQube server itself are not allowed for webhooks.';

const refusals = { loopback: loopbackRefusal, private: privateRefusal, public: undefined };

/** Returns the reason why a webhook must not go to an address; `undefined` when it may. */
export function refusalOf(address: string): string | undefined {
  return refusals[reachOfIp(address)];
}

/** Works as `refusalOf` for a host before its name is resolved. */
export function refusalOfHost(target: URL): string | undefined {
  return refusals[reachOfHost(target)];
}
