import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../core/failures.ts';
import {
  editJson,
  isObject,
  type JsonDocument,
  openJsonDocument,
  refuse,
} from '../../../node/json/jsonDocument.ts';
import { append } from '../../../node/json/jsonEdit.ts';
import type { HookEntry } from '../../../agents/agent.ts';
import type { PartStatus, Resource, Status } from './resource.ts';

/** Part of every command that this program writes, on each platform and in each scope. */
const marker = 'service-guard.';

interface HookEntriesOptions {
  readonly path: string;
  readonly within: string | undefined;
  readonly entries: readonly HookEntry[];
  /** Returns an entry in the form of the file. */
  readonly write: (entry: HookEntry) => object;
}

/** The entries of one component in the editor's hooks file. Entries of other programs are neither moved nor changed. */
export function hookEntries({ path, within, entries, write }: HookEntriesOptions): Resource {
  const events = [...new Set(entries.map(({ event }) => event))];
  const wanted = (event: string): object[] => entries.filter((entry) => entry.event === event).map(write);
  return {
    path,
    within,
    parts: entries.map(partOf),
    install(current) {
      let document = open(path, current ?? Buffer.from('{}\n'));
      if (isObject(document.value) && document.value.version === undefined)
        document = editJson(document, ['version'], 1);
      for (const event of events) document = replaceOurs(document, event, wanted(event));
      return Buffer.from(document.text);
    },
    remove(current, isOurFile) {
      if (current === undefined) return undefined;
      let document = open(path, current);
      for (const event of events) document = dropIfEmpty(replaceOurs(document, event, []), event);
      const isEmpty =
        isDeepStrictEqual(document.value, { version: 1, hooks: {} }) ||
        isDeepStrictEqual(document.value, { version: 1 });
      return isOurFile && isEmpty ? undefined : Buffer.from(document.text);
    },
    inspect(current) {
      if (current === undefined)
        return entries.map((entry) => ({ part: partOf(entry), status: 'NOT CONFIGURED' }));
      let document: JsonDocument;
      try {
        document = open(path, current);
      } catch (error) {
        const reason = messageOf(error);
        return entries.map((entry) => ({
          part: partOf(entry),
          status: 'CONFIGURED / INVALID CONFIG',
          reason,
        }));
      }
      return entries.map((entry): PartStatus => ({
        part: partOf(entry),
        status: statusOf(document, entry.event, write(entry)),
      }));
    },
  };
}

function partOf({ event, matcher }: HookEntry): string {
  return matcher === undefined ? event : `${event} ${matcher}`;
}

/** Parses the file, and refuses a version or a structure that the edits do not support. */
function open(path: string, bytes: Uint8Array): JsonDocument {
  const document = openJsonDocument(path, bytes);
  const { version, hooks } = document.value as { version?: unknown; hooks?: unknown };
  if (version !== undefined && version !== 1)
    throw refuse(document, `version ${JSON.stringify(version)} is not known`);
  if (hooks !== undefined && !isObject(hooks)) throw refuse(document, '"hooks" is not an object');
  for (const [event, list] of Object.entries(hooks ?? {}))
    if (!Array.isArray(list)) throw refuse(document, `"hooks.${event}" is not a list`);
  return document;
}

function listOf(document: JsonDocument, event: string): readonly unknown[] {
  const { hooks } = document.value as { hooks?: Record<string, readonly unknown[]> };
  return (hooks && Object.hasOwn(hooks, event) ? hooks[event] : undefined) ?? [];
}

function isOurs(entry: unknown): boolean {
  return isObject(entry) && typeof entry.command === 'string' && entry.command.includes(marker);
}

/** Replaces existing entries in place before it appends or removes any, so that a second run changes nothing. */
function replaceOurs(start: JsonDocument, event: string, wanted: readonly object[]): JsonDocument {
  const indices = listOf(start, event).flatMap((entry, index) => (isOurs(entry) ? [index] : []));
  let document = start;
  wanted.forEach((entry, n) => {
    const index = indices[n];
    if (index === undefined) document = editJson(document, ['hooks', event, append], entry);
    else if (!isDeepStrictEqual(listOf(document, event)[index], entry))
      document = editJson(document, ['hooks', event, index], entry);
  });
  for (const index of indices.slice(wanted.length).reverse())
    document = editJson(document, ['hooks', event, index], undefined);
  return document;
}

function dropIfEmpty(document: JsonDocument, event: string): JsonDocument {
  const { hooks } = document.value as { hooks?: Record<string, unknown> };
  if (!hooks || !Object.hasOwn(hooks, event) || listOf(document, event).length > 0) return document;
  return editJson(document, ['hooks', event], undefined);
}

function statusOf(document: JsonDocument, event: string, wanted: object): Status {
  const ours = listOf(document, event).filter(isOurs);
  if (ours.some((item) => isDeepStrictEqual(item, wanted))) return 'CONFIGURED';
  // This program's entry for the event differs from the expected one: the user changed it, or an older version wrote
  // it.
  return ours.length > 0 ? 'CONFIGURED / INVALID CONFIG' : 'NOT CONFIGURED';
}
