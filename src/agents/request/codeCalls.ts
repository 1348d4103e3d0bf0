import { isFields } from '../../core/fields.ts';

/** The calls of tools in code that an agent runs instead of calling its tools one by one. */
interface CodeCalls {
  /** The arguments of each call, as far as they are written out. */
  readonly calls: readonly unknown[];
  /** False when the code may call a tool with arguments that are not written out. */
  readonly isPlain: boolean;
}

/** Names by which code reaches a tool of the agent, or another name of one. */
const reachesTools =
  /\btools\b|(?:exec|run|shell|write|local|execute|call)_?(?:command|shell|stdin|tool|terminal|bash)|\b(?:bash|shell|exec)\s*\(/i;

/** Names by which JavaScript reaches a name that it does not write out. */
const reachesAll =
  /^(?:tools|globalThis|global|self|window|this|eval|Function|constructor|__proto__|prototype|import|require|process|Reflect|Proxy|arguments|with)$/;

/**
 * Reads code that calls the tools of an agent, such as that of Codex: `await tools.exec_command({cmd: "ls"})`.
 *
 * A call is plain when its arguments are an object of literals, and the rest of the code cannot name a tool.
 */
export function callsInCode(code: string): CodeCalls {
  if (!reachesTools.test(code)) return { calls: [], isPlain: true };
  const tokens = tokensOf(code);
  const calls: unknown[] = [];
  let isPlain = true;
  for (let at = 0; at < tokens.length; at++) {
    const call = callAt(tokens, at);
    if (call) {
      calls.push(call.argument);
      at = call.end;
    } else if (!isHarmless(tokens, at)) isPlain = false;
  }
  return { calls, isPlain };
}

interface Token {
  readonly kind: 'name' | 'text' | 'number' | 'mark' | 'unknown';
  readonly text: string;
}

/** One token at a time, with the blanks and comments before it. A template with code in it is an unknown one. */
const token =
  /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*(?:(?<name>[A-Za-z_$][\w$]*)|(?<number>\d[\w.]*)|(?<text>"(?:[^"\\\n]|\\[^ux0-9])*"|'(?:[^'\\\n]|\\[^ux0-9])*'|`(?:[^`\\$]|\\[^ux0-9]|\$(?!\{)|\$\{[\w.\s]*\})*`)|(?<mark>[^\s\\`"'])|(?<unknown>[\s\S]))/y;

/** Returns the tokens up to the first unknown one. */
function tokensOf(code: string): Token[] {
  const tokens: Token[] = [];
  // Without a token at the end, the expression would take the last blank for one.
  const text = `${code}\n;`;
  token.lastIndex = 0;
  for (;;) {
    const groups = token.exec(text)?.groups;
    if (!groups) return tokens;
    for (const kind of ['name', 'number', 'text', 'mark', 'unknown'] as const) {
      const found = groups[kind];
      if (found !== undefined) tokens.push({ kind, text: found });
    }
    if (groups.unknown !== undefined) return tokens;
  }
}

/** Returns the argument of the call `tools.name({…})` that begins at a token, and its last token. */
function callAt(tokens: readonly Token[], at: number): { argument: object; end: number } | undefined {
  const isAt = (index: number, text: string): boolean => tokens[index]?.text === text;
  if (!isAt(at, 'tools') || !isAt(at + 1, '.') || tokens[at + 2]?.kind !== 'name' || !isAt(at + 3, '('))
    return undefined;
  const value = literalAt(tokens, at + 4);
  if (!isFields(value?.value) || !isAt(value.end + 1, ')')) return undefined;
  return { argument: value.value, end: value.end + 1 };
}

interface Literal {
  readonly value: unknown;
  readonly end: number;
}

function literalAt(tokens: readonly Token[], at: number): Literal | undefined {
  const { kind, text } = tokens[at] ?? { kind: 'unknown', text: '' };
  if (kind === 'text') return text.includes('${') ? undefined : { value: unquoted(text), end: at };
  if (kind === 'number' || /^(?:true|false|null|undefined)$/.test(text)) return { value: text, end: at };
  if (text === '[') return listAt(tokens, at);
  return text === '{' ? objectAt(tokens, at) : undefined;
}

function listAt(tokens: readonly Token[], start: number): Literal | undefined {
  const items: unknown[] = [];
  let at = start + 1;
  while (tokens[at]?.text !== ']') {
    const item = literalAt(tokens, at);
    if (!item) return undefined;
    items.push(item.value);
    at = item.end + 1;
    if (tokens[at]?.text === ',') at++;
    else if (tokens[at]?.text !== ']') return undefined;
  }
  return { value: items, end: at };
}

function objectAt(tokens: readonly Token[], start: number): Literal | undefined {
  const fields: [string, unknown][] = [];
  let at = start + 1;
  while (tokens[at]?.text !== '}') {
    const { kind, text } = tokens[at] ?? { kind: 'unknown', text: '' };
    const value = tokens[at + 1]?.text === ':' ? literalAt(tokens, at + 2) : undefined;
    if (!value || (kind !== 'name' && kind !== 'text')) return undefined;
    fields.push([kind === 'text' ? unquoted(text) : text, value.value]);
    at = value.end + 1;
    if (tokens[at]?.text === ',') at++;
    else if (tokens[at]?.text !== '}') return undefined;
  }
  return { value: Object.fromEntries(fields), end: at };
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
};

const unquoted = (text: string): string =>
  text.slice(1, -1).replaceAll(/\\([\s\S])/g, (_, char: string) => escapes[char] ?? char);

/** Whether a token outside of a plain call cannot reach a tool: `results[0]` can not, and `x["too" + "ls"]` can. */
function isHarmless(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at] ?? { kind: 'unknown', text: '' };
  if (kind === 'unknown') return false;
  if (kind === 'name') return !reachesAll.test(text) && !reachesTools.test(`${text}(`);
  if (kind === 'text') return !/\$\{[^}]*\btools\b/.test(text);
  const before = tokens[at - 1];
  const isAccess =
    text === '[' &&
    before !== undefined &&
    !/^(?:const|let|var|return|of|in|await|yield|case)$/.test(before.text) &&
    (before.kind === 'name' || before.kind === 'text' || /[)\]}]/.test(before.text));
  return !isAccess || (tokens[at + 1]?.kind === 'number' && tokens[at + 2]?.text === ']');
}
