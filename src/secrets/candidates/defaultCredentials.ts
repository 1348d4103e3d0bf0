import { isPasswordName, wordsOf } from './publicNames.ts';
import type { Candidate } from './candidate.ts';

/**
 * Returns whether a value is the password that an image documents for a service on the same machine or in the same network of
 * containers: the user or the service itself (`postgres:postgres@localhost`, `POSTGRES_PASSWORD=postgres`), or a word that
 * stands for a password (`guest:guest@mq`).
 */
export function isDefaultPassword(text: string, { kind, name, end }: Candidate, value: string): boolean {
  const password = value.toLowerCase();
  if (kind !== 'url') return isPasswordName(name) && wordsOf(name).includes(password);
  const user = userOf(name);
  // A password is asked for, but any will do (RFC 1635).
  if (user === 'anonymous') return true;
  if (password !== user && !isExamplePassword(password)) return false;
  const host = hostBehind(text, end);
  return host !== undefined && isLocalHost(host);
}

/** @param name The scheme and the user of a URL, as `readUrl` returns them. */
const userOf = (name: string): string => name.slice(name.indexOf('://') + 3).toLowerCase();

/** Returns the host behind a password in a URL, in lower case. */
export const hostBehind = (text: string, end: number): string | undefined =>
  /^@(\[::1\]|[\w.-]{1,100})/.exec(text.slice(end, end + 102))?.[1]?.toLowerCase();

/** A host without a dot is a container, or a machine in the same network. */
const isLocalHost = (host: string): boolean =>
  /^(?:127\.[\d.]+|0\.0\.0\.0|host\.docker\.internal|[^.]+)$/.test(host);

/** Returns whether a password contains a word that stands for one in documentation and in the defaults of images. */
export const isExamplePassword = (password: string): boolean =>
  /pass|pwd|secret|user|guest|admin|root|test|example|dummy|foo|bar|sample|demo|hunter2|12345/.test(password);
