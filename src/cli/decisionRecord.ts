import {
  closeSync,
  constants,
  fstatSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { AnswerCause } from '../agents/protocol.ts';
import { openPrivate } from '../node/files/openFile.ts';

export interface DecisionLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly agent: string;
  readonly event: string;
  readonly answer: 'masked' | 'denied';
  readonly rules?: readonly string[];
  readonly path?: string | undefined;
}

/** Bytes after which a day gets another file. */
const maxFileBytes = 256 * 1024;

const keptDays = 30;

/** At `maxFileBytes` each, they take at most 16 MiB on disk. */
const keptFiles = 64;

/** A longer path is cut, so that a line stays one write. */
const maxPathLength = 1_024;

/**
 * Appends a line to the record of the day. Files of earlier days are removed with the first line of a new file.
 *
 * @param folder Made where it is missing.
 * @throws for a full disk, and for a file of another user or with several names, which other users could read or damage
 */
export function appendDecision(
  folder: string,
  { at, agent, event, answer }: DecisionLine,
  { rules, path }: AnswerCause,
): void {
  const day = new Date(at).toISOString().slice(0, 10);
  const file = join(folder, `${day}.jsonl`);
  const line: DecisionLine = { at, agent, event, answer, rules, path: path?.slice(0, maxPathLength) };
  let opened = openToAppend(file);
  if (opened.stats.size >= maxFileBytes) {
    closeSync(opened.file);
    try {
      // A name that no other process uses: two that do this at once must not replace each other's file.
      renameSync(file, join(folder, `${day}.${at}-${process.pid}.jsonl`));
    } catch {
      // Another process was faster.
    }
    opened = openToAppend(file);
  }
  try {
    writeSync(opened.file, `${startOf(opened)}${JSON.stringify(line)}\n`);
  } finally {
    closeSync(opened.file);
  }
  if (opened.stats.size === 0) removeOld(folder, at);
}

function openToAppend(path: string) {
  const file = openPrivate(path, constants.O_APPEND | constants.O_RDWR);
  const stats = fstatSync(file);
  const isForeign = process.getuid !== undefined && stats.uid !== process.getuid();
  if (stats.isFile() && stats.nlink === 1 && !isForeign) return { file, stats };
  closeSync(file);
  throw new Error(`${path} is not a file of this user alone`);
}

/** Returns a line feed after a line that a killed process did not finish. */
function startOf({ file, stats: { size } }: ReturnType<typeof openToAppend>): string {
  const last = Buffer.alloc(1);
  return size === 0 || (readSync(file, last, 0, 1, size - 1) === 1 && last[0] === 0x0a) ? '' : '\n';
}

function removeOld(folder: string, now: number): void {
  const oldest = new Date(now - keptDays * 24 * 60 * 60 * 1_000).toISOString().slice(0, 10);
  const names = readdirSync(folder).filter(isRecordName).sort().reverse();
  for (const [index, name] of names.entries())
    if (index >= keptFiles || name < oldest) rmSync(join(folder, name), { force: true });
}

/** Whether a file of the folder is a part of the record, which begins with its day. */
export const isRecordName = (name: string): boolean => /^\d{4}-\d\d-\d\d(?:\.\d+-\d+)?\.jsonl$/.test(name);
