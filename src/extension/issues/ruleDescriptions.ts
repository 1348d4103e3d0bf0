import { Parser } from 'htmlparser2';
import { showRule, type Rule } from '../../core/api/rules.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { markdownText } from '../ui/plainText.ts';

/** Rules that are kept. A hover shows one, and the files of a project have few. */
const kept = 100;
const timeoutMs = 10_000;

interface RuleDescription {
  readonly name: string;
  /** Why the rule exists and how to fix its issues; escaped Markdown, empty if the platform has no text. */
  readonly markdown: string;
}

/**
 * Returns a function that describes a rule. It resolves with undefined if the platform does not give the rule, which
 * the next call then requests again.
 */
export function ruleDescriptions({ apiFor, log }: Pick<GateServices, 'apiFor' | 'log'>) {
  const rules = new Map<string, Promise<RuleDescription | undefined>>();
  const ask = async (connection: Connection, key: string): Promise<RuleDescription | undefined> => {
    const organization = organizationOf(connection);
    try {
      const api = await apiFor(connection);
      const rule = api && (await showRule(api.with({ timeoutMs }), { key, organization }));
      return rule && { name: rule.name, markdown: ruleMarkdown(htmlOf(rule)) };
    } catch (error) {
      if (!Failure.is(error)) throw error;
      log.info(`Description of a rule: ${messageOf(error)}`);
      return undefined;
    }
  };
  return (connection: Connection, key: string): Promise<RuleDescription | undefined> => {
    const id = `${connection.uuid}\n${key}`;
    const known = rules.get(id);
    if (known) return known;
    const asked = ask(connection, key);
    rules.set(id, asked);
    const [oldest] = rules.keys();
    if (rules.size > kept && oldest !== undefined) rules.delete(oldest);
    const forget = () => rules.delete(id);
    // The caller gets the failure from `asked`.
    asked.then((rule) => {
      if (!rule) forget();
    }, forget);
    return asked;
  };
}

/** Servers from 9.5 on have sections: the first of each kind, without those for one framework each. */
function htmlOf({ descriptionSections, htmlDesc = '' }: Rule): string {
  const wanted = ['introduction', 'default', 'root_cause', 'how_to_fix'];
  const sections = wanted.flatMap((key) => descriptionSections.find((section) => section.key === key) ?? []);
  const html = sections.map(({ content }) => `<div>${content}</div>`).join('');
  return html === '' ? htmlDesc : html;
}

/** Characters of a description that are read, and of the Markdown that is shown. */
const longestRead = 100_000;
const longestShown = 4000;
const longestCode = 1500;
const mostRows = 20;

/** Elements whose content is not text for a reader. */
const silent = new Set(['script', 'style', 'template', 'iframe', 'object', 'svg', 'head']);
const blocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'section', 'blockquote', 'dl', 'dd']);
const marks = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '_'],
  ['em', '_'],
]);

/**
 * Returns the description of a rule, which is HTML of the platform, as Markdown. Only paragraphs, headings, lists,
 * emphasis, code and links to web pages are kept; of everything else, the text. All text is escaped, so the result cannot
 * contain another link, an image, HTML or a command. A long description, a long example and a large table are cut.
 */
