import { isAbsolute } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../core/failures.ts';
import { scan } from '../../secrets/scan.ts';
import type { VendorAnswer } from '../analyze/verify/verifyFindings.ts';
import { environmentFiles } from '../environmentFiles.ts';
import type { Context } from '../program.ts';
import { type StoredFile, storedFiles, unreadFolders } from './places.ts';
import { recordsOf } from './records.ts';

/** A secret that an agent has stored, without the secret. */
export interface AuditedSecret {
  readonly rule: string;
  readonly agent: string;
  readonly sessions: readonly string[];
  /** ISO dates of the first and the last record that has it. */
  readonly first: string;
  readonly last: string;
  /** An environment file of the project that has it now. */
  readonly source?: string | undefined;
  /** The answer of its vendor, with `--verify`. */
  readonly verdict?: VendorAnswer['verdict'];
  /** Why the vendor could not be asked. */
  readonly reason?: string | undefined;
}

/** A secret with its value, which must not be printed. */
export interface FoundInAudit {
  readonly value: string;
  readonly shown: AuditedSecret;
}

interface Seen {
  readonly rule: string;
  readonly agent: string;
  readonly value: string;
  readonly sessions: Set<string>;
  readonly folders: Set<string>;
  first: string;
  last: string;
}

/**
 * Finds the secrets in what agents and shells have stored in a home folder. It changes nothing.
 *
 * @param since Milliseconds since the epoch; older files are left out.
 * @param stop Ends the search early, with what was found until then.
 */
export async function auditAgents(home: string, since: number, stop: AbortSignal) {
  const stored = storedFiles(home, since);
  /** Number of the files that were read to their end. */
  let read = 0;
  const seen = new Map<string, Seen>();
  const unread = unreadFolders(home).map(({ owner, path }) => ({
    agent: owner,
    path,
    reason: 'its format is not known',
  }));
  const unknown = unread.length;
  for (const file of stored) {
    if (stop.aborted) break;
    try {
      if (await readFile(file, seen, stop)) read++;
    } catch (error) {
      unread.push({ agent: file.owner, path: file.path, reason: messageOf(error) });
    }
  }
  const sourceOf = sourceFinder();
  const found = Array.from(seen.values(), ({ rule, agent, sessions, folders, value, first, last }) => ({
    value,
    shown: { rule, agent, sessions: [...sessions], first, last, source: sourceOf(value, folders) },
  }));
  return { found, stored, read, isInterrupted: stop.aborted, unread, failed: unread.length - unknown };
}

export type Audit = Awaited<ReturnType<typeof auditAgents>>;

/** @returns Whether it has read the whole file. */
async function readFile(file: StoredFile, seen: Map<string, Seen>, stop: AbortSignal): Promise<boolean> {
  const folders = new Set<string>();
  let records = 0;
  const changed = new Date(file.changedAt).toISOString();
  for await (const { text, at = changed, folder } of recordsOf(file)) {
    // Reading a database never waits, so signals would not arrive.
    if (++records % 1_000 === 0) await setImmediate();
    if (stop.aborted) return false;
    if (folder !== undefined && isAbsolute(folder)) folders.add(folder);
    for (const { start, end, rule } of scan(text, { ignoresComments: true, path: file.path }).findings) {
      const value = text.slice(start, end);
      const key = `${file.owner} ${value}`;
      const secret: Seen = seen.get(key) ?? {
        rule,
        agent: file.owner,
        value,
        first: at,
        last: at,
        sessions: new Set(),
        folders: new Set(),
      };
      seen.set(key, secret);
      secret.sessions.add(file.path);
      for (const path of folders) secret.folders.add(path);
      if (at < secret.first) secret.first = at;
      if (at > secret.last) secret.last = at;
    }
  }
  return true;
}

/** Returns a function that finds the environment file with a value. It reads those of the same folders only once. */
function sourceFinder(): (value: string, folders: ReadonlySet<string>) => string | undefined {
  const read = new Map<string, ReturnType<typeof environmentFiles>>();
  return (value, folders) => {
    const key = JSON.stringify([...folders]);
    const files = read.get(key) ?? environmentFiles([...folders]);
    read.set(key, files);
    return files.find(({ text }) => text.includes(value))?.path;
  };
}

/** Returns the secrets with what their vendors say about them; `unknown` for those whose vendor was not asked. */
export async function verified(
  context: Context,
  found: readonly FoundInAudit[],
): Promise<readonly AuditedSecret[]> {
  const { verifyFindings } = await import('../analyze/verify/verifyFindings.ts');
  const answers = new Map<AuditedSecret, VendorAnswer>();
  const tokens = found.map(({ value, shown }) => ({ secret: value, rule: shown.rule, shown }));
  await verifyFindings(context, tokens, ({ shown }, answer) => answers.set(shown, answer));
  return found.map(({ shown }) => {
    const { verdict = 'unknown', reason } = answers.get(shown) ?? {};
    return { ...shown, verdict, reason };
  });
}
