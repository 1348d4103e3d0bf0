import { type Command, type Part, type Redirect, type Script, TooComplex, type Word } from './commandLine.ts';
import { decodeEscapes } from './escapes.ts';
import { OpenGroups, maxDepth, noCommand, pipelineAt } from './openGroups.ts';
import {
  type HereDocument,
  arithmetic,
  commandsInCondition,
  endOfLine,
  isAssignment,
  isDescriptor,
  isExtendedGlob,
  isText,
  matchAt,
  plain,
  readHereDocument,
  separators,
  textOf,
} from './words.ts';

/** More parts of words than any command line of a person has; a text of another kind is not parsed to its end. */
const maxParts = 20_000;

/**
 * Parses a command line of a POSIX shell, with the extensions of bash and zsh that people use. It never refuses a
 * syntax error: a shell may run the commands before the error, so all that can be read is returned.
 *
 * @throws {TooComplex} for deeply nested substitutions.
 */
export function parsePosix(text: string, depth = 0): Script {
  const parser = new PosixParser(text, depth);
  const script = parser.parse();
  // Each reading may leave out commands that a shell runs, so both count.
  return parser.isDoubtful ? [...script, ...new PosixParser(text, depth, true).parse()] : script;
}

class PosixParser {
  /** Whether a comment may be a part of arithmetic or of an index, after which commands follow. */
  isDoubtful = false;
  readonly #text: string;
  readonly #base: number;
  readonly #readsComments: boolean;
  readonly #hasArithmetic: boolean;
  #substitutions = 0;
  #at = 0;
  #depth = 0;
  #parts = 0;
  #waiting: (HereDocument & { readonly target: Part[] })[] = [];

  /** @param readsComments Whether the text of comments is read as commands. */
  constructor(text: string, depth: number, readsComments = false) {
    this.#text = text;
    this.#base = depth;
    this.#readsComments = readsComments;
    this.#hasArithmetic = arithmetic.test(text);
  }

  parse(): Script {
    const commands: Command[] = [];
    while (this.#at < this.#text.length) {
      for (const command of this.#list()) commands.push(command);
      // A parenthesis without its partner.
      this.#at++;
    }
    return commands;
  }

  /** Reads commands up to the closing parenthesis, which stays unread. Their input is `feed`'s output. */
  #list(feed?: Script): Command[] {
    if (this.#base + ++this.#depth > maxDepth) throw new TooComplex('is deeply nested');
    const commands: Command[] = [];
    const groups = new OpenGroups(feed);
    let isPiped = false;
    let closed: Script | undefined;
    while (this.#at < this.#text.length) {
      if (this.#text[this.#at] === ')') {
        // The parenthesis after a pattern of `case`.
        if (!groups.isInCase) break;
        this.#at++;
        isPiped = false;
      }
      const command = groups.place(this.#command(isPiped), commands, closed);
      // The command before the parenthesis of a group is empty, so it is left out.
      const isEmpty = command.words.length === 0 && command.redirects.length === 0 && !command.group;
      if (!isEmpty) commands.push(command);
      isPiped &&= isEmpty;
      closed = this.#parentheses(isPiped ? pipelineAt(commands) : groups.feed);
      if (closed) {
        for (const inner of closed) commands.push(inner);
        isPiped = false;
      } else isPiped = this.#operator();
    }
    if (closed) commands.push(groups.place(noCommand, commands, closed));
    this.#depth--;
    return commands;
  }

  #parentheses(feed: Script | undefined): Script | undefined {
    if (this.#text[this.#at] !== '(') return undefined;
    this.#at++;
    const commands = this.#inParentheses(feed);
    // The parentheses of a function are empty.
    return commands.length === 0 ? undefined : commands;
  }

  /** Reads an operator between two commands. Returns whether the next command gets the output of the last one. */
  #operator(): boolean {
    const char = this.#text[this.#at];
    const next = this.#text[this.#at + 1];
    if (char === undefined || char === ')') return false;
    this.#at++;
    if (char === '\n') this.#hereDocuments();
    if (char === '|' && next === '|') this.#at++;
    else if (char === '|') {
      if (next === '&') this.#at++;
      return true;
    }
    return false;
  }

  #inParentheses(feed?: Script): Command[] {
    const commands = this.#list(feed);
    this.#at++;
    return commands;
  }

  #count(): void {
    if (++this.#parts > maxParts) throw new TooComplex('is too long');
  }

