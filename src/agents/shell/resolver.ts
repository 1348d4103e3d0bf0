import { addOutput } from './candidates.ts';
import { afterWrapper, isDescriptor, lastPart, lineOfOptions, programOf, reserved } from './commandWords.ts';
import { type ExpansionContext, type Variables, expandWord } from './expand.ts';
import type { FoundSearch, NameSource } from './facts.ts';
import { echoed, everyFile, filtered, namePrinters, namesRead } from './programs/printedNames.ts';
import { editors, searchers, textFilters, wrappers } from './programs/programs.data.ts';
import {
  type FoundByFind,
  listsFiles,
  readFileList,
  readFind,
  searchOf,
  searchedPaths,
} from './programs/search.ts';
import { type PosixState, valueOf } from './state.ts';
import { type Command, type Script, TooComplex, type Word } from './syntax/commandLine.ts';
import { type Field, isPlainText, literal, patternMark, refers } from './syntax/glob.ts';

const maxDepth = 12;

/** Knows what the words of commands stand for, and what commands print that others use: names of files in most cases. */
export class Resolver implements ExpansionContext {
  readonly state: PosixState;

  constructor(state: PosixState) {
    this.state = state;
  }

  get variables(): Variables {
    return this.state.variables;
  }

  get home(): string {
    return this.state.home;
  }

  expand(word: Word): readonly Field[] {
    return expandWord(word, this);
  }

  fieldsOf({ words }: Pick<Command, 'words'>): Field[] {
    const fields: Field[] = [];
    for (const word of words) for (const field of this.expand(word)) fields.push(field);
    return fields;
  }

