import { addCandidates, addNamesIn, isQuery } from '../candidates.ts';
import { addSuffixes, printedText, textOfWord } from '../commandWords.ts';
import type { PosixState } from '../state.ts';
import type { Command } from '../syntax/commandLine.ts';
import { type Field, fieldOfText, refers } from '../syntax/glob.ts';
import { readCode, readPhrase } from './code.ts';
import {
  codeName,
  containers,
  dataOption,
  excludingOption,
  filters,
  interpreters,
  isTestRun,
  networkPrinters,
  printers,
  proseOption,
  scriptName,
  showsArguments,
  testOption,
  usedOption,
  usedOptionOf,
} from './programs.data.ts';
import { loadsSettings, printsEnvironment, showsSettings } from './settings.ts';

/** Options with which `docker compose config` prints no values. */
const namesOfCompose = /^(?:-q|--(?:quiet|services|volumes|profiles|images|networks))$/;

/** The longest printed text with blanks that may name a file, in characters. Longer texts are prose. */
const maxProse = 256;
/** The longest printed text without blanks that may name a file, in characters. */
const maxPath = 4_096;

function printVariables(name: string, args: readonly Field[], state: PosixState): void {
  // The output of a substitution sets variables for `env`.
  const named = args.filter(
    ({ text, isPartial }) => !text.startsWith('-') && !(name === 'env' && (isPartial || refers(text))),
  );
  const listed = /^[A-Z_]\w*=$/i.test(named[0]?.text ?? '') ? named.slice(1) : [];
  if (listed.length > 0)
    state.variables.assign(
      named[0]?.text.slice(0, -1) ?? '',
      listed.map(({ text }) => text.replace(/^\[[^\]]*\]=/, '')),
    );
  for (const { text } of named) {
    const [, variable, value] = /^([A-Z_]\w*)(?:\+?=([\s\S]*))?$/i.exec(text) ?? [];
    if (variable !== undefined && value !== undefined) state.variables.assign(variable, [value]);
    else if (variable !== undefined && !/^(?:export|readonly|local)$/.test(name)) {
      state.facts.variables.add(variable);
      state.facts.shown.add(variable);
    }
  }
  const isQuery = args.every(({ text }) => !/^-[a-zA-Z]*[fFaAiglnu]/.test(text));
  if (args.some(({ text }) => /^-[a-zA-Z]*n/.test(text)))
    for (const { text } of named) state.variables.refer(text.split('=', 1)[0] ?? '');
  if (named.length === 0 && isQuery && name !== 'local') state.facts.printsEnvironment = true;
}

/** Reads a command that prints variables. Returns whether the name is that of such a command. */
export function readPrinter(
  name: string,
  args: readonly Field[],
  redirects: Command['redirects'],
  state: PosixState,
): boolean {
  switch (name) {
    case 'env':
    case 'printenv':
    case 'export':
    case 'declare':
    case 'typeset':
    case 'readonly':
    case 'local':
      printVariables(name, args, state);
      readSettings(args, state);
      return true;
    case 'ps':
      if (args.some(({ text }) => /^-?[a-z]*e/i.test(text) && !text.startsWith('-')))
        state.facts.printsEnvironment = true;
      return true;
    case 'echo':
    case 'printf':
    case 'print':
      if (args[0]?.text.startsWith('-v'))
        printInto(
          args.map(({ text }) => text),
          state,
        );
      readEcho(args, redirects, state);
      return true;
    default:
      return false;
  }
}