  #command(isPiped: boolean): Command {
    this.#count();
    const words: Word[] = [];
    const redirects: Redirect[] = [];
    let isFunction = false;
    for (;;) {
      this.#blanks();
      const char = this.#text[this.#at];
      if (char === undefined) break;
      if (char === '<' || char === '>' || (char === '&' && this.#text[this.#at + 1] === '>')) {
        const redirect = this.#redirect();
        if ('kind' in redirect) words.push([redirect]);
        else redirects.push(redirect);
      } else if (separators.has(char)) {
        const isCall = char === '(' && /^\s*\)/.test(this.#text.slice(this.#at + 1, this.#at + 10));
        isFunction = isCall && words.length > 0;
        // `name=(…)` lists the values of a variable.
        if (char === '(' && !isCall && isAssignment(words.at(-1))) {
          this.#at++;
          for (const command of this.#inParentheses()) for (const word of command.words) words.push(word);
          continue;
        }
        break;
      } else {
        const word = this.#word();
        if (isDescriptor(word) && (this.#text[this.#at] === '<' || this.#text[this.#at] === '>')) continue;
        words.push(word);
        if (words.length === 1 && isText(word, '[[')) this.#condition(words);
      }
    }
    return { words, redirects, isPiped, isFunction };
  }

  /** Reads the rest of `[[ … ]]`, in which the operators have another meaning. A shell without it runs commands there. */
  #condition(words: Word[]): void {
    const from = this.#at;
    for (let isOpen = true; isOpen && this.#at < this.#text.length;) {
      const char = this.#text[this.#at] ?? '';
      if (char === ';') break;
      if (/\s/.test(char) || separators.has(char)) this.#at++;
      else {
        const word = this.#word();
        words.push(word);
        isOpen = !isText(word, ']]');
      }
    }
    const depth = this.#base + this.#depth;
    for (const text of commandsInCondition(this.#text.slice(from, this.#at)))
      words.push([{ kind: 'script', script: parsePosix(text, depth), isQuoted: true }]);
  }

  #blanks(): void {
    for (;;) {
      const char = this.#text[this.#at];
      if (char === ' ' || char === '\t' || char === '\r') this.#at++;
      else if (char === '\\' && this.#text[this.#at + 1] === '\n') this.#at += 2;
      else if (char === '#' && this.#isComment()) this.#at = endOfLine(this.#text, this.#at);
      else return;
    }
  }

  #isComment(): boolean {
    // A carriage return is a part of the word for shells.
    if (this.#readsComments || this.#text[this.#at - 1] === '\r') return false;
    if (this.#hasArithmetic && /\]|\)\)/.test(this.#text.slice(this.#at, endOfLine(this.#text, this.#at))))
      this.isDoubtful = true;
    return true;
  }

  #redirect(): Redirect | Part {
    const [operator = '<'] =
      /^(?:<<<|<<-?|<&|<>|<\(|<|&>>?|>>|>&|>\||>\(|>)/.exec(this.#text.slice(this.#at, this.#at + 3)) ?? [];
    const before = this.#text.slice(Math.max(0, this.#at - 3), this.#at);
    const descriptor = /(?:^|[\s;&|(])(\d{1,2})$/.exec(before)?.[1] ?? '';
    this.#at += operator.length;
    if (operator.endsWith('('))
      return { kind: 'script', script: this.#inParentheses(), isQuoted: true, isFile: true };
    this.#blanks();
    const word =
      this.#at < this.#text.length && !separators.has(this.#text[this.#at] ?? '')
        ? this.#word()
        : this.#substituted();
    if (operator === '<<' || operator === '<<-') {
      const target: Part[] = [];
      const isLiteral = word.some((part) => part.kind === 'text' && part.isQuoted);
      if (word.some(({ kind }) => kind !== 'text')) throw new TooComplex('ends a text with a variable');
      this.#waiting.push({ end: textOf(word), isLiteral, trimsTabs: operator === '<<-', target });
      return { operator: '<<', descriptor, target };
    }
    if (operator === '<<<' || operator === '<&') return { operator, descriptor, target: word };
    return { operator: operator.startsWith('<') ? '<' : '>', descriptor, target: word };
  }

  /** Reads `<(…)` after a redirection. */
  #substituted(): Word {
    if (!/^[<>]\(/.test(this.#text.slice(this.#at, this.#at + 2))) return [];
    this.#at += 2;
    return [{ kind: 'script', script: this.#inParentheses(), isQuoted: true, isFile: true }];
  }

  #hereDocuments(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const document of waiting) {
      const { body, next } = readHereDocument(this.#text, this.#at, document, this.#substitutions > 0);
      this.#at = next;
      if (document.isLiteral) document.target.push({ kind: 'text', text: body, isQuoted: true });
      else {
        const inner = new PosixParser(body, this.#base + this.#depth, this.#readsComments);
        document.target.push(...inner.#quoted(undefined));
        this.isDoubtful ||= inner.isDoubtful;
      }
    }
  }

  #word(): Word {
    const parts: Part[] = [];
    const add = (text: string, isQuoted: boolean): void => {
      parts.push({ kind: 'text', text, isQuoted });
    };
    while (this.#at < this.#text.length) {
      this.#count();
      const char = this.#text[this.#at] ?? '';
      plain.lastIndex = this.#at;
      const [run] = plain.exec(this.#text) ?? [];
      if (run !== undefined) {
        this.#at += run.length;
        add(run, false);
      } else if (char === "'") add(this.#upTo("'"), true);
      else if (char === '"') {
        this.#at++;
        parts.push({ kind: 'text', text: '', isQuoted: true }, ...this.#quoted('"'));
      } else if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#at += 2;
        if (next !== '\n') add(next, true);
      } else if (char === '$' || char === '`') parts.push(this.#expansion(false));
      else if (char === '(' && isExtendedGlob(parts.at(-1))) add(`(${this.#upTo(')')})`, false);
      else if (separators.has(char) || /\s/.test(char)) break;
      else {
        this.#at++;
        add(char, false);
      }
    }
    return parts;
  }

  /** Reads the text between two characters, from the first one. */
  #upTo(quote: string): string {
    const from = this.#at + 1;
    const end = this.#text.indexOf(quote, from);
    this.#at = end < 0 ? this.#text.length : end + 1;
    return this.#text.slice(from, end < 0 ? undefined : end);
  }

  /**
   * Reads parts up to a closing quote or brace, or to the end of the text.
   *
   * @param isQuoted Whether the braces are in double quotes.
   */
  #quoted(end: '"' | '}' | undefined, isQuoted = false): Part[] {
    const parts: Part[] = [];
    let text = '';
    let isOpen = false;
    const flush = (): void => {
      if (text !== '') parts.push({ kind: 'text', text, isQuoted: end !== '}' });
      text = '';
    };
    while (this.#at < this.#text.length) {
      const char = this.#text[this.#at] ?? '';
      if (char === end) {
        this.#at++;
        break;
      }
      if (char === '\\') {
        const next = this.#text[this.#at + 1] ?? '';
        this.#at += 2;
        if (next !== '\n') text += '$`"\\}'.includes(next) ? next : `\\${next}`;
      } else if (end === '}' && !isQuoted && this.#text.startsWith("$'", this.#at)) {
        this.#at++;
        text += decodeEscapes(this.#ansi());
      } else if (char === '$' || char === '`') {
        flush();
        parts.push(this.#expansion(true));
      } else if (end === '}' && isQuoted && char === "'") {
        isOpen = !isOpen;
        this.#passQuote(isOpen);
      } else if (end === '}' && char === "'") text += this.#upTo("'");
      else if (end === '}' && char === '"') {
        flush();
        this.#at++;
        parts.push(...this.#quoted('"'));
      } else {
        text += char;
        this.#at++;
      }
    }
    flush();
    return parts;
  }

  /** Passes a single quote in `"${name…}"`, which begins a quoted text in some shells and stands for itself in others. */
  #passQuote(isOpen: boolean): void {
    const from = this.#at;
    if (isOpen && /["}]/.test(this.#upTo("'")))
      throw new TooComplex('has quotes that shells read differently');
    this.#at = from + 1;
  }

  /** Reads the expansion that a dollar sign or a backquote begins. */
  #expansion(isQuoted: boolean): Part {
    this.#count();
    const next = this.#text[this.#at + 1] ?? '';
    if (this.#text[this.#at] === '`') return this.#backquotes(isQuoted);
    this.#at++;
    if (next === '(') {
      this.#at++;
      this.#substitutions++;
      const script = this.#inParentheses();
      this.#substitutions--;
      return { kind: 'script', script, isQuoted };
    }
    if (next === '{') return this.#braces(isQuoted);
    if (next === "'" && !isQuoted) return { kind: 'text', text: decodeEscapes(this.#ansi()), isQuoted: true };
    if (next === '"' && !isQuoted) return { kind: 'text', text: '', isQuoted: true };
    const name = matchAt(/[A-Z_]\w*|[\d@*#?$!-]/iy, this.#text, this.#at);
    if (name === undefined) return { kind: 'text', text: '$', isQuoted };
    this.#at += name.length;
    return { kind: 'variable', name, rest: [], isQuoted };
  }

  /** Reads the text of `$'…'`, in which a backslash quotes the quote. */
  #ansi(): string {
    const from = ++this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== "'")
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    return this.#text.slice(from, this.#at++);
  }

  #braces(isQuoted: boolean): Part {
    if (this.#base + ++this.#depth > maxDepth) throw new TooComplex('is deeply nested');
    this.#at++;
    const name = matchAt(/[!#]?[A-Z_]\w*|[!#]?\d{1,3}|[@*#?$!-]/iy, this.#text, this.#at) ?? '';
    this.#at += name.length;
    const rest = this.#quoted('}', isQuoted);
    this.#depth--;
    return { kind: 'variable', name, rest, isQuoted };
  }

  #backquotes(isQuoted: boolean): Part {
    const from = ++this.#at;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '`')
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    const depth = this.#base + this.#depth + 1;
    const inner = this.#text.slice(from, this.#at++).replaceAll(/\\([`$\\])/g, '$1');
    // In double quotes, but not in a here-document, a backslash before a double quote goes as well.
    const texts = new Set([inner, isQuoted ? inner.replaceAll(String.raw`\"`, '"') : inner]);
    return { kind: 'script', script: [...texts].flatMap((text) => parsePosix(text, depth)), isQuoted };
  }
}
