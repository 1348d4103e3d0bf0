import type { CheckName } from './checks.ts';
import type { Format, FormatRule } from './formatRule.ts';
import { packed } from './packedFormats.data.ts';

/** Formats as two texts, which have one line per format: formats with keywords, then formats without. */
interface PackedFormats {
  /** The keywords of a format on each line, separated by blanks. Formats without keywords have no line. */
  readonly keywords: string;
  readonly fields: string;
}

/**
 * Returns the parts of the format rules that the engine uses, as text. Node needs 2.5 ms to load the rules with their
 * regular-expression literals and documentation, a tenth of the start of a hook. A text costs almost nothing: the keywords
 * are split at once, a line is parsed when its keyword is found. scripts/packFormats.ts writes the texts; a test
 * compares them with the rules.
 */
export function packFormats(rules: readonly FormatRule[]): PackedFormats {
  const withKeywords = rules.filter(({ keywords }) => keywords !== undefined);
  const others = rules.filter(({ keywords }) => keywords === undefined);
  return {
    keywords: withKeywords.map(({ keywords = [] }) => keywords.join(' ')).join('\n'),
    fields: [...withKeywords, ...others].map(fieldsOf).join('\n'),
  };
}

function fieldsOf({ id, near = [], back = 0, skip = 0, check, pattern }: Format): string {
  return [id, near.map((words) => words.join('|')).join(' '), back, skip, check, pattern.source].join('\t');
}

function parseFields(line: string): Format {
  const [id = '', near = '', back, skip, check = '', source = ''] = line.split('\t');
  return {
    id,
    near: near === '' ? undefined : near.split(' ').map((words) => words.split('|')),
    back: Number(back) || undefined,
    skip: Number(skip) || undefined,
    check: check === '' ? undefined : (check as CheckName),
    pattern: new RegExp(source, 'y'),
  };
}

let unpacked: readonly (() => Format)[] | undefined;

/** Returns all formats, first those with keywords. Each parses its line on first use, because most do not occur in a text. */
function lazyFormats(): readonly (() => Format)[] {
  return (unpacked ??= packed.fields.split('\n').map((line) => {
    let format: Format | undefined;
    return () => (format ??= parseFields(line));
  }));
}

export const formatKeywords: readonly string[] = packed.keywords.replaceAll('\n', ' ').split(' ');

const keywordLines = (): string[] => packed.keywords.split('\n');

let owners: readonly ((() => Format) | undefined)[] | undefined;

/** Returns the format that has the keyword with this index in `formatKeywords`. */
export function formatOfKeyword(index: number): Format | undefined {
  owners ??= keywordLines().flatMap((line, number) => line.split(' ').map(() => lazyFormats()[number]));
  return owners[index]?.();
}

let named: readonly Format[] | undefined;

/** Returns the formats without keywords. */
export function namedFormats(): readonly Format[] {
  return (named ??= lazyFormats()
    .slice(keywordLines().length)
    .map((format) => format()));
}
