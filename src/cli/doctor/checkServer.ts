import { getSystemStatus } from '../../core/api/system.ts';
import { Api } from '../../core/api/client.ts';
import { neutralBrand } from '../../core/brand.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Http } from '../../core/http.ts';
import { isCleartext } from '../../core/reach.ts';
import { addressesOf } from '../../node/http/addressesOf.ts';
import { certificateChain, type PresentedCertificate } from '../../node/http/certificateChain.ts';
import type { RouteProxy } from '../../node/network/network.ts';
import type { Session } from '../session.ts';
import { type UserMessage, wordsOfFailure } from '../words.ts';

/** The result of one check. No text contains a secret. */
export interface CheckResult {
  readonly check:
    | 'versions'
    | 'files'
    | 'settings'
    | 'name'
    | 'path'
    | 'certificate'
    | 'platform'
    | 'clock'
    | 'login'
    | 'hooks'
    | 'relay';
  readonly status: 'ok' | 'warning' | 'failed';
  readonly text: string;
  readonly fix?: string;
  readonly details?: readonly string[];
}

export function hasFailed({ status }: CheckResult): boolean {
  return status === 'failed';
}

export function findingFrom(
  check: CheckResult['check'],
  status: CheckResult['status'],
  { message, ...fix }: UserMessage,
): CheckResult {
  return { check, status, text: message, ...fix };
}

const checkMs = 8_000;

/** Returns what `work` returns, or rejects after `checkMs`: a resolver or a keyring may not answer for minutes. */
export async function withCheckDeadline<T>(
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(checkMs);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () =>
      reject(new LateCheck(`${what} gave no answer within ${checkMs / 1000} seconds`)),
    ),
  );
  return Promise.race([work(signal), late]);
}

class LateCheck extends Error {
  override readonly name = 'LateCheck';
}

/**
 * Checks each step of the connection to a platform: proxy, name, certificate, platform, clock. Sends no token. Leaves
 * out the steps that would fail for the same reason as an earlier one. A platform that answers only with the other of
 * http and https is named.
 */
export async function checkPlatform(session: Session, baseUrl: string): Promise<CheckResult[]> {
  const path = await checkConnectionTo(session, baseUrl);
  const steps = path.some(hasFailed) ? path : [...path, ...(await checkAnswer(session, baseUrl))];
  const failedStep = steps.find(hasFailed);
  if (failedStep?.check !== 'certificate' && failedStep?.check !== 'platform') return steps;
  const other = withOtherScheme(baseUrl);
  if (!(await speaks(session, other))) return steps;
  const [scheme] = other.split(':');
  const wrongScheme = findingFrom(failedStep.check, 'failed', {
    message: `The server speaks ${scheme}.`,
    fix: `Use ${other}.`,
  });
  return steps.map((step) => (step === failedStep ? wrongScheme : step));
}

/** Whether a platform answers at the address, or a server with a certificate that is not trusted. */
async function speaks(session: Session, address: string): Promise<boolean> {
  if (!(await checkAnswer(session, address)).some(hasFailed)) return true;
  if (!address.startsWith('https:')) return false;
  return (await checkCertificate(new URL(address), session.network)).details !== undefined;
}

function withOtherScheme(address: string): string {
  return address.startsWith('https:')
    ? address.replace('https:', 'http:')
    : address.replace('http:', 'https:');
}

export async function checkConnectionTo({ network }: Session, address: string): Promise<CheckResult[]> {
  const url = new URL(address);
  let proxy: RouteProxy | undefined;
  try {
    ({ proxy } = await withCheckDeadline('The keyring', () => network.routeTo({ url, isDirect: false })));
  } catch (error) {
    return [failed('settings', error, address)];
  }
  const path: CheckResult = {
    check: 'path',
    status: 'ok',
    text: proxy
      ? `${url.origin} is reached through the proxy ${proxy.origin} (from ${proxy.source}${proxy.hasCredentials ? ', with credentials' : ''}).`
      : `${url.origin} is reached directly.`,
    ...(isCleartext(address) && {
      status: 'warning',
      fix: 'Others on the network can read the token that is sent over http. Use https if you can.',
    }),
  };
  const name = await checkName(proxy ? new URL(proxy.origin).hostname : url.hostname);
  if (hasFailed(name) || url.protocol !== 'https:') return [path, name];
  return [path, name, await checkCertificate(url, network)];
}

