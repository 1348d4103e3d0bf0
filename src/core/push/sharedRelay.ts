import * as z from 'zod/mini';
import { parseServerUrl } from '../connections/connection.ts';
import { parseJson } from '../parsing.ts';

/**
 * The relay that a repository's shared binding file names, undefined where it names none. It is a proposal of whoever
 * can write to the repository: nothing is sent there before the person has agreed. Throws `malformed` for what is no JSON.
 */
export function sharedRelay(content: string, path: string): string | undefined {
  const file = z.record(z.string(), z.unknown()).safeParse(parseJson(content, path)).data ?? {};
  const [, named] = Object.entries(file).find(([name]) => name.toLowerCase() === 'relayurl') ?? [];
  return typeof named === 'string' ? parseServerUrl(named) : undefined;
}
