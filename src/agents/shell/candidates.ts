import type { Facts, Shown } from './facts.ts';
import { usedOption } from './programs/programs.data.ts';
import { TooComplex } from './syntax/commandLine.ts';
import { decodeBase64, decodeEscapes, decodeHex } from './syntax/escapes.ts';
import { type Field, fieldOfOutput, refers } from './syntax/glob.ts';

/** Characters of an argument above which it is a text; no system opens a file by a longer name. */
const maxLength = 4_096;

/** Adds every part of an argument that a program may take for the name of a file. */
export function addCandidates(field: Field, facts: Facts, shown?: Shown): void {
  const { text, pattern, isGlob, isPartial } = field;
  if (text.length > maxLength) return;
  if (isPartial) {
    if (/[^*/.]/.test(text)) facts.addName(pattern, true);
    // The unknown part may be the folder.
    const end = text.slice(text.lastIndexOf('/') + 1);
    const known = end.replace(/^\*/, '');
    if (!known.includes('*')) facts.addText(known);
  } else facts.addName(pattern, isGlob, shown);
  // A text with several names, such as the code of `sed`, is not the name of a file.
  if (refers(text) && /[,;(]/.test(text)) return;
  for (const part of partsOf(text)) facts.addText(part);
}

export function addOutput(text: string, facts: Facts): void {
  addCandidates(fieldOfOutput(text), facts);
}

/** Returns the ends of `--file=x`, `-fx`, `@x`, `if=x`, `HEAD:x`, `a,b`, `file://x`. */
function partsOf(text: string): Set<string> {
  const parts = new Set<string>();
  if (/^-[A-Z0-9]./i.test(text)) parts.add(text.slice(2));
  if (/[=:@,;<>|&()[\]{}\0]/.test(text) && !usedOption.test(text.split('=', 1)[0] ?? ''))
    for (const part of text.split(/[=:@,;<>|&()[\]{}\0]+/)) parts.add(part);
  const equals = text.indexOf('=');
  if (equals >= 0 && parts.size > 0) parts.add(text.slice(equals + 1));
  if (text.startsWith('@')) parts.add(text.slice(1));
  const [address] = /^file:(?:\/\/(?:localhost)?)?/i.exec(text) ?? [];
  if (address !== undefined) parts.add(text.slice(address.length));
  for (const [, value] of text.matchAll(/(?:^|\s)[\w.-]+=(\S+)/g)) parts.add(value ?? '');
  parts.delete('');
  return parts;
}

/** Code in which a listing of a folder is read. */
const lists =
  /readdir|\bfind(?:depth)?\(\s*(?:sub|\\&|\{)|listdir|scandir|iterdir|opendir|\bwalk\b|\bglob|\bDir\b|\brglob|Get-ChildItem|FindFirst|\bls\b/i;
const reads =
  /load_?file|rawfile|ioutil|\bread|open\b|open\(|slurp|\bcat\b|File\.|IO\.|Get-Content|<>|getline|fopen|\bgc\b|file_get|contents|\btype\b/i;

/** Whether code prints files that it does not name. */
export function readsListing(code: string): boolean {
  return lists.test(code) && reads.test(code.replaceAll(/readdir/gi, ''));
}

/** Whether code reads files that its input names, or runs programs on them. */
export function readsNamed(code: string): boolean {
  return readsFiles(code) || /system|popen|subprocess|exec|spawn|`/i.test(code);
}

export function readsFiles(code: string): boolean {
  return reads.test(code);
}

export function readsEnvironment(code: string): boolean {
  return /process\.env\b(?!\s*[.[])|os\.environ\b(?!\s*[.[](?!items|copy|values|keys))|\bENV\b(?!\s*\[)|%ENV\b|%\$?ENV|ENVIRON\b|getenv\(\s*\)|\$_(?:ENV|SERVER)\b|Deno\.env\.toObject|\bprintenv\b|GetEnvironmentVariables/.test(
    code,
  );
}

/** Whether code may read a variable of the environment. The name of a file such as `.env` does not count. */
export function mentionsEnvironment(code: string): boolean {
  return /env/i.test(code.replaceAll(/(^|[\s'"`/(=])\.env[\w.-]*/g, '$1'));
}

/** Characters of code: as many as a command line may have. */
const maxCode = 256 * 1024;

/** Words with which queries and scripts name a file, as in `select * from data.csv`. */
const queryWord =
  /\b(?:select|from|join|copy|load|input|include|import|read|source|print|show|cat|open|file|lookup|get)\b/;

/** Whether an argument is a text in a language of the program, such as a query, which may name files. */
export function isQuery(text: string): boolean {
  return /["'`(){}]/.test(text) || (/\s/.test(text) && queryWord.test(text.toLowerCase()));
}

/** Adds every word of code that may be the name of a file, and every name of a variable. */
export function addCode(code: string, facts: Facts): void {
  for (const word of addNamesIn(code, facts)) if (/^[A-Z_]\w{2,}$/i.test(word)) facts.variables.add(word);
  for (const [, name = ''] of code.matchAll(/(?:env|ENV|environ|getenv|ENVIRON)\W{1,4}(\w{2,})/g))
    facts.variables.add(name);
}

/**
 * Adds every word of a text that may be the name of a file. Returns the words.
 *
 * @throws {TooComplex} for a text that is longer than a command line, made of the values of variables.
 */
export function addNamesIn(start: string, facts: Facts): ReadonlySet<string> {
  if (start.length > maxCode) throw new TooComplex('has code that is too long');
  // Parts of a text that the code joins: 'a' + 'b', "a" . "b", 'a' 'b'.
  const joined = start.replaceAll(
    /(['"`])(?:\s{0,3}(?:\+|\.\.|<>|\|\|)?\s{0,3}|\s{1,3}\.\s{0,3}|\s{0,3}\.\s{1,3})\1/g,
    '',
  );
  const texts = [start, joined, start.includes('\\') ? decodeEscapes(start) : ''];
  const words = new Set<string>();
  for (const each of texts)
    for (const [word] of each.matchAll(/[^\s'"`()[\]{}<>|;&,=$#]+/g)) {
      words.add(word);
      if (words.size > maxWords) {
        facts.longTexts.add(start);
        break;
      }
    }
  for (const word of words) {
    const isName = /[\w~.]/.test(word);
    if (isName) facts.addText(word);
    // A command of sed and its file, as in `r.env`.
    const [, file] = /^[\d$]?[rw]([./~].*)$/i.exec(word) ?? [];
    if (file !== undefined) facts.addText(file);
    const trimmed = word.replace(/^[@:!%^+?]+|[:.?!\\]+$/g, '');
    if (isName && trimmed !== word && trimmed !== '') facts.addText(trimmed);
    const [, end] = /^[A-Z]+:(.+)$/i.exec(word) ?? [];
    if (end !== undefined) facts.addText(end);
    // A path after a folder that the code computes, as in `${path.module}/.env`.
    const inner = (end ?? word).replace(/^\/+/, '');
    if (inner !== (end ?? word) && inner !== '') facts.addText(inner);
    if (/[*?[]/.test(word) && isName) facts.addName(word, true);
    if (/^[A-Z0-9+/]{4,}={0,2}$/i.test(word) && word.length % 4 !== 1) addDecoded(word, facts);
  }
  // A quoted name may contain blanks.
  for (const [, quoted = ''] of start.matchAll(/["'`]([^"'`\n]+)["'`]/g))
    if (quoted.includes(' ')) facts.addText(quoted);
  return words;
}

const maxWords = 1_000;

/** Returns the code that Base64 or hexadecimal numbers in code stand for. */
export function decodedIn(code: string): readonly string[] {
  return (code.match(/[a-z\d+/]{12,}/gi) ?? []).flatMap((word) => {
    const texts = [decodeBase64(word), decodeHex(word)];
    return texts.filter(
      (text) => text !== undefined && /^[\t\n\r\x20-\x7e]+$/.test(text) && /[\s(]/.test(text),
    );
  }) as readonly string[];
}

function addDecoded(word: string, facts: Facts): void {
  const text = decodeBase64(word);
  if (text !== undefined && /^[\x20-\x7e]+$/.test(text)) facts.addText(text);
}
