import type { CheckName } from './checks.ts';
import type { Format } from './formatRule.ts';
import { packed } from './packedFormats.data.ts';

/**
 * Returns the parts of the format rules that the engine uses, as one string. Node needs 2.5 ms to load the rules with their
 * regular-expression literals and documentation, a tenth of the start of a hook. A string costs almost nothing, and a
 * pattern is compiled when its keyword is found. scripts/secrets/packFormats.ts writes the string; a test compares it with
 * the rules.
 */
export function packFormats(formats: readonly Format[]): string {
  return formats
    .map(({ id, keywords = [], near = [], back = 0, skip = 0, check = '', pattern }) =>
      [
        id,
        keywords.join(' '),
        near.map((words) => words.join('|')).join(' '),
        back,
        skip,
        check,
        pattern.source,
      ].join('\t'),
    )
    .join('\n');
}

export function unpackFormats(text: string): Format[] {
  return text.split('\n').map((line) => new PackedFormat(line));
}

/** Parses its line on first use, because the keywords of most formats do not occur in a text. */
class PackedFormat implements Format {
  readonly #line: string;
  readonly keywords: readonly string[];
  #rest: Omit<Format, 'keywords'> | undefined;

  constructor(line: string) {
    this.#line = line;
    const start = line.indexOf('\t') + 1;
    const keywords = line.slice(start, line.indexOf('\t', start));
    this.keywords = keywords === '' ? [] : keywords.split(' ');
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
    return (this.#rest ??= fieldsOf(this.#line));
  }
}

function fieldsOf(line: string): Omit<Format, 'keywords'> {
  const [id = '', , near = '', back, skip, check = '', source = ''] = line.split('\t');
  return {
    id,
    near: near === '' ? undefined : near.split(' ').map((words) => words.split('|')),
    back: Number(back) || undefined,
    skip: Number(skip) || undefined,
    check: check === '' ? undefined : (check as CheckName),
    pattern: new RegExp(source, 'y'),
  };
}

/** All formats as the engine uses them: first those with keywords, then those without. */
export const formats: readonly Format[] = unpackFormats(packed);
