import { createHmac, randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { DeliveryRecord } from '../../core/webhooks/deliveryRecord.ts';

interface DeliveryFolderOptions {
  /** Made where it is missing, for its owner alone. */
  readonly folder: string;
  /** Deliveries of different scopes do not meet: two webhooks send the same body each to its own listener. */
  readonly scope: string;
  /** How many deliveries of all scopes are remembered. Default 10,000. */
  readonly limit?: number;
  readonly log: Pick<Log, 'warn'>;
}

/** Deliveries are counted again after so many; the record may exceed its limit by as many for each process that writes it. */
const countEvery = 100;
const saltLength = 32;

/**
 * A record of deliveries on disk, for any number of processes: one empty file for each, made exclusively, so that a body
 * is taken once however many listeners receive it, also after a restart or a crash. A name is an HMAC of the body's digest
 * under a salt of the folder: it tells nothing of the delivery, and it cannot be matched with a body that is guessed.
 * Throws where the folder cannot be used.
 */
export function openDeliveryFolder({
  folder,
  scope,
  limit = 10_000,
  log,
}: DeliveryFolderOptions): DeliveryRecord {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const salt = saltOf(folder);
  const pathOf = (digest: string): string =>
    join(folder, createHmac('sha256', salt).update(`${scope}\n${digest}`).digest('hex'));
  let untilCount = 0;
  return {
    claim: (digest) => {
      if (untilCount-- <= 0) {
        untilCount = countEvery;
        prune(folder, limit, log);
      }
      try {
        closeSync(openSync(pathOf(digest), 'wx', 0o600));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
    },
    release: (digest) => {
      rmSync(pathOf(digest), { force: true });
    },
  };
}

/** The same for all processes: whichever is first makes it, whole. */
function saltOf(folder: string): Buffer {
  const path = join(folder, 'salt');
  const draft = join(folder, `salt-${randomBytes(8).toString('hex')}`);
  try {
    return readFileSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(draft, randomBytes(saltLength), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}

/** Forgets the oldest deliveries. A record that is too long does no harm, so a failure is only logged. */
function prune(folder: string, limit: number, log: Pick<Log, 'warn'>): void {
  try {
    const names = readdirSync(folder).filter((name) => /^[\da-f]{64}$/.test(name));
    if (names.length <= limit) return;
    const aged = names
      .map((name) => ({ name, at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
      .sort((a, b) => a.at - b.at);
    for (const { name } of aged.slice(0, names.length - limit)) rmSync(join(folder, name), { force: true });
  } catch (error) {
    log.warn(`Old deliveries in ${folder} stay: ${messageOf(error)}`);
  }
}
