import { isRemover, plainName } from './removers.ts';

/** Programs that change none of the files that they name. Others may, because their arguments can mean anything. */
const readers = new Set(
  (
    'awk basename bat biome cal cat cd clear cmp code column comm cksum cursor cut date df diff dirname du echo emacs eslint eza exa false fd ' +
    'file find fold free gawk getfacl git grep egrep fgrep rg ag ack head hexdump host hostname id jq yq less ls lsof md5sum more nano nl node ' +
    'od open paste perl ping popd prettier print printf ps pushd pwd python python3 ruby readlink realpath rev sed seq sha1sum sha256sum sleep sort ' +
    'split stat strings tac tail test [ [[ time tr tree true type uname uniq uptime vi vim nvim wc which whereis whoami xxd ' +
    'get-content gc select-string test-path get-childitem dir findstr write-host write-output sls'
  ).split(' '),
);

/** Arguments with which such a program changes files all the same. Each argument begins with a line break. */
const writesWith: Readonly<Record<string, RegExp>> = {
  sed: /\n(?:-[a-zA-Z]*i|--in-place)|\n[^\n]*\bw\s+\S/,
  awk: /\n-i\n?inplace|>/,
  gawk: /\n-i\n?inplace|>/,
  perl: /\n-[a-zA-Z]*i|open|unlink|rename|link/,
  jq: /^$/,
  yq: /\n(?:-[a-zA-Z]*i|--inplace)/,
  find: /\n-(?:delete|exec|ok|fprint|fls)/,
  sort: /\n(?:-[a-zA-Z]*o|--output)/,
  git: /\n(?:checkout|restore|rm|mv|clean|apply|commit|push|merge|rebase|am|cherry-pick|config|-c|--config-env[^\n]*)(?=\n|$)/,
  node: /write|append|unlink|rename|\brm|copy|link|truncate|policy|integrate|auth|config|\.[cm]?[jt]s(?:\n|$)/i,
  python: /\n(?!-m\njson\.tool)/,
  python3: /\n(?!-m\njson\.tool)/,
  ruby: /write|delete|unlink|rename|link|\.rb\n/i,
};

/** Code of an interpreter that only reads. */
const readingCode =
  /^\n-c\n(?![\s\S]*(?:write|['"][wa]b?\+?['"]|dump\(|remove|unlink|rename|rmtree|move|copy|link|truncate|chmod|system|subprocess|popen|pty|exec))/i;

/** Whether a call of a program changes no file that it names. */
export function onlyReads([program = '', ...args]: readonly string[]): boolean {
  const name = plainName(program);
  if (!readers.has(name)) return false;
  const text = args.map((arg) => `\n${arg}`).join('');
  if (name.startsWith('python') && readingCode.test(text)) return true;
  return writesWith[name]?.test(text) !== true;
}

/** Programs of which only the last argument is written. */
const lastOnly = new Set(['cp', 'install', 'scp', 'copy', 'copy-item', 'cpi']);

/** Returns the texts of a call that may name a file that it changes. */
export function targetsOf([program = '', ...args]: readonly string[]): readonly string[] {
  const name = plainName(program);
  const isGit =
    name === 'git' &&
    !/^(?:checkout|restore|rm|mv|clean)$/.test(args.find((arg) => !arg.startsWith('-')) ?? '');
  if (isGit) return [];
  const into = args.findIndex((arg) => arg === '-t' || arg.startsWith('--target-directory'));
  const named = lastOnly.has(name) && into < 0 ? args.slice(-1) : args;
  return [...new Set(named.flatMap(pathsIn))].filter((path) => path !== '' && path.length < 1_024);
}

/** Returns an argument, its value (`of=x`, `--file=x`), and the words of code. */
function pathsIn(arg: string): readonly string[] {
  const value = /^[\w-]+=([\s\S]+)$/.exec(arg)?.[1];
  const words = /[\s"'(),;]/.test(arg) ? arg.split(/[\s"'`(),;=<>]+/).slice(0, 500) : [];
  return [...(arg.startsWith('-') ? [] : [arg]), ...(value === undefined ? [] : [value]), ...words];
}

/** Programs whose last argument is where the others go. */
const movers = /^(?:mv|move|move-item|mi|ln)$/;

/** Programs that copy folders, the options with which they remove the sources or what the target has besides, and its place. */
const copiers = {
  rsync: { option: /^-/, moves: /^--remove-source-files$/, mirrors: /^--del/, target: -1 },
  robocopy: { option: /^\//, moves: /^\/move?$/i, mirrors: /^\/(?:mir|purge)$/i, target: 1 },
};

/** Returns the texts of a call that may name a folder which it removes, moves or replaces with all that is in it. */
export function removedBy([program = '', ...args]: readonly string[]): readonly string[] {
  const name = plainName(program);
  if (!isRemover(program)) return [];
  if (name === 'rsync' || name === 'robocopy') {
    const { option, moves, mirrors, target } = copiers[name];
    const folders = args.filter((arg) => !option.test(arg));
    const has = (one: RegExp): boolean => args.some((arg) => one.test(arg));
    return [...(has(moves) ? folders.slice(0, -1) : []), ...(has(mirrors) ? folders.slice(target) : [])];
  }
  return targetsOf([program, ...(movers.test(name) ? args.slice(0, -1) : args)]);
}