/** Reads `printf -v name …`, which prints into a variable. */
function printInto([option = '', ...rest]: readonly string[], state: PosixState): void {
  const [name = '', ...values] = option === '-v' ? rest : [option.slice(2), ...rest];
  state.variables.assign(name.replace(/\[.*$/s, ''), [printedText('printf', values)]);
}

/** Assigns what may be in the input: of the command, or what anything in the command line writes or reads. */
export function readInto(
  name: string,
  texts: readonly string[],
  input: readonly string[] | undefined,
  state: PosixState,
): void {
  const values = state.variables.withWords(input ?? [...state.read, ...state.printed]);
  const variables = texts.filter((text) => /^[A-Z_]\w*$/i.test(text));
  for (const variable of variables) state.variables.assign(variable, values);
  if (variables.length === 0) state.variables.assign(name === 'read' ? 'REPLY' : 'MAPFILE', values);
}

/** Counts the files, except for source code, that a program names which quotes lines of files in its messages. */
export function addQuoted(args: readonly Field[], state: PosixState): void {
  for (const [at, field] of args.entries()) {
    const option = args[at - 1]?.text ?? '';
    const isSource = codeName.test(field.text) || scriptName.test(field.text);
    const isUsed = /^-.*env/i.test(field.text) || (/^-.*env/i.test(option) && !option.includes('='));
    if (!isSource && !isUsed && !usedOption.test(option) && !/\s/.test(field.text))
      addCandidates(field, state.facts);
  }
}

export function readEcho(args: readonly Field[], redirects: Command['redirects'], state: PosixState): void {
  const texts = args.map(({ text }) => text);
  for (const text of [...texts, printedText('printf', texts)])
    if (text.length < (/\s/.test(text) ? maxProse : maxPath)) state.printed.add(text);
  const isHidden = redirects.some(
    ({ operator, descriptor, target }) =>
      operator === '>' && descriptor !== '2' && !/^\/dev\/|^&|^\d$/.test(textOfWord(target)),
  );
  if (isHidden) return;
  for (const { variables } of args)
    for (const name of variables) {
      if (name === '!') state.printsVariables = true;
      else if (!state.variables.isAssigned(name)) state.facts.shown.add(name);
      state.facts.variables.add(name);
    }
}

/** Notes the variables of assigned files that a program prints as its arguments, as `ls "$NAME"` does in its error. */
export function noteShown(name: string, fields: readonly Field[], state: PosixState): void {
  const texts = fields.map(({ text }) => text);
  const isShown =
    showsArguments.has(name) ||
    (printers.has(name) && !networkPrinters.has(name) && !interpreters.has(name)) ||
    (interpreters.has(name) && texts.some((text) => /^-(?:[a-z]?[cepr]|-eval|-print)$/i.test(text))) ||
    (['test', '['].includes(name) && texts.some((text) => /^-(?:eq|ne|[gl][te])$/.test(text)));
  // A variable in the place of a program is printed as the name of one that does not exist.
  const shown = isShown ? fields : fields.slice(0, 1);
  for (const { variables } of shown)
    for (const variable of variables)
      if (!state.variables.isAssigned(variable)) state.facts.shown.add(variable);
}

/** Visits the variables for one program, of which some name another program, as `PAGER` does. */
export function readSettings(fields: readonly Field[], state: PosixState): void {
  for (const { text } of fields) {
    const [, name = '', value = ''] = /^(\w+)\+?=\|?([\s\S]*)$/.exec(text) ?? [];
    if (name === 'ENV' || name === 'BASH_ENV') state.next.push([fieldOfText('.'), fieldOfText(value)]);
    // A setting of git, such as an alias or a pager.
    if (name.startsWith('GIT_CONFIG')) readCode(value, state);
    const at = name.startsWith('GIT_CONFIG') || value.startsWith('!') ? value.indexOf('!') : -1;
    if (at >= 0) state.next.push(value.slice(at + 1).replace(/'$/, ''));
    // A prompt, such as `PS4`, is expanded when it is shown.
    if (/\$\(|`/.test(value)) state.next.push(value);
    else if (/\s/.test(value)) readPhrase(value, state);
  }
}

/** Visits the command lines that `alias` and `trap` keep. */
export function runLater(name: 'alias' | 'trap', texts: readonly string[], state: PosixState): void {
  for (const text of texts) {
    const [, alias, value] = /^([^=\s]+)=([\s\S]*)$/.exec(text) ?? [];
    if (name === 'alias' && alias !== undefined) state.hidden.add(alias);
    state.next.push(name === 'alias' ? (value ?? '') : text);
  }
}

/** Counts every argument that may name a file. */
export function addArguments(args: readonly Field[], name: string, state: PosixState): void {
  const used = Object.hasOwn(usedOptionOf, name) ? usedOptionOf[name] : undefined;
  const skipsFilter = filters.has(name);
  let isValue: 'used' | 'code' | 'sourced' | undefined;
  let operands = 0;
  const texts = args.map(({ text }) => text);
  const selectsTests = isTestRun(name, texts);
  let isLeftOut = false;
  for (const [at, field] of args.entries()) {
    const { text } = field;
    // `zip` leaves out what follows this option, up to the next one.
    if (text.startsWith('-') || text === '@') isLeftOut = name === 'zip' && text === '-x';
    else if (isLeftOut) continue;
    const kind = isValue;
    isValue = undefined;
    const option = args[at - 1]?.text ?? '';
    const isOption = text.startsWith('-') && (text.split('=', 1)[0] ?? '').length < 64;
    const owner = isOption ? (text.split('=', 1)[0] ?? '') : option;
    if (/\s/.test(text) && (proseOption.test(owner) || (selectsTests && testOption.test(owner)))) {
      // A file may have such a name, where the option before it has no value.
      state.facts.addText(text);
      continue;
    }
    if (excludingOption.test(owner)) continue;
    if (kind === 'used') state.sourced.push(field);
    else if (kind === 'code') {
      readCode(text, state);
      if (containers.has(name)) addSuffixes(text, state.facts);
    } else if (isOption) {
      const isUsed = usedOption.test(text) || used?.test(text) === true;
      if (isUsed) isValue = 'used';
      else if (/^-(?:[ceEx]|ex|[a-z]?c|-eval|-exec|-command|-execute|-expression)$/.test(text))
        isValue = 'code';
      if (usedOption.test(text.split('=', 1)[0] ?? ''))
        state.sourced.push(fieldOfText(text.slice(text.indexOf('=') + 1)));
      else addArgument(field, name, owner, state);
    } else {
      operands++;
      const isFile = /^(?:-f|--file)$/.test(option);
      if (skipsFilter && operands === 1 && args.length > 1 && !isFile) continue;
      if (text.includes('dotenv_config_path='))
        state.sourced.push(fieldOfText(text.slice(text.indexOf('=') + 1)));
      else addArgument(field, name, owner, state);
      if (/\s/.test(text)) readPhrase(text, state);
      if (containers.has(name)) addSuffixes(text, state.facts);
    }
  }
  const isCompose = args.some(({ text }) => text === 'compose') || name.endsWith('-compose');
  if (isCompose && texts.includes('config') && texts.some((text) => namesOfCompose.test(text))) return;
  if (['docker-compose', 'docker', 'podman'].includes(name) && texts.includes('config'))
    state.facts.addText('.env');
  if (printsEnvironment(name, texts)) state.facts.printsEnvironment = true;
  if (isCompose || loadsSettings(name, texts)) state.sourced.push(fieldOfText('.env'));
  if (state.sourced.length > 0 && showsSettings(name, texts)) state.printsVariables = true;
  if (name === 'curl' || name === 'wget') addOwnServer(args, state);
}

/** @param option The option that the argument is, or that it may be the value of. */
function addArgument(field: Field, name: string, option: string, state: PosixState): void {
  addCandidates(field, state.facts);
  const isSent = networkPrinters.has(name) && dataOption.test(option);
  if (isQuery(field.text) && !isSent) addNamesIn(field.text, state.facts);
}

/** A server on this machine may serve the files of the working directory. */
function addOwnServer(args: readonly Field[], state: PosixState): void {
  for (const { text } of args) {
    const [, path] =
      /^(?:https?:\/\/)?(?:localhost|127(?:\.\d+){1,3}|0(?:\.0){0,3}|\[::1?\])(?::\d+)?(\/[^?#]+)/i.exec(
        text,
      ) ?? [];
    if (path !== undefined) addSuffixes(path, state.facts);
  }
}
