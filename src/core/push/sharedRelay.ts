import * as z from 'zod/mini';
import { parseServerUrl } from '../connections/connection.ts';
import { parseJson } from '../parsing.ts';

/**
 * Returns the address of the relay that the shared binding file of a repository names.
 *
 * @param content The text of the file.
 * @param path The name of the file in error messages.
 * @returns The address in the form of `parseServerUrl`; undefined if the file names no valid one.
 * @throws `malformed` if the text is not JSON.
 *
 * The address is only a proposal, because everyone who can write to the repository can change it. The extension sends
 * nothing there before the user has agreed.
 */
export function sharedRelay(content: string, path: string): string | undefined {
  const file = z.record(z.string(), z.unknown()).safeParse(parseJson(content, path)).data ?? {};
  const [, named] = Object.entries(file).find(([name]) => name.toLowerCase() === 'relayurl') ?? [];
  return typeof named === 'string' ? parseServerUrl(named) : undefined;
}
