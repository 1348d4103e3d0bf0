import { createScanner, findNodeAtLocation, type JSONPath, type Node, parseTree } from 'jsonc-parser';

/**
 * Edits of JSON text that change only the entries that they name. `modify` of jsonc-parser is not used: it reformats
 * neighbours, moves a comment after an entry to the next entry, and drops the comment after the entry before a removed
 * last one.
 */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** As the last part of a path: the position after the last item of a list. */
export const append = -1;

/** Sets the value at a path and creates missing parents. `text` is well-formed and an object. */
export function setJson(text: string, at: JSONPath, value: unknown): string {
  const root = rootOf(text);
  const existing = at.at(-1) === append ? undefined : findNodeAtLocation(root, at);
  if (existing)
    return apply(text, [{ ...span(existing), text: render(text, value, lineIndent(text, existing.offset)) }]);
  const parentPath = at.slice(0, -1);
  const key = at.at(-1);
  const parent = parentPath.length === 0 ? root : findNodeAtLocation(root, parentPath);
  if (!parent) return setJson(text, parentPath, key === append ? [value] : { [String(key)]: value });
  return apply(text, insertion(text, parent, key === append ? '' : `${JSON.stringify(key)}: `, value));
}

/** Removes the entry at a path and its comma; returns the text unchanged when the entry does not exist. */
export function removeJson(text: string, at: JSONPath): string {
  const value = findNodeAtLocation(rootOf(text), at);
  const child = value?.parent?.type === 'property' ? value.parent : value;
  const container = child?.parent;
  if (!child || !container?.children) return text;
  const index = container.children.indexOf(child);
  const { from, to } = span(child);
  const comma = commaAfter(text, to);
  const previous = container.children[index - 1];
  const earlier = comma === undefined && previous ? commaAfter(text, span(previous).to) : undefined;
  const edits = [withItsLine(text, from, comma === undefined ? to : comma + 1)];
  if (earlier !== undefined) edits.push({ from: earlier, to: earlier + 1, text: '' });
  return container.children.length > 1 ? apply(text, edits) : emptied(apply(text, edits), container.offset);
}

function insertion(text: string, parent: Node, label: string, value: unknown): Edit[] {
  const eol = eolOf(text);
  const outer = lineIndent(text, parent.offset);
  const last = parent.children?.at(-1);
  if (!last) {
    const indent = outer + indentUnit(text);
    const close = parent.offset + parent.length - 1;
    const from = text.slice(0, close).trimEnd().length;
    return [{ from, to: close, text: eol + indent + label + render(text, value, indent) + eol + outer }];
  }
  const first = parent.children?.[0] ?? last;
  const { to: end } = span(last);
  if (!text.slice(parent.offset, first.offset).includes('\n'))
    return [{ from: end, to: end, text: `, ${label}${JSON.stringify(value)}` }];
  const indent = lineIndent(text, last.offset);
  const comma = commaAfter(text, end);
  const behind = comma === undefined ? end : comma + 1;
  // A comment on the line of the last entry belongs to that entry.
  const place =
    behind +
    (/^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?/.exec(text.slice(behind))?.[0].trimEnd().length ?? 0);
  const item = eol + indent + label + render(text, value, indent) + (comma === undefined ? '' : ',');
  const edits = [{ from: place, to: place, text: item }];
  return comma === undefined ? [...edits, { from: end, to: end, text: ',' }] : edits;
}

/** Removes an entry with its line when the line holds nothing else, otherwise with the blanks before it. */
function withItsLine(text: string, from: number, to: number): Edit {
  const before = /(?:\r\n|\n)?[ \t]*$/.exec(text.slice(0, from))?.[0] ?? '';
  const after = /^[ \t]*(?=\r?\n|$)/.exec(text.slice(to))?.[0];
  if (before.includes('\n') && after !== undefined)
    return { from: from - before.length, to: to + after.length, text: '' };
  const blanks = before.replace(/^\r?\n/, '').length;
  return before.includes('\n') ? { from, to, text: '' } : { from: from - blanks, to, text: '' };
}

function emptied(text: string, offset: number): string {
  return text.slice(0, offset + 1) + text.slice(offset + 1).replace(/^\s*(?=[}\]])/, '');
}

function rootOf(text: string): Node {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) throw new TypeError('Only well-formed text can be edited');
  return root;
}

function span({ offset, length }: Node): { from: number; to: number } {
  return { from: offset, to: offset + length };
}

function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : undefined;
}

function render(text: string, value: unknown, indent: string): string {
  return JSON.stringify(value, undefined, indentUnit(text)).replaceAll('\n', eolOf(text) + indent);
}

function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

function indentUnit(text: string): string {
  return /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
}

function eolOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function apply(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((a, b) => b.from - a.from)
    .reduce((result, edit) => result.slice(0, edit.from) + edit.text + result.slice(edit.to), text);
}
