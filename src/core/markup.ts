/** Markup that is safe to show or send without escaping. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type MarkupPart = Html | string | number | undefined | false | readonly MarkupPart[];

/**
 * Returns markup; a template tag. Parts are escaped as text, except for `Html`, which is inserted unchanged. The
 * items of an array are joined; `undefined` and `false` insert an empty text.
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Html {
  return new Html(strings.map((text, index) => text + render(parts[index])).join(''));
}

function render(part: MarkupPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return typeof part === 'object' ? part.map(render).join('') : escape(String(part));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Returns the text without markup, and without embeddings, overrides and isolates that reorder what is around it. */
function escape(text: string): string {
  return text.replaceAll(/[&<>"'\u202A-\u202E\u2066-\u2069]/g, (character) => entities[character] ?? '');
}
