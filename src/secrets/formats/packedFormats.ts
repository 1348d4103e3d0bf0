import type { CheckName } from './checks.ts';
import type { Format } from './formatRule.ts';
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
export function packFormats(formats: readonly Format[]): PackedFormats {
  const withKeywords = formats.filter(({ keywords }) => keywords !== undefined);
  const others = formats.filter(({ keywords }) => keywords === undefined);
  return {
    keywords: withKeywords.map(({ keywords = [] }) => keywords.join(' ')).join('\n'),
    fields: [...withKeywords, ...others].map(fieldsOf).join('\n'),
  };
}

function fieldsOf({ id, near = [], back = 0, skip = 0, check, pattern }: Format): string {
  return [id, near.map((words) => words.join('|')).join(' '), back, skip, check, pattern.source].join('\t');
}

export function unpackFormats({ keywords, fields }: PackedFormats): Format[] {
  const keywordLines = keywords.split('\n');
  return fields.split('\n').map((line, index) => new PackedFormat(line, keywordLines[index]));
}

/** Parses its line on first use, because most formats do not occur in a text. */
class PackedFormat implements Format {
  readonly #line: string;
  readonly keywords: readonly string[] | undefined;
  #parsed: Omit<Format, 'keywords'> | undefined;

  constructor(line: string, keywords: string | undefined) {
    this.#line = line;
    this.keywords = keywords?.split(' ');
  }

  get id(): string {
    return this.#fields.id;
  }
  get near(): Format['near'] {
    return this.#fields.near;
  }
  get back(): number | undefined {
    return this.#fields.back;
  }
  get skip(): number | undefined {
    return this.#fields.skip;
  }
  get check(): CheckName | undefined {
    return this.#fields.check;
  }
  get pattern(): RegExp {
    return this.#fields.pattern;
  }

  get #fields(): Omit<Format, 'keywords'> {
    return (this.#parsed ??= parseFields(this.#line));
  }
}

function parseFields(line: string): Omit<Format, 'keywords'> {
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

let unpacked: readonly Format[] | undefined;

/** Returns all formats as the engine uses them: first those with keywords, then those without. */
export function allFormats(): readonly Format[] {
  return (unpacked ??= unpackFormats(packed));
}

export const formatKeywords: readonly string[] = packed.keywords.replaceAll('\n', ' ').split(' ');

let owners: readonly Format[] | undefined;

/** Returns the format that has the keyword with this index in `formatKeywords`. */
export function formatOfKeyword(index: number): Format | undefined {
  owners ??= allFormats().flatMap((format) => format.keywords?.map(() => format) ?? []);
  return owners[index];
}
