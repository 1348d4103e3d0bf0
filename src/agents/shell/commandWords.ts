import { decodeEscapes } from './escapes.ts';
import { type Field, fieldOfText } from './expand.ts';
import type { Facts } from './facts.ts';
import { secretPrinters, wrapperArguments } from './programs.data.ts';
import { quietPrograms } from './quiet.data.ts';
import type { Command } from './syntax.ts';

export function programOf(fields: readonly Field[]): string | undefined {
  const text = fields[0]?.text;
  return text === undefined || text === '' ? undefined : lastPart(text);
}

export function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

export function textOfWord(word: Command['words'][number]): string {
  return word.map((part) => (part.kind === 'text' ? part.text : '*')).join('');
}

export function isQuiet(name: string, args: readonly string[]): boolean {
  const quiet = Object.hasOwn(quietPrograms, name) ? quietPrograms[name] : undefined;
  if (!quiet) return false;
  const line = args
    .map((arg) => `\n${arg}`)
    .join('')
    .slice(0, 8_192);
  return (quiet.only?.test(line) ?? true) && !(quiet.unless?.test(line) ?? false);
}

/** Returns the arguments after a wrapper and its options; undefined when it runs nothing. */
export function afterWrapper(
  name: string,
  fields: readonly Field[],
  valued: RegExp,
  facts: Facts,
): readonly Field[] | undefined {
  let at = 1;
  if (name === 'command' && /^-v$/i.test(fields[1]?.text ?? '')) return [fieldOfText('type')];
  while (at < fields.length) {
    const text = fields[at]?.text ?? '';
    const isValued = valued.test(text);
    if (name === 'env' && /^(?:-C|--chdir)/.test(text))
      facts.folders.push((isValued ? fields[at + 1]?.text : text.replace(/^--chdir=|^-C/, '')) ?? '');
    if (name === 'env' && /^-S|^--split-string/.test(text))
      return [text.replace(/^-S|^--split-string=?/, ''), ...fields.slice(at + 1).map((field) => field.text)]
        .join(' ')
        .trim()
        .split(/\s+/)
        .map(fieldOfText);
    if (text === '--') {
      at++;
      break;
    }
    if (text.startsWith('-')) at += isValued ? 2 : 1;
    else if (/^[A-Z_]\w*=/i.test(text) && name !== 'exec') at++;
    else break;
  }
  at += wrapperArguments[name] ?? 0;
  return at < fields.length ? fields.slice(at) : undefined;
}

/** Adds the ends of a path that has other folders in a container, or that leads to a folder by another name. */
export function addSuffixes(text: string, facts: Facts): void {
  const parts = text.split('/').slice(0, 32);
  for (let from = 1; from < parts.length; from++) facts.addText(parts.slice(from).join('/'));
}

/** Returns what `echo` or `printf` prints, with the escapes and the first placeholders resolved. */
export function printedText(args: readonly string[]): string {
  const [format = '', ...values] = args.filter(
    (arg, index) => !(index === 0 && /^-[neE]+$/.test(arg)) && arg !== '--',
  );
  if (!format.includes('%')) return decodeEscapes([format, ...values].join(' '));
  let next = 0;
  const text = format.replaceAll(/%(?:%|-?\d*(?:\.\d*)?[a-z])/gi, (match) =>
    match === '%%' ? '%' : (values[next++] ?? ''),
  );
  return decodeEscapes(text + values.slice(next).join(''));
}

/** Returns what to do instead of a command that prints secrets from a place that cannot be checked. */
export function secretAdvice(name: string, texts: readonly string[]): string | undefined {
  const line = [name, ...texts.slice(0, 40)].join('\n').slice(0, 2_000);
  return secretPrinters.find(([expression]) => expression.test(line))?.[1];
}
