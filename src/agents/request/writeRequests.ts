import { type Fields, isFields } from '../../core/fields.ts';
import type { WriteRequest } from '../protocol.ts';
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

/** Returns the changes of a patch in the form of Codex (`*** Begin Patch`), with the paths as it names them. */
function changesOfPatch(patch: string): readonly WriteRequest[] {
  const sections = patch.split(/^(?=\*\*\* (?:Add|Update|Delete) File: )/m).slice(1);
  return sections.flatMap((section) => {
    const [head = '', ...rest] = section.split(/\r?\n/);
    const [, kind, path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(head.trimEnd()) ?? [];
    const lines = rest.filter((line) => !/^\*\*\* (?:End Patch|End of File)/.test(line));
    const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
    if (kind === 'Delete') return { path, added: [], result: () => '' };
    if (kind === 'Add') return { path, added: [added.join('\n')], result: () => `${added.join('\n')}\n` };
    const change = { added: [added.join('\n')], result: (before: string) => patched(before, lines) };
    const [, target] = /^\*\*\* Move to: (.+)$/m.exec(section) ?? [];
    if (target === undefined) return { path, ...change };
    // The patch has the added lines only: the text of the file at its new place is unknown here.
    return [
      { path, added: [], result: () => '' },
      { path: target.trimEnd(), added: change.added, result: () => undefined },
    ];
  });
}

/** Returns undefined where a part of the patch does not match as given: the tool then takes a similar place. */
function patched(before: string, lines: readonly string[]): string | undefined {
  let text = before.replaceAll('\r\n', '\n');
  for (const hunk of hunksOf(lines)) {
    const side = (sign: string): string =>
      hunk
        .filter((line) => line === '' || line.startsWith(' ') || line.startsWith(sign))
        .map((line) => line.slice(1))
        .join('\n');
    const [old, fresh] = [side('-'), side('+')];
    if (old === '') text += `${fresh}\n`;
    else if (text.includes(old)) text = text.replace(old, () => fresh);
    else return undefined;
  }
  return text;
}

function hunksOf(lines: readonly string[]): string[][] {
  const hunks: string[][] = [];
  let hunk: string[] = [];
  for (const line of [...lines, '@@'])
    if (line.startsWith('@@') || line.startsWith('*** ')) {
      if (hunk.some((one) => one !== '')) hunks.push(hunk);
      hunk = [];
    } else hunk.push(line);
  // The last break of the patch adds no line to the file.
  return hunks.map((all) => (all.at(-1) === '' ? all.slice(0, -1) : all));
}