async function checkName(host: string): Promise<CheckResult> {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  try {
    const addresses = await withCheckDeadline('The resolver', () => addressesOf(bare));
    return { check: 'name', status: 'ok', text: `${host} resolves to ${addresses.join(', ')}.` };
  } catch (error) {
    if (Failure.is(error, 'unknownHost'))
      return findingFrom('name', 'failed', {
        message: `The name ${host} cannot be resolved.`,
        fix: 'Check the spelling and the VPN. Where only a proxy resolves names, set HTTPS_PROXY.',
      });
    return failed('name', error, undefined);
  }
}

/** Days before the end of a certificate at which it becomes a warning. */
const warnDays = 14;

async function checkCertificate(url: URL, network: Session['network']): Promise<CheckResult> {
  try {
    const { fault, certificates } = await withCheckDeadline(url.host, (signal) =>
      certificateChain(url, network, signal),
    );
    const details = certificates.map(describeCertificate);
    if (fault !== undefined) {
      const words = wordsOfFailure(
        new Failure('certificate', fault, { cause: Object.assign(new Error(fault), { code: fault }) }),
        url.origin,
      );
      return { ...findingFrom('certificate', 'failed', words), details };
    }
    const ends = certificates.map(({ validTo }) => Date.parse(validTo ?? ''));
    const days = Math.floor((Math.min(...ends) - Date.now()) / 86_400_000);
    // `days` is NaN if a date cannot be parsed. That is no reason to warn.
    if (days < warnDays) {
      const message = `A certificate of ${url.origin} ends in ${days} days.`;
      const fix = 'Ask the administrator of the platform to renew it.';
      return { ...findingFrom('certificate', 'warning', { message, fix }), details };
    }
    const text = `The certificate of ${url.origin} is trusted.`;
    return { check: 'certificate', status: 'ok', text, details };
  } catch (error) {
    return failed('certificate', error, url.origin);
  }
}

function describeCertificate({ subject, issuer, validTo, fingerprint }: PresentedCertificate): string {
  return `${subject}, issued by ${issuer}, valid until ${validTo ?? 'an unknown time'}, SHA-256 ${fingerprint}`;
}

/** Seconds by which the clocks may differ. */
const clockTolerance = 120;

async function checkAnswer({ http, log }: Session, baseUrl: string): Promise<CheckResult[]> {
  let date: string | undefined;
  const noting: Http = {
    send: async (request) => {
      const response = await http.send({ ...request, timeoutMs: checkMs });
      ({ date } = response.headers);
      return response;
    },
  };
  const api = new Api({ http: noting, log, baseUrl, userAgent: neutralBrand.userAgent });
  try {
    const { status, version } = await getSystemStatus(api);
    const isUp = status === 'UP';
    const message = `${baseUrl} is ${status}${version === undefined ? '' : `, version ${version}`}.`;
    const fix = isUp ? {} : { fix: 'Wait until it has started, or ask its administrator.' };
    return [findingFrom('platform', isUp ? 'ok' : 'failed', { message, ...fix }), ...checkClock(date)];
  } catch (error) {
    return [failed('platform', error, baseUrl), ...checkClock(date)];
  }
}

function checkClock(date: string | undefined): CheckResult[] {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return [];
  const ahead = Math.round((Date.now() - theirs) / 1000);
  const seconds = `${Math.abs(ahead)} s`;
  if (Math.abs(ahead) <= clockTolerance) {
    const text = `The clocks of this machine and of the platform differ by ${seconds}.`;
    return [{ check: 'clock', status: 'ok', text }];
  }
  const message = `The clock of this machine is ${seconds} ${ahead > 0 ? 'ahead of' : 'behind'} that of the platform.`;
  const fix = 'Set the clock of this machine or of the platform.';
  return [findingFrom('clock', 'warning', { message, fix })];
}

export function failed(
  check: CheckResult['check'],
  error: unknown,
  baseUrl: string | undefined,
): CheckResult {
  if (error instanceof LateCheck) return { check, status: 'failed', text: `${error.message}.` };
  if (!Failure.is(error)) return { check, status: 'failed', text: messageOf(error) };
  return findingFrom(check, 'failed', wordsOfFailure(error, baseUrl));
}
