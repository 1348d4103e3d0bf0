import type { CheckName } from './checks.ts';
import type { Format } from './formatRule.ts';
import { packed } from './packedFormats.data.ts';

/**
 * What the engine needs of the format rules, as one string. The rules themselves, with their regular-expression
 * literals and documentation, take Node 2.5 ms to load, a tenth of its whole start, and a hook pays it every time; a
 * string costs next to nothing, and a pattern is compiled when its keyword was seen.
 * scripts/secrets/packFormats.ts writes the string; a test holds it to the rules.
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

/** Takes a line apart only as far as somebody asks: most formats meet no text in which their keyword stands. */
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

/** Every format, as the engine uses it: those that go by keywords, then those that go by names. */
export const formats: readonly Format[] = unpackFormats(packed);