export function ruleMarkdown(html: string): string {
  const writer = new MarkdownWriter();
  const parser = new Parser(
    {
      onopentag: (name, attributes) => writer.open(name, attributes.href),
      ontext: (text) => writer.text(text),
      onclosetag: (name) => writer.close(name),
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  parser.end(html.slice(0, longestRead));
  return writer.result();
}

class MarkdownWriter {
  /** Markdown, without blocks of code; these stand between the parts. */
  readonly #parts: { text: string; readonly isCode: boolean }[] = [];
  #length = 0;
  #isFull = false;
  /** The number of open elements whose content is dropped. */
  #silence = 0;
  #code: string | undefined;
  #isBlockOfCode = false;
  #rows = 0;
  #isRowHidden = false;
  readonly #links: (string | undefined)[] = [];

  open(name: string, href: string | undefined): void {
    if (silent.has(name)) this.#silence++;
    if (this.#silence > 0 || this.#code !== undefined) return;
    if (name === 'pre' || name === 'code') {
      this.#code = '';
      this.#isBlockOfCode = name === 'pre';
    } else if (blocks.has(name)) this.#write('\n\n');
    else if (/^h[1-6]$/u.test(name)) this.#write('\n\n**');
    else if (name === 'br') this.#write('\n\n');
    else if (name === 'li') this.#write('\n- ');
    else if (name === 'tr') this.#openRow();
    else if (name === 'a') {
      const link = webLink(href);
      this.#links.push(link);
      if (link !== undefined) this.#write('[');
    } else this.#write(marks.get(name) ?? '');
  }

  text(text: string): void {
    if (this.#silence > 0) return;
    if (this.#code === undefined) this.#write(markdownText(text.replaceAll(/\s+/gu, ' ')));
    else if (this.#code.length < longestCode) this.#code += text;
  }

  close(name: string): void {
    const isHiddenRow = name === 'tr' && this.#isRowHidden;
    if (silent.has(name) || isHiddenRow) {
      this.#silence = Math.max(0, this.#silence - 1);
      if (isHiddenRow) this.#isRowHidden = false;
      return;
    }
    if (this.#silence > 0) return;
    if (this.#code !== undefined) {
      // A block may contain `code`, which does not end it.
      if (name === (this.#isBlockOfCode ? 'pre' : 'code')) this.#closeCode(this.#code);
    } else if (blocks.has(name)) {
      if (name === 'table') this.#rows = 0;
      this.#write('\n\n');
    } else if (/^h[1-6]$/u.test(name)) this.#write('**\n\n');
    else if (name === 'td' || name === 'th') this.#write(' · ');
    else if (name === 'a') {
      const link = this.#links.pop();
      if (link !== undefined) this.#write(`](${link})`);
    } else this.#write(marks.get(name) ?? '');
  }

  result(): string {
    if (this.#code !== undefined) this.#closeCode(this.#code);
    const text = this.#parts
      .map(({ text: part, isCode }) => (isCode ? part : part.replaceAll(/[ \t]*\n[ \t]*/gu, '\n')))
      .join('')
      .replaceAll(/\n{3,}/gu, '\n\n')
      .trim();
    if (!this.#isFull) return text;
    // The last paragraph may have an open link or emphasis.
    const end = text.lastIndexOf('\n\n');
    return `${end > 0 ? text.slice(0, end) : markdownText(text)}\n\n…`;
  }

  #openRow(): void {
    this.#rows++;
    if (this.#rows <= mostRows + 1) this.#write(this.#rows > mostRows ? '\n\n…' : '\n\n');
    if (this.#rows <= mostRows) return;
    this.#isRowHidden = true;
    this.#silence++;
  }

  #closeCode(code: string): void {
    this.#code = undefined;
    const text = code
      .slice(0, longestCode)
      .replaceAll(/[^\P{Cc}\n\t]/gu, ' ')
      .replaceAll(/[\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu, '');
    const longestFence = Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
    if (this.#isBlockOfCode) {
      const fence = '`'.repeat(Math.max(3, longestFence + 1));
      const lines = text
        .replace(/^\s*\n/u, '')
        .trimEnd()
        .replaceAll(/\n{3,}/gu, '\n\n');
      this.#write(`\n\n${fence}\n${lines}\n${fence}\n\n`, true);
      return;
    }
    const fence = '`'.repeat(longestFence + 1);
    // Two fences in a row would be one.
    if (this.#parts.at(-1)?.text.endsWith('`') === true) this.#write(' ');
    const words = text.replaceAll(/\s+/gu, ' ').trim();
    if (words !== '') this.#write(`${fence}${longestFence > 0 ? ` ${words} ` : words}${fence}`);
  }

  /** Adds a part as a whole or not at all, so that no fence or link stays open. */
  #write(part: string, isCode = false): void {
    if (this.#isFull || part === '') return;
    if (this.#length + part.length > longestShown) {
      this.#isFull = true;
      return;
    }
    this.#length += part.length;
    const last = this.#parts.at(-1);
    if (last && !last.isCode && !isCode) last.text += part;
    else this.#parts.push({ text: part, isCode });
  }
}

/** Returns the address of a web page such that it cannot end the link around it; undefined for any other address. */
function webLink(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const { protocol, href: address } = new URL(href);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  return address.replaceAll(/[^\w:/?#&=%.,;+@~-]/gu, encodeCharacter);
}

/** `encodeURIComponent` leaves parentheses and asterisks as they are. */
const encodeCharacter = (character: string): string =>
  encodeURIComponent(character).replaceAll(
    /[!'()*]/gu,
    (kept) => `%${kept.charCodeAt(0).toString(16).toUpperCase()}`,
  );
