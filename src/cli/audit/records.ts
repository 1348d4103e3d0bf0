import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { type Fields, isFields } from '../../core/fields.ts';
import { jsonIn } from '../../agents/request/encodedTexts.ts';
import { databaseRows } from './database.ts';
import type { StoredFile } from './places.ts';

interface StoredRecord {
  readonly text: string;
  /** ISO date; undefined where the record has none. */
  readonly at: string | undefined;
  /** The folder in which the agent worked, where the record names it. */
  readonly folder: string | undefined;
}

/** Characters of a history that are searched at once: more than most have, and the search takes many times its size. */
const longestHistory = 1024 * 1024;
/** Characters of a JSON document over several lines that is parsed. A longer one is searched as text, without the dates in it. */
export const longestDocument = 512 * 1024;
const longestSecret = 16 * 1024;

/** @throws {Failure} or the system's error for a file that cannot be read. */
export async function* recordsOf(
  { path, format }: Pick<StoredFile, 'path' | 'format'>,
  longest = longestHistory,
): AsyncGenerator<StoredRecord> {
  if (format === 'database') {
    for (const row of databaseRows(path))
      yield recordOf(Object.fromEntries(Object.entries(row).map(parsedField)));
    return;
  }
  const most = format === 'history' ? longest : longestDocument;
  let text = '';
  for await (const line of createInterface({ input: createReadStream(path, 'utf8'), crlfDelay: Infinity })) {
    const value = format === 'lines' ? jsonIn(line) : undefined;
    if (value !== undefined) yield recordOf(value);
    // Also a line that was cut while the agent wrote it.
    else text += `${line}\n`;
    if (text.length < most) continue;
    yield { text, at: undefined, folder: undefined };
    // A secret over several lines may begin in this part and end in the next one.
    text = text.slice(text.indexOf('\n', text.length - longestSecret) + 1);
  }
  // The lines that are not JSON on their own are plain text, or one document over several lines.
  const document = jsonIn(text);
  const messages =
    isFields(document) && Array.isArray(document.messages) ? (document.messages as unknown[]) : [document];
  if (document === undefined) yield { text, at: undefined, folder: undefined };
  else for (const message of messages) yield recordOf(message);
}

/** Databases keep JSON in texts, and dates as milliseconds. */
function parsedField([name, value]: [string, unknown]): [string, unknown] {
  if (typeof value === 'string') return [name, jsonIn(value) ?? value];
  if (typeof value === 'bigint') return [name, Number(value)];
  return [name, value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : value];
}

function recordOf(value: unknown): StoredRecord {
  const fields = isFields(value) ? value : {};
  const payload = isFields(fields.payload) ? fields.payload : {};
  return {
    text: printedFields(value),
    at: dateIn(fields),
    folder: [fields.cwd, payload.cwd, fields.directory].find((folder) => typeof folder === 'string'),
  };
}

function dateIn({ timestamp, time_created }: Fields): string | undefined {
  const isMs = typeof time_created === 'number' && time_created > 1e12;
  const date = new Date(isMs ? time_created : typeof timestamp === 'string' ? timestamp : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Fields whose names can make their values secrets have short texts. */
const longestNamed = 200;

/** Returns all texts of a value as one: short ones with the names of their fields, long ones as they are. */
function printedFields(value: unknown): string {
  const lines: string[] = [];
  const visit = (name: string, item: unknown): void => {
    if (typeof item === 'string') {
      const isNamed = name !== '' && item.length <= longestNamed && !item.includes('\n');
      lines.push(isNamed ? `${JSON.stringify(name)}: ${JSON.stringify(item)}` : item);
    } else if (Array.isArray(item)) for (const part of item as unknown[]) visit('', part);
    else if (isFields(item)) for (const [key, part] of Object.entries(item)) visit(key, part);
  };
  visit('', value);
  return lines.join('\n');
}
