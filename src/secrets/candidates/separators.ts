import { ch, isAlphanumeric, isBlank, isDigit, isLetter, isLineEnd, setOf } from '../characters.ts';
import type { CandidateKind, Source } from './candidate.ts';
import { afterLinkingVerb } from './prose.ts';
import { type Span, quoteAt, skipBlanks, skipSpace } from './spans.ts';

interface Separator {
  readonly kind: CandidateKind;
  readonly at: number;
}

/** The largest number of characters between a name and its value. */
const reach = 96;

/** Reads from a name to the start of its value. Returns undefined if no value follows. */
export function separatorAfter(source: Source, name: Span): Separator | undefined {
  const { text } = source;
  const closed = skipClosers(text, name.end);
  const at = skipBlanks(text, closed.at, reach);
  source.steps += at - name.end + 4;
  const attribute = attributeAfter(text, at, closed.quoted);
  if (attribute !== undefined) return { kind: 'attribute', at: attribute };
  const declared = closed.quoted ? defaultAfter(text, at) : undefined;
  if (declared !== undefined) return { kind: 'assignment', at: declared };
  const operator = operatorAt(text, at, name, closed.quoted);
  if (operator) {
    const value = skipToValue(text, operator.at, operator.kind === 'assignment');
    source.steps += value - operator.at;
    return { kind: operator.kind, at: value };
  }
  return at > closed.at || closed.quoted ? wordSeparator(text, at, name) : undefined;
}

const closers = setOf(']}*');

/** Skips the quote, bracket or index that closes a name: `["password"]`, `$ENV{password}`, `\"password\"`, `passwords[0]`. */
function skipClosers(text: string, from: number): { at: number; quoted: boolean } {
  let at = from;
  let quoted = false;
  while (at - from < 32) {
    const quote = quoteAt(text, at);
    if (quote) {
      quoted = true;
      at += quote.text.length;
    } else {
      const length = closers(text.charCodeAt(at)) ? 1 : indexLength(text, at);
      if (length === 0) break;
      at += length;
    }
  }
  return { at, quoted };
}

function indexLength(text: string, at: number): number {
  if (text.charCodeAt(at) !== ch.openBracket) return 0;
  return /^\[(?:\d{0,3}|'\w{1,20}'|"\w{1,20}")\]/.exec(text.slice(at, at + 24))?.[0].length ?? 0;
}

