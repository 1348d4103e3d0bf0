import { type Fields, isFields } from '../../core/fields.ts';
import type { WriteRequest } from '../protocol.ts';
import { changesOfPatch } from './patch.ts';
import { stringsIn } from './requestFields.ts';
import type { RequestPaths } from './requestPaths.ts';

/** Names of fields in lower case, with letters only: agents differ in the rest. */
const pathNames =
  /^(?:filepath|path|targetfile|file|filename|absolutepath|notebookpath|relativepath|relativeworkspacepath|oldpath|newpath|source|destination|target|uri)$/;
const contentNames = /^(?:contents?|filetext|filecontents?|codecontent|newcontents?)$/;
const oldNames = /^(?:oldstring|oldstr|oldtext|targetcontent|search|oldcode|oldcontent)$/;
const newNames = /^(?:newstring|newstr|newtext|replacementcontent|replace|replacement|newcode)$/;
const allNames = /^(?:replaceall|allowmultiple)$/;
const listNames = /^(?:edits|replacements|replacementchunks|chunks|changes|operations|files)$/;

/** Tools that change no file of the user. */
const notes = /todo|plan|memory|memories/i;
const removers = /delete|remove|unlink|move|rename/i;

/**
 * Returns what a call of a tool does to the files that it writes.
 *
 * @param input The arguments, or a patch.
 * @param writes Whether the tool is known to write files: arguments of an unknown form then count as a change of every file
 *   that they name.
 */
export function writesOfTool(
  { name, paths }: { readonly name: string; readonly paths: RequestPaths },
  input: unknown,
  writes: boolean,
): readonly WriteRequest[] {
  const texts = stringsIn(input);
  const patch = texts.find((text) => /^\*\*\* Begin Patch/m.test(text));
  if (patch !== undefined)
    return changesOfPatch(patch).map(({ path, ...change }) => ({ path: paths.absolute(path), ...change }));
  const known = isFields(input) ? changesIn(input, undefined, removers.test(name)) : [];
  if (known.length > 0) return known.flatMap((change) => absolute(change, paths));
  if (!writes || notes.test(name)) return [];
  const named = paths.candidates(texts.filter((text) => !text.includes('\n')));
  return named.map((path) => ({ path, added: texts, result: unknownResult }));
}

const unknownResult = (): undefined => undefined;

function absolute(change: WriteRequest, paths: RequestPaths): readonly WriteRequest[] {
  return paths.candidates([change.path]).map((path) => ({ ...change, path }));
}

/** @param given The path that the fields around these name. */
function changesIn(fields: Fields, given: string | undefined, removes: boolean): WriteRequest[] {
  const entries = Object.entries(fields).map(([name, value]) => [plain(name), value] as const);
  const paths = entries.flatMap(([name, value]) =>
    pathNames.test(name) && typeof value === 'string' && value !== '' ? [value] : [],
  );
  const inner = entries.flatMap(([name, value]) =>
    listNames.test(name) && Array.isArray(value) ? value.filter(isFields) : [],
  );
  const all = paths.length > 0 ? paths : given === undefined ? [] : [given];
  if (inner.length > 0) return joined(inner.flatMap((item) => changesIn(item, all[0], removes)));
  const change = changeOf(fields, entries, removes);
  return all.map((path) => ({ path, ...change }));
}

const plain = (name: string): string => name.replaceAll(/[^a-z]/gi, '').toLowerCase();

type Entries = readonly (readonly [name: string, value: unknown])[];

/** Returns the first text in a field with such a name. */
const textIn = (entries: Entries, names: RegExp): string | undefined =>
  entries
    .map(([name, value]) => (names.test(name) ? value : undefined))
    .find((value) => typeof value === 'string');

function changeOf(fields: Fields, entries: Entries, removes: boolean): Omit<WriteRequest, 'path'> {
  const content = textIn(entries, contentNames);
  const [old, fresh] = [textIn(entries, oldNames), textIn(entries, newNames)];
  const isAll = entries.some(([name, value]) => allNames.test(name) && value === true);
  if (content !== undefined) {
    const isAppended = fields.command === 'append';
    return { added: [content], result: (before) => (isAppended ? `${before}\n${content}` : content) };
  }
  if (old !== undefined && fresh !== undefined)
    return { added: [fresh], result: (before) => replaced(before, old, fresh, isAll) };
  const line = fields.insert_line ?? fields.insertLine;
  if (fresh !== undefined && typeof line === 'number')
    return { added: [fresh], result: (before) => inserted(before, line, fresh) };
  if (removes) return { added: [], result: () => '' };
  return { added: stringsIn(fields), result: unknownResult };
}

function inserted(before: string, line: number, text: string): string {
  const lines = before.split('\n');
  return [...lines.slice(0, line), ...text.replace(/\n$/, '').split('\n'), ...lines.slice(line)].join('\n');
}

/** Returns undefined where the text to replace is not in the file as given: some tools then take a similar one. */
function replaced(before: string, old: string, fresh: string, isAll: boolean): string | undefined {
  if (old === '') return before === '' ? fresh : undefined;
  const text = before.includes(old) ? before : before.replaceAll('\r\n', '\n');
  if (!text.includes(old)) return undefined;
  return isAll ? text.split(old).join(fresh) : text.replace(old, () => fresh);
}

/** Joins the changes of each file, which the tool makes one after the other. */
function joined(changes: readonly WriteRequest[]): WriteRequest[] {
  return [...new Set(changes.map(({ path }) => path))].map((path) => {
    const all = changes.filter((change) => change.path === path);
    return {
      path,
      added: all.flatMap(({ added }) => added),
      result: (before) =>
        all.reduce<string | undefined>(
          (text, { result }) => (text === undefined ? text : result(text)),
          before,
        ),
    };
  });
}
