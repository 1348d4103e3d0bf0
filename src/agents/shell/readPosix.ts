import { addCandidates } from './candidates.ts';
import { isDescriptor, isQuiet, programOf, quotesFiles, secretAdvice, textOfWord } from './commandWords.ts';
import type { Facts } from './facts.ts';
import {
  addArguments,
  addQuoted,
  noteShown,
  readEcho,
  readInto,
  readPrinter,
  readSettings,
  runLater,
} from './programs/arguments.ts';
import { interpret, readInput, runOutput } from './programs/code.ts';
import { addRecorded, addRestored, readGit } from './programs/git.ts';
import { readLists, readListsOfCode, readXargs, runFound } from './programs/listedFiles.ts';
import { environmentSetters, interpreters, scriptName, searchers, shells } from './programs/programs.data.ts';
import { readSearch } from './programs/search.ts';
import { HeldFiles, assignedVariables, copiesOutput } from './programs/settings.ts';
import { isPlain, keepLines, keepNamesOnly } from './programs/shownParts.ts';
import { Resolver } from './resolver.ts';
import { type PosixContext, PosixState } from './state.ts';
import { type Command, type Script, TooComplex } from './syntax/commandLine.ts';
import type { Field } from './syntax/glob.ts';
import { noCommand } from './syntax/openGroups.ts';
import { parsePosix } from './syntax/posixParser.ts';
import {
  addCopies,
  keepBackup,
  keepCopy,
  keepWorktree,
  keepWritten,
  readRedirects,
  runWritten,
} from './writtenFiles.ts';

/** More levels of `-c` texts and of scripts than any person nests. */
const maxDepth = 12;

/**
 * Adds what a command line of a POSIX shell prints to the facts.
 *
 * The rule is general: every argument that may name a file counts, unless the program is known to print nothing of its
 * files. So an unknown program, an alias and a new option are covered.
 *
 * @throws {TooComplex} for a command line that cannot be checked.
 */
export function readPosix(command: string, facts: Facts, context: PosixContext): void {
  new PosixReader(facts, context).read(command);
}

/** An assignment of a text that another program expands or runs later. */
const isSetting = /^(?:PS\d|GIT_CONFIG\w*)=|^\w+=!/;

class PosixReader {
  readonly #state: PosixState;
  readonly #resolver: Resolver;
  readonly #ran = new Set<string>();
  readonly #held = new HeldFiles();
  /** The command that gets the output of the one that is visited. */
  #next: Command | undefined;
  #isTraced = false;
  #copiesOutput = false;

  constructor(facts: Facts, context: PosixContext) {
    this.#state = new PosixState(facts, context);
    this.#resolver = new Resolver(this.#state);
  }

