import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Remembers a token that a test works with, so that the search after the run looks for it. Works in the test process
 * and in the editor's extension host; `SERVICE_TEST_TOKENS` names the file in which both note it.
 */
export function useToken(token: string): string {
  const file = process.env.SERVICE_TEST_TOKENS;
  if (file === undefined) throw new Error('SERVICE_TEST_TOKENS is not set: use a test runner of scripts/.');
  appendFileSync(file, `${token}\n`, { mode: 0o600 });
  return token;
}

/** All tokens remembered so far. */
export function usedTokens(): string[] {
  const file = process.env.SERVICE_TEST_TOKENS;
  if (file === undefined || !existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').split('\n'))].filter((line) => line !== '');
}

/**
 * Searches every file below the folders, and every file's name, for the tokens: as they are, and as Basic
 * authentication sends them (base64 of `token:`).
 * @param allowed what a token may lie in, for example the settings it was migrated from; matched against whole paths
 * @throws Error naming the files, never the tokens
 */
export async function expectNoTokenIn(
  folders: readonly string[],
  tokens: readonly string[],
  allowed: readonly RegExp[] = [],
): Promise<void> {
  const needles = tokens.flatMap((token) => [token, basicOf(token)]);
  const leaks: string[] = [];
  for await (const path of filesBelow(folders)) {
    if (allowed.some((pattern) => pattern.test(path))) continue;
    const content = await readFile(path);
    if (needles.some((needle) => content.includes(needle) || path.includes(needle))) leaks.push(path);
  }
  if (leaks.length > 0) throw new Error(`A token lies in: ${leaks.map(withoutTokens(tokens)).join(', ')}`);
}

/** Base64 of `token:` without the end that depends on what follows the colon. */
function basicOf(token: string): string {
  const encoded = Buffer.from(`${token}:`).toString('base64').replace(/=+$/, '');
  return encoded.slice(0, -1);
}

const withoutTokens =
  (tokens: readonly string[]) =>
  (path: string): string =>
    tokens.reduce((text, token) => text.replaceAll(token, '<token>'), path);

async function* filesBelow(folders: readonly string[]): AsyncGenerator<string> {
  for (const folder of folders)
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      const about = await lstat(path);
      if (about.isDirectory()) yield* filesBelow([path]);
      else if (about.isFile()) yield path;
    }
}
