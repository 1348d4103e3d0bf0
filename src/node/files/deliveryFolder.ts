import { createHmac, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import type { DeliveryRecord } from '../../core/webhooks/receiver.ts';
import { ensurePrivateFile } from './openFile.ts';
import { systemCodeOf } from '../systemError.ts';

interface DeliveryFolderOptions {
  /** Created where it is missing, accessible only to its owner. */
  readonly folder: string;
  /** Keeps deliveries of different scopes apart, because two webhooks may send the same body to two listeners. */
  readonly scope: string;
  /** How many deliveries of all scopes are remembered. Default 10,000. */
  readonly limit?: number;
  readonly log: Pick<Log, 'warn'>;
}

/** The number of new deliveries between two counts. Each process may exceed the record's limit by this number. */
const countEvery = 100;
const saltLength = 32;

/**
 * Opens a record of deliveries on disk, which any number of processes may share. Each delivery is one empty file that
 * is created exclusively, so that a body is accepted once however many listeners receive it, also after a restart or a
 * crash.
 *
 * The file name is an HMAC of the body's digest under a salt of the folder: it reveals nothing about the delivery and
 * cannot be matched with a guessed body.
 *
 * @throws the system's error if the folder cannot be used.
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
      return ensurePrivateFile(pathOf(digest));
    },
    release: (digest) => rmSync(pathOf(digest), { force: true }),
  };
}

/** Returns the salt, which all processes share. The first process writes it completely before the others see it. */
function saltOf(folder: string): Buffer {
  const path = join(folder, 'salt');
  const draft = join(folder, `salt-${randomBytes(8).toString('hex')}`);
  try {
    return readFileSync(path);
  } catch (error) {
    if (systemCodeOf(error) !== 'ENOENT') throw error;
  }
  writeFileSync(draft, randomBytes(saltLength), { mode: 0o600, flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (systemCodeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(path);
}

/** Deletes the records of the oldest deliveries. A record that is too long is harmless, so a failure is only logged. */
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
