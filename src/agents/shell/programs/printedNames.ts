import { printedText } from '../commandWords.ts';
import type { GitRead } from '../facts.ts';
import { decodeBase64, decodeEscapes } from '../syntax/escapes.ts';
import { type Field, patternMark } from '../syntax/glob.ts';
import { each } from './programs.data.ts';

/**
 * Programs that print names of files. `folder`: of those in the folders of the arguments, or in the working directory.
 * `below`: of those in and below these folders. `arguments`: of the arguments. An expression: of files that no argument
 * names, as those in an archive, when the arguments match.
 */
export const namePrinters: Readonly<Record<string, 'folder' | 'below' | 'arguments' | RegExp>> = {
  ...each('ls dir vdir exa eza lsd', 'folder'),
  ...each('du stat tree realpath readlink', 'below'),
  ...each('wc file cksum sum md5sum sha1sum sha256sum', 'arguments'),
  ...each('tar bsdtar', /^\n-?[a-zA-Z]*t|\n(?:-[a-zA-Z]*t|--list)/),
  ...each('zipinfo locate plocate mlocate lsof', /^/),
  unzip: /\n-[a-zA-Z]*[lvZ]/,
  zip: /\n-[a-zA-Z]*sf/,
  '7z': /^\nl/,
  ack: /\n-(?:f|g)(?:\n|$)/,
  ag: /\n-(?:g|-files)/,
};

/** Returns the texts that a filter may print for one that does not refer to a source. */
export function filtered(name: string, text: string): readonly string[] {
  const plain = text.trim();
  switch (name) {
    case 'tr':
      return [text, text.toLowerCase(), text.toUpperCase()];
    case 'rev':
      return [Array.from(plain).reverse().join('')];
    case 'base64':
    case 'openssl':
      return [decodeBase64(plain) ?? []].flat();
    case 'xxd':
      return [decodeEscapes(plain.replaceAll(/([\da-f]{2})\s?/gi, String.raw`\x$1`))];
    default:
      return [text];
  }
}

export const everyFile: readonly string[] = [`${patternMark}./**/*`];

/** Returns how git is asked for the names that a command prints; undefined for one that prints none. */
export function namesRead(command: string, rest: readonly string[]): GitRead | undefined {
  const isNames = rest.some((text) => /^--(?:name-only|name-status|stat|numstat|raw)/.test(text));
  const isList = isNames || rest.some((text) => /^-[a-zA-Z]*[lL]|^--files-with/.test(text));
  const run = (name: GitRead['command'], args: readonly string[]): GitRead => ({
    command: name,
    args,
    folder: '.',
  });
  const chosen = rest.filter((text) => !text.startsWith('-') || isPassed(text));
  switch (command) {
    case 'ls-files':
      return rest.some((text) => /^-[a-z]*s|^--stage/.test(text)) ? undefined : run('ls-files', chosen);
    case 'ls-tree':
      return run('ls-files', []);
    case 'grep':
      return isList ? run('grep', ['-l', ...chosen]) : undefined;
    case 'diff':
    case 'diff-tree':
    case 'diff-index':
    case 'diff-files':
      return isNames || command !== 'diff' ? run('diff', ['--name-only', ...chosen]) : undefined;
    case 'show':
    case 'log':
    case 'whatchanged': {
      const last = command === 'show' ? ['-1'] : [];
      return isNames ? run('log', ['--name-only', '--format=', ...last, ...chosen]) : undefined;
    }
    case 'stash':
      return isNames ? run('ls-files', ['--cached']) : undefined;
    case 'status': {
      const exclusion = rest.some((text) => text.startsWith('--ignored')) ? [] : ['--exclude-standard'];
      return run('ls-files', ['--cached', '--others', ...exclusion]);
    }
    case 'check-ignore':
      return run('ls-files', ['--others', '--ignored', '--exclude-standard']);
    default:
      return undefined;
  }
}

/** Options that choose among the names. */
function isPassed(text: string): boolean {
  return /^(?:--|-[mdocikw\d]+|--(?:cached|staged|others|ignored|modified|deleted|exclude-standard|diff-filter=.*|all|no-index|untracked|merge-base|max-count=.*|since=.*|after=.*))$/.test(
    text,
  );
}

/** Returns the arguments of `echo` or `printf`, and the text that they print. */
export function echoed(name: string, args: readonly Field[]): readonly string[] {
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