  /** Takes the assignments at the beginning. Returns the rest. */
  assign({ words }: Command, fields: readonly Field[]): readonly Field[] {
    let count = fields.findIndex(({ text }) => !reserved.has(text));
    if (count < 0) return fields;
    for (;;) {
      const [, name, plus = '', value] =
        /^([A-Z_]\w*)(?:\[[^\]]*\])?(\+?)=([\s\S]*)$/i.exec(fields[count]?.text ?? '') ?? [];
      if (name === undefined || value === undefined) break;
      // Other fields with the same name are alternatives of the value, or come from a list in parentheses.
      this.state.variables.assign(name, [value]);
      if (plus !== '') this.state.variables.append(name, value);
      if (value === '' && words.length > 1) {
        const items = fields
          .slice(count + 1)
          .map(valueOf)
          .map((text) => text.replace(/^\[[^\]]*\]=/, ''));
        this.state.variables.assignList(name, [...items, items.join(' '), items.join('')]);
      }
      count++;
    }
    const [first, loop, , ...items] = fields.slice(count);
    if (loop === undefined || !/^(?:for|select)$/.test(first?.text ?? '')) return fields.slice(count);
    this.state.variables.assignList(loop.text, items.map(valueOf));
    return [];
  }

  /** Strips reserved words and programs that only run another one. */
  unwrapped(fields: readonly Field[]): readonly Field[] {
    for (let rest = fields; ;) {
      const name = programOf(rest);
      if (name === undefined || this.state.hidden.has(name)) return rest;
      const valued = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined;
      if (name === 'function' && rest.length > 2) {
        this.state.hidden.add(rest[1]?.text ?? '');
        rest = rest.slice(2);
      } else {
        const next = valued && afterWrapper(name, rest, valued, this.state.facts);
        if (!next) return rest;
        rest = next;
      }
    }
  }

  /** Returns the text that reaches the standard input of a command, if it is known. */
  inputOf({ redirects }: Command, before: readonly Command[]): readonly string[] | undefined {
    const texts = this.readBy(redirects);
    if (texts.length > 0) return texts;
    if (before.length > 0) return this.outputOf(before);
    return this.state.inherited.size === 0 ? undefined : [...this.state.inherited];
  }

  /** Returns what commands of a pipeline may print, if that is known: names of files in most cases. */
  outputOf(script: Script): readonly string[] | undefined {
    if (this.state.depth > maxDepth) throw new TooComplex('is deeply nested');
    let output: readonly string[] | undefined;
    this.state.depth++;
    for (const command of script) {
      this.state.count();
      const input = command.isPiped ? output : command.feed && this.outputOf(command.feed);
      output = command.group
        ? this.#outputOfGroup(command.group)
        : this.printedBy(this.unwrapped(this.fieldsOf(command)), command, input);
    }
    this.state.depth--;
    return output;
  }

  /** Returns what each pipeline of a group prints. */
  #outputOfGroup(group: Script): readonly string[] | undefined {
    const outputs = group.flatMap((_, at) => {
      if (group[at + 1]?.isPiped) return [];
      const start = group.slice(0, at + 1).findLastIndex(({ isPiped }) => !isPiped);
      return [this.outputOf(group.slice(Math.max(0, start), at + 1)) ?? []];
    });
    const all = outputs.flat();
    if (all.length === 0) return undefined;
    // Each may print a piece of a line.
    return [...all, outputs.flatMap((texts) => texts.findLast(isPlainText) ?? []).join('')];
  }

  /** Returns what a program may print, as `outputOf` does. */
  printedBy(
    run: readonly Field[],
    command: Command,
    input: readonly string[] | undefined,
  ): readonly string[] | undefined {
    const args = run.slice(1);
    const texts = args.map(({ text }) => text);
    const given = input ?? this.inputOf(command, []) ?? [];
    const name = programOf(run) ?? '';
    const names = Object.hasOwn(namePrinters, name) ? namePrinters[name] : undefined;
    if (names instanceof RegExp && names.test(lineOfOptions(texts))) return everyFile;
    const hasOperand = texts.some((text) => !text.startsWith('-'));
    if (typeof names === 'string' && (names !== 'arguments' || hasOperand)) return this.#listed(args, names);
    if (this.state.hidden.has(name)) return [...this.state.printed];
    if (Object.hasOwn(searchers, name)) return this.#ofSearch(name, args, given, command);
    const contents = textFilters.has(name) || name === '' ? this.#contentsOf(run, command) : [];
    switch (name) {
      case 'echo':
      case 'printf':
      case 'print':
        return echoed(name, args);
      case 'compgen':
        return hasOperand
          ? texts.filter((text) => !text.startsWith('-')).map((text) => `${patternMark}${literal(text)}*`)
          : everyFile;
      case 'pwd':
        return ['.'];
      case 'git':
        return this.#ofGit(args, given);
      case 'basename':
        return texts.map(lastPart);
      case 'dirname':
        return texts.map((text) => (text.includes('/') ? text.slice(0, text.lastIndexOf('/')) : '.'));
      case 'find':
      case 'fd':
      case 'fdfind':
        return this.#found(readFind(name, args));
      case '':
        return contents.length === 0 ? undefined : contents;
      default:
        // A filter that is not known keeps some of the names.
        if (!textFilters.has(name) && !command.isPiped) return undefined;
        return [...given, ...contents].flatMap((text) => this.#filtered(name, text));
    }
  }

  /** Returns what a filter makes of a text. One that is not known keeps it. */
  #filtered(name: string, text: string): readonly string[] {
    if (text.startsWith(patternMark)) return [text];
    if (!refers(text)) return filtered(name, text);
    // An editor writes the names of a list into other texts, such as commands.
    const filter = { pattern: undefined, ignoresCase: false, isInverted: false };
    return editors.has(name) ? [text, this.#refer({ kind: 'filter', texts: [text], filter })] : [text];
  }

  #refer(source: NameSource): string {
    return this.state.facts.sources.referTo(source);
  }

  #ofSearch(
    name: string,
    args: readonly Field[],
    given: readonly string[],
    command: Command,
  ): readonly string[] | undefined {
    const list = readFileList(args);
    if (list && name === 'rg') return this.#found(list);
    const asked = searchOf(name, args);
    if (!asked) return given;
    const hasInput = command.isPiped || command.redirects.some(({ operator }) => operator.startsWith('<'));
    if (hasInput && asked.operands.length === 0) {
      const filter = {
        pattern: asked.linePattern,
        ignoresCase: asked.search.ignoresCase,
        isInverted: asked.isInverted,
      };
      const contents = this.#contentsOf([], command);
      return given.length === 0
        ? contents
        : [this.#refer({ kind: 'filter', texts: [...given, ...contents], filter })];
    }
    const isList = listsFiles.test(lineOfOptions(args.map(({ text }) => text))) || asked.isRecursive;
    if (!isList) return asked.operands.flatMap(({ text }) => this.contentOf(text));
    return this.#searched(searchedPaths(asked, hasInput), asked.search);
  }

  #searched(paths: readonly string[], search: Omit<FoundSearch, 'path'>): readonly string[] {
    return paths.map((path) => this.#refer({ kind: 'search', search: { ...search, path } }));
  }

  #ofGit(args: readonly Field[], given: readonly string[]): readonly string[] | undefined {
    const start = args.findIndex(
      ({ text }, at) => !text.startsWith('-') && !/^-c$/i.test(args[at - 1]?.text ?? ''),
    );
    const [command = '', ...rest] = args.slice(Math.max(0, start)).map(({ text }) => text);
    if (rest.includes('--show-toplevel')) return ['.', '..', '../..'];
    if (command === 'rev-parse') return rest.filter((text) => !text.startsWith('-'));
    const read = namesRead(command, rest);
    return read ? [this.#refer({ kind: 'git', read })] : given.length > 0 ? given : undefined;
  }

  #contentsOf(run: readonly Field[], { words, redirects }: Command): readonly string[] {
    const piped = words
      .flat()
      .flatMap((part) => (part.kind === 'script' && part.isFile ? (this.outputOf(part.script) ?? []) : []));
    const files = run.slice(1).filter(({ text }) => !text.startsWith('-'));
    return [...files.flatMap((field) => this.#contentOfField(field)), ...piped, ...this.readBy(redirects)];
  }

  /** Returns the texts that redirections bring into the input of a command. */
  readBy(redirects: Command['redirects']): readonly string[] {
    const files = redirects.filter(({ operator }) => operator === '<');
    const texts = redirects.filter(({ operator }) => operator === '<<' || operator === '<<<');
    return [
      ...texts.flatMap(({ target }) => this.expand(target).map(valueOf)),
      ...files.flatMap(({ target }) =>
        target.some(({ kind }) => kind === 'script')
          ? target.flatMap((part) => (part.kind === 'script' ? (this.outputOf(part.script) ?? []) : []))
          : this.expand(target).flatMap((field) => this.#contentOfField(field)),
      ),
      ...(redirects.some(({ operator }) => operator === '<&') ? this.state.read : []),
    ];
  }

  #contentOfField({ text, isPartial, isGlob }: Field): readonly string[] {
    return isPartial || isGlob ? [] : this.contentOf(text);
  }

  /** Returns what a file contains: texts that the command line writes, and a reference to its words. */
  contentOf(file: string): readonly string[] {
    if (isDescriptor(file)) return [...this.state.read];
    const written = this.state.writtenTo(lastPart(file));
    return file === '' || refers(file) ? [file] : [...written, this.#refer({ kind: 'words', file })];
  }

  /** Counts the names in files. */
  addLists(fields: readonly Field[]): void {
    for (const { text, isPartial, isGlob } of fields)
      if (!text.startsWith('-') && !isPartial && !isGlob)
        for (const name of this.contentOf(text))
          for (const word of name.split(/[\s\0]+/)) addOutput(word, this.state.facts);
  }

  #found({ paths, globs }: Pick<FoundByFind, 'paths' | 'globs'>): readonly string[] {
    if (globs.some((glob) => glob.startsWith('!')))
      return paths.map((path) => this.#refer({ kind: 'search', search: { path, globs } }));
    return paths.flatMap((path) =>
      (globs.length === 0 ? ['*'] : globs).map((glob) => `${patternMark}${path}/**/${glob}`),
    );
  }

  #listed(args: readonly Field[], kind: 'folder' | 'below' | 'arguments'): readonly string[] {
    const names = args.filter(({ text }) => !text.startsWith('-'));
    const isBelow =
      kind === 'below' || args.some(({ text }) => /^-[a-zA-Z]*[RT]|^--(?:recurs|tree)|^--$/.test(text));
    const showsHidden = isBelow || args.some(({ text }) => /^-[a-zA-Z]*[aAf]|^--(?:a|hidden)/.test(text));
    const end = isBelow ? ['**/*'] : showsHidden ? ['*', '.*'] : ['*'];
    if (names.length === 0) return end.map((glob) => `${patternMark}./${glob}`);
    return names.flatMap(({ text, pattern, isGlob }) =>
      isGlob
        ? [patternMark + pattern]
        : [
            text,
            ...(kind === 'arguments' ? [] : end.map((glob) => `${patternMark}${literal(text)}/${glob}`)),
          ],
    );
  }
}
