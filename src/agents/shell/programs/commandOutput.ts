import { lastPart, printedText, programOf } from '../commandWords.ts';
import { decodeBase64, decodeEscapes } from '../syntax/escapes.ts';
import type { Field } from '../expand.ts';
import { contentMark, literal, patternMark } from '../syntax/glob.ts';
import type { PosixState } from '../posixState.ts';
import { type FoundByFind, readFileList, readFind } from './searchCommand.ts';
import { type Command, type Script, TooComplex } from '../syntax/commandLine.ts';

const maxDepth = 12;

/** Programs that print names of files. */
const listers = new Set([
  'ls',
  'dir',
  'vdir',
  'exa',
  'eza',
  'lsd',
  'du',
  'stat',
  'tree',
  'realpath',
  'readlink',
]);

/** Programs that print the names of the files in their arguments. */
const repeaters = new Set(['wc', 'file', 'cksum', 'sum', 'md5sum', 'sha1sum', 'sha256sum']);

/** Knows what commands print that other commands use, as names of files in most cases. */
export class CommandOutput {
  readonly #state: PosixState;

  constructor(state: PosixState) {
    this.#state = state;
  }

  /** Returns the text that reaches the standard input of a command, if it is known. */
  inputOf({ redirects }: Command, before: readonly Command[]): readonly string[] | undefined {
    const texts = this.#state.hereTexts(redirects);
    const substituted = redirects
      .filter(({ operator }) => operator === '<')
      .flatMap(({ target }) =>
        target.flatMap((part) => (part.kind === 'script' ? (this.outputOf(part.script) ?? []) : [])),
      );
    if (texts.length > 0 || substituted.length > 0) return [...texts, ...substituted];
    return before.length === 0 ? undefined : this.outputOf(before);
  }

  /** Returns what commands of a pipeline may print, if that is known: names of files in most cases. */
  outputOf(script: Script): readonly string[] | undefined {
    if (this.#state.depth > maxDepth) throw new TooComplex('is deeply nested');
    let output: readonly string[] | undefined;
    this.#state.depth++;
    for (const command of script) {
      this.#state.count();
      const input = command.isPiped ? output : command.feed && this.outputOf(command.feed);
      output = command.group
        ? this.#outputOfGroup(command.group)
        : this.#printed(this.#state.unwrapped(this.#state.fieldsOf(command)), command, input);
    }
    this.#state.depth--;
    return output;
  }

  /** Returns what each pipeline of a group prints. */
  #outputOfGroup(group: Script): readonly string[] | undefined {
    const outputs = group.flatMap((_, at) => {
      if (group[at + 1]?.isPiped) return [];
      const start = group.slice(0, at + 1).findLastIndex(({ isPiped }) => !isPiped);
      return this.outputOf(group.slice(Math.max(0, start), at + 1)) ?? [];
    });
    return outputs.length === 0 ? undefined : outputs;
  }

  #printed(
    run: readonly Field[],
    command: Command,
    input: readonly string[] | undefined,
  ): readonly string[] | undefined {
    const args = run.slice(1);
    const texts = args.map(({ text }) => text);
    const given = (): readonly string[] => input ?? this.inputOf(command, []) ?? [];
    const name = programOf(run) ?? '';
    if (listers.has(name) || (repeaters.has(name) && texts.some((text) => !text.startsWith('-'))))
      return this.#listed(args);
    switch (name) {
      case 'echo':
      case 'printf':
      case 'print':
        return echoed(name, args);
      case 'compgen':
        return this.#completed(texts.filter((text) => !text.startsWith('-')));
      case 'tr':
        return given().flatMap((text) => [text.toLowerCase(), text.toUpperCase(), text]);
      case 'cat':
      case 'sed':
      case 'awk':
      case 'sort':
      case 'head':
      case 'tail':
      case 'grep':
      case 'uniq':
      case 'xargs':
        return [...given(), ...this.#contentsOf(run)];
      case 'rev':
        return given().map((text) => Array.from(text.trim()).reverse().join(''));
      case 'base64':
      case 'openssl':
        return given().flatMap((text) => decodeBase64(text.trim()) ?? []);
      case 'xxd':
        return given().map((text) =>
          decodeEscapes(text.trim().replaceAll(/([\da-f]{2})\s?/gi, String.raw`\x$1`)),
        );
      case 'pwd':
        return ['.'];
      case 'git':
        return this.#ofGit(args);
      case 'basename':
        return texts.map(lastPart);
      case 'dirname':
        return texts.map((text) => (text.includes('/') ? text.slice(0, text.lastIndexOf('/')) : '.'));
      case 'find':
      case 'fd':
      case 'fdfind':
        return foundFiles(readFind(name, args));
      case 'rg': {
        const found = readFileList(args);
        return found ? foundFiles(found) : input;
      }
      default:
        // A filter that is not known keeps some of the names.
        return command.isPiped ? input : undefined;
    }
  }

  #completed(starts: readonly string[]): readonly string[] {
    return starts.length === 0 ? this.#listed([]) : starts.map((text) => `${patternMark}${literal(text)}*`);
  }

  #ofGit(args: readonly Field[]): readonly string[] | undefined {
    const start = args.findIndex(
      ({ text }, at) => !text.startsWith('-') && !/^-c$/i.test(args[at - 1]?.text ?? ''),
    );
    const [command, ...rest] = args.slice(Math.max(0, start)).map(({ text }) => text);
    if (rest.includes('--show-toplevel')) return ['.', '..', '../..'];
    if (command === 'rev-parse') return rest.filter((text) => !text.startsWith('-'));
    if (command === 'ls-tree') return this.#listed([]);
    return command === 'ls-files' ? this.#listed(args.slice(start + 1)) : undefined;
  }

  #contentsOf(run: readonly Field[]): readonly string[] {
    if (programOf(run) !== 'cat') return [];
    return run
      .slice(1)
      .flatMap(({ text, isPartial, isGlob }) =>
        text.startsWith('-') || isPartial || isGlob ? [] : [contentMark + text],
      );
  }

  addLists(fields: readonly Field[]): void {
    for (const { text, isPartial, isGlob } of fields)
      if (!text.startsWith('-') && !isPartial && !isGlob) this.#state.facts.lists.add(text);
  }

  #listed(args: readonly Field[]): readonly string[] {
    const names = args.filter(({ text }) => !text.startsWith('-'));
    if (names.length === 0) return [`${patternMark}./**/*`];
    return names.flatMap(({ text, pattern, isGlob }) =>
      isGlob ? [patternMark + pattern] : [text, `${patternMark}${literal(text)}/**/*`],
    );
  }
}

function foundFiles({ paths, globs }: Pick<FoundByFind, 'paths' | 'globs'>): readonly string[] {
  return paths.flatMap((path) =>
    (globs.length === 0 ? ['*'] : globs).map((glob) => `${patternMark}${path}/**/${glob}`),
  );
}

/** Returns the arguments of `echo` or `printf`, and the text that they print. */
function echoed(name: string, args: readonly Field[]): readonly string[] {
  return [
    ...args
      .filter(({ text }) => !text.startsWith('-'))
      .map(({ text, pattern, isGlob }) => (isGlob ? patternMark + pattern : text)),
    printedText(
      name,
      args.map(({ text }) => text),
    ),
  ];
}