/** Returns the start of the value that Terraform gives a variable by default: `variable "password" { default = "x" }`. */
function defaultAfter(text: string, at: number): number | undefined {
  if (text.charCodeAt(at) !== ch.openBrace) return undefined;
  const declaration = /^\{[^{}]{0,160}?\bdefault[ \t]{0,8}=[ \t]{0,8}(?=")/.exec(
    text.slice(at, at + 200),
  )?.[0];
  return declaration === undefined ? undefined : at + declaration.length;
}

function operatorAt(text: string, at: number, name: Span, quoted: boolean): Separator | undefined {
  const next = text.charCodeAt(at + 1);
  switch (text.charCodeAt(at)) {
    case ch.equals:
      if (next === ch.equals)
        return { kind: 'comparison', at: at + (text.charCodeAt(at + 2) === ch.equals ? 3 : 2) };
      if (next === ch.greater) return { kind: 'assignment', at: at + 2 };
      return { kind: 'assignment', at: at + 1 };
    case ch.wideColon:
      return { kind: 'assignment', at: at + 1 };
    case ch.colon:
      if (next === ch.colon) return undefined;
      return { kind: 'assignment', at: at + (next === ch.equals ? 2 : 1) };
    case ch.question:
    case ch.bang:
      if (next === ch.equals && text.charCodeAt(at) === ch.bang)
        return { kind: 'comparison', at: at + (text.charCodeAt(at + 2) === ch.equals ? 3 : 2) };
      return next === ch.colon || next === ch.equals ? { kind: 'assignment', at: at + 2 } : undefined;
    case ch.comma:
      // `"name", value`, and the atoms of Elixir: `:name, value`.
      return quoted || text.charCodeAt(name.start - 1) === ch.colon
        ? { kind: 'argument', at: at + 1 }
        : undefined;
    case ch.open:
      return { kind: 'call', at: at + 1 };
    case ch.greater:
      return quoted || text.charCodeAt(name.start - 1) === ch.less
        ? { kind: 'element', at: at + 1 }
        : undefined;
    case ch.ampersand:
      // `&lt;password&gt;x&lt;/password&gt;`: XML in a string of XML.
      return text.startsWith('&gt;', at) && text.startsWith('&lt;', name.start - 4)
        ? { kind: 'element', at: at + 4 }
        : undefined;
    case ch.less:
      return next === ch.dash ? { kind: 'assignment', at: at + 2 } : undefined;
    case ch.bar:
      return { kind: 'juxtaposition', at: at + (next === ch.bar ? 3 : 1) };
    case ch.percent:
      return text.startsWith('%3D', at) || text.startsWith('%3d', at)
        ? { kind: 'assignment', at: at + 3 }
        : undefined;
    case ch.close:
      return closedCall(text, at);
    case ch.openBrace:
      return initializer(text, at);
    default:
      return undefined;
  }
}

/** `getPassword() == "x"`, `(password) = …`: the operator behind the parenthesis. */
function closedCall(text: string, at: number): Separator | undefined {
  const operator = skipBlanks(text, at + 1, reach);
  if (text.charCodeAt(operator) !== ch.equals) return undefined;
  const double = text.charCodeAt(operator + 1) === ch.equals;
  return { kind: double ? 'comparison' : 'assignment', at: operator + (double ? 2 : 1) };
}

/** `Password { get; } = "x"`: the operator behind the accessors of a property. */
function initializer(text: string, at: number): Separator | undefined {
  const accessors = /^\{[a-z; ]{4,40}\} ?=(?!=)/.exec(text.slice(at, at + 48))?.[0];
  return accessors === undefined ? undefined : { kind: 'assignment', at: at + accessors.length };
}

/** Skips blanks, one line break before a quoted value, and a type annotation (`password: string = "x"`). */
function skipToValue(text: string, from: number, typed: boolean): number {
  const at = skipBlanks(text, from, reach);
  if (isLineEnd(text.charCodeAt(at))) {
    const indented = skipSpace(text, at, reach);
    return quoteAt(text, indented) ? indented : at;
  }
  if (!typed) return at;
  const block = blockOpeners(text.charCodeAt(at)) && blockOpener.exec(text.slice(at, at + 6))?.[0];
  return block ? skipSpace(text, at + block.length, reach) : skipType(text, at);
}

/** Matches the openers of a value on the next line: a block of YAML, a string of several lines, a parenthesis. */
const blockOpener = /^(?:[|>][-+]?|\(|"""\\?|'''\\?)(?=[\r\n])/;
const blockOpeners = setOf('|>("\'');

function skipType(text: string, from: number): number {
  let at = from;
  while (at - from < 32 && (isLetter(text.charCodeAt(at)) || text.charCodeAt(at) === ch.dot)) at++;
  if (at === from) return from;
  at = skipBlanks(text, at, reach);
  if (text.charCodeAt(at) !== ch.equals || text.charCodeAt(at + 1) === ch.equals) return from;
  // `the password x=y`: letters on both sides are one value.
  if (isAlphanumeric(text.charCodeAt(at - 1)) && isAlphanumeric(text.charCodeAt(at + 1))) return from;
  return skipBlanks(text, at + 1, reach);
}

/** `name="password" value="x"`, `"name": "password", "value": "x"`, `{name: PASSWORD, value: x}`, also with the value on the next line. */
function attributeAfter(text: string, from: number, quoted: boolean): number | undefined {
  let at = from;
  if (text.charCodeAt(at) === ch.comma) at++;
  const gap = at;
  at = skipSpace(text, gap, reach);
  if (at === gap) return undefined;
  if (!quoted && gap === from && !isLineEnd(text.charCodeAt(gap))) return undefined;
  at += quoteAt(text, at)?.text.length ?? 0;
  const word = text.slice(at, at + 5);
  if (word !== 'value' && word !== 'Value') return undefined;
  at += 5;
  at += quoteAt(text, at)?.text.length ?? 0;
  at = skipBlanks(text, at, reach);
  const operator = text.charCodeAt(at);
  return operator === ch.equals || operator === ch.colon ? skipBlanks(text, at + 1, reach) : undefined;
}

/** Only blanks between name and value: `--password x`, `PASSWORD 'x'`, `the password is x`, `var password string = "x"`. */
function wordSeparator(text: string, at: number, name: Span): Separator | undefined {
  const code = text.charCodeAt(at);
  if (isLineEnd(code) || Number.isNaN(code)) return undefined;
  if (text.charCodeAt(name.start - 1) === ch.dash) return { kind: 'flag', at };
  // Configurations of network devices have a digit for the way the value is stored: `password 0 x`.
  if (isDigit(code) && isBlank(text.charCodeAt(at + 1))) return { kind: 'juxtaposition', at: at + 2 };
  const declared = skipType(text, at);
  if (declared !== at) return { kind: 'assignment', at: declared };
  const value = afterLinkingVerb(text, at);
  if (value !== undefined) return { kind: 'prose', at: value };
  return { kind: 'juxtaposition', at };
}