  read(text: string): void {
    const script = parsePosix(text);
    this.#isTraced = /\b(?:set|sh|bash|zsh|ksh|dash)\s+(?:-\S+\s+)*-[a-z]*[xv]|xtrace|verbose/.test(text);
    // A script that is sourced is traced as well.
    this.#state.facts.tracesScripts = this.#isTraced;
    this.#copiesOutput = copiesOutput(text);
    this.#state.facts.matchesDots = /dotglob|GLOB_?DOTS/i.test(text);
    // Twice, because a loop reads variables that are set behind it, and a function may be defined after its call.
    this.#visit(script);
    this.#state.mentions = [];
    this.#visit(script);
    if (!isPlain(script)) this.#state.facts.showWholeFiles();
    addCopies(this.#state);
    addRecorded(this.#state.facts);
    this.#addVariables(text);
    addRestored(this.#state.facts);
  }

  /** Adds the files that variables hold which the command line may print. */
  #addVariables(text: string): void {
    const { facts, sourced, printsVariables } = this.#state;
    const printsAll = printsVariables || facts.printsEnvironment || this.#isTraced;
    this.#held.release(text, facts, printsAll);
    if (!printsAll) return;
    for (const field of sourced) addCandidates(field, facts);
    for (const [pattern, { isGlob }] of facts.assigned) facts.addName(pattern, isGlob);
  }

  /** @param outer The pipeline whose output is the input of the script, as of `$(…)` in a command that has input. */
  #visit(script: Script, outer: Script = []): void {
    if (++this.#state.depth > maxDepth) throw new TooComplex('is deeply nested');
    let before: Command[] = [];
    for (const [at, command] of script.entries()) {
      this.#state.count();
      if (!command.isPiped) before = [...(command.feed ?? outer)];
      this.#visitCommand(command, before, script[at + 1]);
      before.push(command);
    }
    this.#state.depth--;
  }

  #visitCommand(command: Command, before: readonly Command[], next: Command | undefined): void {
    const assigned =
      !this.#copiesOutput && environmentSetters.has(textOfWord(command.words[0] ?? []))
        ? new Set(this.#state.facts.names.keys())
        : undefined;
    this.#visitParts(command, before);
    if (assigned) this.#state.facts.keepAssigned(assigned);
    const fields = this.#resolver.fieldsOf(command);
    if (command.isFunction) {
      for (const { text } of fields) this.#state.hidden.add(text);
      return;
    }
    const rest = this.#resolver.assign(command, fields);
    const run = this.#resolver.unwrapped(rest);
    // A wrapper such as `env` sets variables as well.
    const start = fields.length - Math.min(rest.length, run.length);
    const settings =
      rest.length > 0 ? fields.slice(0, start) : fields.filter(({ text }) => isSetting.test(text));
    this.#state.facts.settings.push(...settings);
    readSettings(settings, this.#state);
    const input = this.#resolver.inputOf(command, before);
    this.#next = next;
    this.#visitRun(run, input, command);
    readRedirects(command, run, this.#resolver);
    this.#visitNext();
    for (const { operator, descriptor, target } of command.redirects)
      if (operator === '>' && descriptor !== '2') {
        const printed = this.#resolver.outputOf([...before, command]) ?? [];
        keepWritten(this.#resolver.expand(target), printed, this.#state);
      }
  }

  #visitParts({ words, redirects }: Command, before: readonly Command[]): void {
    const variables = assignedVariables(words);
    for (const [at, word] of words.entries()) {
      const variable = variables[at];
      const known = variable === undefined ? undefined : new Set(this.#state.facts.names.keys());
      for (const part of word) this.#visitPart(part, before);
      if (variable !== undefined && known) this.#held.hold(variable, this.#state.facts, known);
    }
    for (const { target } of redirects) for (const part of target) this.#visitPart(part, before);
  }

  #visitPart(part: Command['words'][number][number], before: readonly Command[]): void {
    if (part.kind === 'script') this.#visit(part.script, before);
    else if (part.kind === 'variable') for (const inner of part.rest) this.#visitPart(inner, before);
  }

  #visitRun(fields: readonly Field[], input: readonly string[] | undefined, command: Command): void {
    const name = programOf(fields);
    if (name === undefined) return;
    this.#state.facts.calls.push(fields);
    const args = fields.slice(1);
    const texts = args.map(({ text }) => text);
    const [{ text: program, isPartial }] = fields as [Field];
    // A program that runs another one gave it a whole command line, as `npx -c` does.
    if (/\s/.test(program) && !isPartial) this.#visitText(program);
    runWritten(name, args, this.#state);
    noteShown(name, fields, this.#state);
    if (name === 'tee') keepWritten(args, input ?? [], this.#state);
    if (/[\\/]/.test(program) && !isPartial) this.#state.facts.scripts.add(program);
    if (this.#state.hidden.has(name)) {
      this.#state.setArguments(args);
      addArguments(args, name, this.#state);
      return;
    }
    this.#state.facts.unchecked ??= secretAdvice(name, texts);
    if (keepNamesOnly(name, args, this.#next, this.#resolver)) return;
    if (this.#visitShellWord(name, args, input, command)) return;
    if (shells.has(name)) {
      this.#runShell(args, input);
      return;
    }
    if (Object.hasOwn(searchers, name)) {
      if (isQuiet(name, texts)) return;
      this.#state.mentions.push(...texts);
      readSearch(name, args, this.#state.facts, command.isPiped);
      return;
    }
    if (name === 'git') {
      keepWorktree(texts, this.#state);
      readGit(args, this.#state);
      return;
    }
    if (isQuiet(name, texts)) {
      keepBackup(args, this.#state);
      if (quotesFiles(name)) addQuoted(args, this.#state);
      return;
    }
    this.#state.mentions.push(...texts);
    if (['cp', 'mv', 'ln', 'install', 'rsync', 'gcp'].includes(name)) {
      keepCopy(args, this.#state);
      return;
    }
    if (keepLines(name, args, this.#state.facts)) return;
    addArguments(args, name, this.#state);
    readInput(texts, input ?? [], this.#state);
    readLists(name, args, input ?? [], this.#resolver);
    if (!interpreters.has(name)) return;
    readListsOfCode(name, args, this.#resolver);
    interpret(args, input ?? this.#resolver.readBy(command.redirects), this.#state);
  }

  /** Reads a command that is a part of the shell, or that runs other commands. Returns whether the name is one of these. */
  #visitShellWord(
    name: string,
    args: readonly Field[],
    input: readonly string[] | undefined,
    command: Command,
  ): boolean {
    const texts = args.map(({ text }) => text);
    if (['cd', 'pushd', 'chdir'].includes(name)) {
      for (const { text, isPartial } of args)
        if (!text.startsWith('-') && !isPartial) this.#state.facts.folders.push(text);
      return true;
    }
    switch (name) {
      case 'eval':
        this.#visitText(texts.join(' '));
        return true;
      case 'trap':
      case 'alias':
        runLater(name, texts, this.#state);
        return true;
      case 'source':
      case '.':
        this.#source(args);
        return true;
      case 'read':
      case 'mapfile':
      case 'readarray':
        readInto(name, texts, input, this.#state);
        return true;
      case 'set':
        this.#state.setArguments(args);
        if (texts.length === 0) this.#state.facts.printsEnvironment = true;
        return true;
      case 'xargs':
      case 'parallel':
        readXargs(args, input, command, this.#resolver);
        return true;
      case 'find':
      case 'fd':
      case 'fdfind':
        runFound(name, args, this.#resolver);
        return true;
      default:
        return readPrinter(name, args, command.redirects, this.#state);
    }
  }

  #source(args: readonly Field[]): void {
    this.#state.sourced.push(...args);
    for (const { text, pattern, isGlob, isPartial } of args.slice(0, 1)) {
      this.#state.facts.assigned.set(pattern, { isGlob: isGlob || isPartial, kind: 'lines' });
      if (!isPartial) this.#state.facts.scripts.add(text);
    }
  }

  #visitNext(): void {
    for (const next of this.#state.next.splice(0))
      if (typeof next === 'string') this.#visitText(next);
      else {
        this.#visitRun(next, undefined, noCommand);
        this.#visitNext();
      }
  }

  #visitText(text: string): void {
    if (this.#ran.has(text) && this.#state.depth > 3) return;
    this.#ran.add(text);
    this.#visit(parsePosix(text, this.#state.depth));
  }

  #runShell(args: readonly Field[], input: readonly string[] | undefined): void {
    // An interactive shell runs this file first.
    for (const [index, field] of args.entries())
      if (/^--(?:rcfile|init-file)$/.test(args[index - 1]?.text ?? '')) this.#source([field]);
    const at = args.findIndex(({ text }) => /^-[a-zA-Z]*c$/.test(text) || text === '--command');
    if (at >= 0) {
      const [code, ...positional] = args.slice(at + 1);
      for (const field of positional) addCandidates(field, this.#state.facts);
      if (code) this.#visitText(code.text);
      // The shell passes each value of a variable as a separate argument.
      for (const { text } of positional) if (/\s/.test(text)) this.#visitText(text);
      // Variables in double quotes are a part of the code already.
      if (code && /\b(?:echo|printf?|cat)\b/.test(code.text)) readEcho([code], [], this.#state);
      return;
    }
    const operands = args.filter(
      ({ text }, index) => !/^[-+]/.test(text) && !/^[-+][a-z]*o$/i.test(args[index - 1]?.text ?? ''),
    );
    const isTraced = args.some(({ text }) => /^-[a-z]*[xv]|^xtrace$|^verbose$/.test(text));
    this.#state.facts.tracesScripts ||= isTraced;
    const [script] = operands;
    if (!script) for (const text of input ?? []) runOutput(text, this.#state);
    else if (isDescriptor(script.text)) for (const text of this.#state.read) runOutput(text, this.#state);
    for (const [index, field] of operands.entries()) {
      // The output of a program, as in `bash <(…)`.
      if (index === 0 && /\s/.test(field.text)) this.#visitText(field.text);
      if (index > 0 || !scriptName.test(field.text) || isTraced) addCandidates(field, this.#state.facts);
      if (index === 0 && !field.isPartial && !args.some(({ text }) => text === '-n'))
        this.#state.facts.scripts.add(field.text);
    }
  }
}
