import {
  addCode,
  addNamesIn,
  addOutput,
  decodedIn,
  mentionsEnvironment,
  readsEnvironment,
  readsFiles,
  readsListing,
  readsNamed,
} from '../candidates.ts';
import { lastPart } from '../commandWords.ts';
import type { PosixState } from '../state.ts';
import { type Field, fieldOfText, isPlainText, patternMark } from '../syntax/glob.ts';
import {
  evaluators,
  interpreters,
  printers,
  scriptName,
  shells,
  usedOption,
  wrappers,
} from './programs.data.ts';

/** Programs besides those that print with which an argument begins that is a command line. */
const starters = new Set('env printenv xargs find git eval source . cd for export set'.split(' '));

/** Takes an argument with blanks for a command line if it begins like one. */
export function readPhrase(text: string, { next }: PosixState): void {
  const [first = ''] = /[^\s;&|(){}]+/.exec(text) ?? [];
  const program = lastPart(first);
  if (
    starters.has(program) ||
    printers.has(program) ||
    shells.has(program) ||
    interpreters.has(program) ||
    Object.hasOwn(wrappers, program)
  )
    next.push(text);
}

/** Counts the files and variables that code in another language than that of the shell names. */
export function readCode(text: string, state: PosixState): void {
  addCode(text, state.facts);
  if (readsListing(text)) state.facts.searches.push({ path: '.' });
  if (readsEnvironment(text)) state.facts.printsEnvironment = true;
  if (mentionsEnvironment(text)) state.printsVariables = true;
  if (/dotenv|loadEnv/i.test(text)) state.sourced.push(fieldOfText('.env'));
  for (const code of decodedIn(text)) readCode(code, state);
  readPhrase(text, state);
}

export function readInput(texts: readonly string[], input: readonly string[], { facts }: PosixState): void {
  if (texts.some((text) => evaluators.test(text))) for (const text of input) addNamesIn(text, facts);
}

export function interpret(
  args: readonly Field[],
  input: readonly string[] | undefined,
  state: PosixState,
): void {
  const codes = args.filter(
    ({ text }, at) =>
      (!scriptName.test(text) || /\s/.test(text)) &&
      !usedOption.test(text.split('=', 1)[0] ?? '') &&
      !(/^(?:-r|--require|--import)$/.test(args[at - 1]?.text ?? '') && /^[\w@./-]+$/.test(text)),
  );
  const hasScript = args.some(({ text }) => scriptName.test(text) && !/\s/.test(text));
  for (const { text } of codes) if (/[\s('"`=./]/.test(text)) readCode(text, state);
  if (codes.some(({ text }) => readsNamed(text)))
    for (const text of input ?? []) for (const name of text.split(/\s+/)) addOutput(name, state.facts);
  addNamed(codes, state);
  if (!hasScript) for (const text of input ?? []) if (isPlainText(text)) readCode(text, state);
}

/** Counts the other arguments of code, and the values of the variables that it names, as names of files. */
function addNamed(codes: readonly Field[], state: PosixState): void {
  const texts = codes.map(({ text }) => text);
  for (const code of texts.filter(readsFiles)) {
    const names = code.match(/\b[A-Z_]\w*\b/gi) ?? [];
    const values = mentionsEnvironment(code)
      ? [...new Set(names)].flatMap((name) => state.variables.assignedTo(name))
      : [];
    const others = [...texts.filter((text) => text !== code), ...values].filter(
      (text) => text !== '' && !text.startsWith('-'),
    );
    for (const text of others) state.facts.addText(text);
  }
}

/** Reads a text that a program prints for a shell: a file, names of files, or commands. */
export function runOutput(text: string, state: PosixState): void {
  const found = state.facts.sources.firstIn(text);
  if (found?.source.kind === 'words') state.facts.scripts.add(found.source.file);
  else if (found || text.startsWith(patternMark)) addOutput(text, state.facts);
  else state.next.push(text);
}
