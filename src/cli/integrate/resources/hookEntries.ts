import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '../../../core/failures.ts';
import { isFields, valueAt } from '../../../core/fields.ts';
import { editJson, type JsonDocument, openJsonDocument, refuse } from '../../../node/json/jsonDocument.ts';
import { append } from '../../../node/json/jsonEdit.ts';
import type { HookEntry, HooksFormat } from '../../../agents/agent.ts';
import { type PartStatus, type Resource, type Status, statusFor } from './resource.ts';

/** Every command that this program has written, on each platform and in each scope: a shell runs the shim for an event. */
const ownCommand =
  /^(?:sh|powershell|C:\S+powershell\.exe) .*[/\\]service-guard\.(?:sh|ps1)['"]*\)? [a-z]+/is;

interface HookEntriesOptions {
  readonly path: string;
  readonly within: string | undefined;
  readonly format: Pick<Extract<HooksFormat, { kind: 'shared' }>, 'version' | 'listOf'>;
  readonly entries: readonly HookEntry[];
  readonly write: (entry: HookEntry) => object;
}

/** Returns the entries of a component in the hooks file. Entries of other programs are not moved or changed. */
export function hookEntries({ path, within, format, entries, write }: HookEntriesOptions): Resource {
  const events = [...new Set(entries.map(({ event }) => event))];
  const wanted = (event: string): object[] => entries.filter((entry) => entry.event === event).map(write);
  const open = (bytes: Uint8Array): JsonDocument => {
    const document = openJsonDocument(path, bytes);
    checkForm(document, format, events);
    return document;
  };
  return {
    path,
    within,
    parts: entries.map(partOf),
    install(current) {
      let document = open(current ?? Buffer.from('{}\n'));
      if (format.version !== undefined && valueAt(document.value, ['version']) === undefined)
        document = editJson(document, ['version'], format.version);
      for (const event of events) document = replaceOurs(document, format.listOf(event), wanted(event));
      return Buffer.from(document.text);
    },
    remove(current, isOurFile) {
      if (current === undefined) return undefined;
      let document = open(current);
      for (const event of events)
        document = dropIfEmpty(replaceOurs(document, format.listOf(event), []), format.listOf(event));
      const keys = isFields(document.value) ? Object.keys(document.value) : [];
      const isEmpty = keys.every((key) => key === 'version' && format.version !== undefined);
      return isOurFile && isEmpty ? undefined : Buffer.from(document.text);
    },
    inspect(current) {
      const all = (status: Status, reason?: string): PartStatus[] =>
        entries.map((entry) => ({ part: partOf(entry), status, ...(reason !== undefined && { reason }) }));
      if (current === undefined) return all('NOT CONFIGURED');
      let document: JsonDocument;
      try {
        document = open(current);
      } catch (error) {
        return all('CONFIGURED / INVALID CONFIG', messageOf(error));
      }
      return entries.map((entry) => ({
        part: partOf(entry),
        status: statusOf(document, format.listOf(entry.event), write(entry)),
      }));
    },
  };
}

function partOf({ event, matcher }: HookEntry): string {
  return matcher === undefined ? event : `${event} ${matcher}`;
}

type Path = readonly [string, ...string[]];

/** Refuses a version or a structure that the edits do not support. */
function checkForm(
  document: JsonDocument,
  { version, listOf }: HookEntriesOptions['format'],
  events: readonly string[],
): void {
  const present = valueAt(document.value, ['version']);
  if (version !== undefined && present !== undefined && present !== version)
    throw refuse(document, `version ${JSON.stringify(present)} is not known`);
  for (const event of events) {
    const path = listOf(event);
    const parent = path.slice(0, -1);
    const container = valueAt(document.value, parent);
    if (container !== undefined && !isFields(container))
      throw refuse(document, `"${parent.join('.')}" is not an object`);
    const list = valueAt(document.value, path);
    if (list !== undefined && !Array.isArray(list))
      throw refuse(document, `"${path.join('.')}" is not a list`);
  }
}

export function listAt(document: JsonDocument, path: Path): readonly unknown[] {
  const list = valueAt(document.value, path);
  return Array.isArray(list) ? list : [];
}

/** Whether this program wrote an entry: all its commands run the shim. */
export function isOurs(entry: unknown): boolean {
  if (!isFields(entry)) return false;
  if (Array.isArray(entry.hooks)) return entry.hooks.length > 0 && entry.hooks.every(isOurs);
  return typeof entry.command === 'string' && ownCommand.test(entry.command);
}

/** Replaces existing entries in place before it appends or removes any, so that a second run changes nothing. */
function replaceOurs(start: JsonDocument, path: Path, wanted: readonly object[]): JsonDocument {
  let document = takeFromGroups(start, path);
  const indices = listAt(document, path).flatMap((entry, index) => (isOurs(entry) ? [index] : []));
  wanted.forEach((entry, n) => {
    const index = indices[n];
    if (index === undefined) document = editJson(document, [...path, append], entry);
    else if (!isDeepStrictEqual(listAt(document, path)[index], entry))
      document = editJson(document, [...path, index], entry);
  });
  for (const index of indices.slice(wanted.length).reverse())
    document = editJson(document, [...path, index], undefined);
  return document;
}

/** Removes hooks of this program from groups that also have hooks of others, into which a user may have moved them. */
function takeFromGroups(start: JsonDocument, path: Path): JsonDocument {
  let document = start;
  listAt(start, path).forEach((group, index) => {
    if (!isFields(group) || !Array.isArray(group.hooks) || isOurs(group)) return;
    const ours = group.hooks.flatMap((hook, inner) => (isOurs(hook) ? [inner] : []));
    for (const inner of ours.reverse())
      document = editJson(document, [...path, index, 'hooks', inner], undefined);
  });
  return document;
}

/** Removes a list that is empty now, and the objects that held nothing else. */
function dropIfEmpty(start: JsonDocument, path: Path): JsonDocument {
  let document = start;
  for (let end = path.length; end > 0; end--) {
    const part = path.slice(0, end);
    const value = valueAt(document.value, part);
    const isEmpty = (Array.isArray(value) || isFields(value)) && Object.keys(value).length === 0;
    if (!isEmpty) return document;
    document = editJson(document, part, undefined);
  }
  return document;
}

function statusOf(document: JsonDocument, path: Path, wanted: object): Status {
  const ours = listAt(document, path).filter(isOurs);
  // The user, or an older version, may have written another entry for the event.
  const isSound = ours.some((item) => isDeepStrictEqual(item, wanted));
  return statusFor(ours.length > 0, isSound);
}
