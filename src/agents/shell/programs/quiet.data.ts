/**
 * Programs that print nothing of the files that their arguments name. An expression is compared with the arguments, of
 * which each begins with a line break. Any other program is taken for one that prints.
 *
 * Expressions are functions, because a hook starts for each command, and making all of them takes as long as the rest of
 * the check.
 */
export interface Quiet {
  readonly names: string;
  /** The program prints when its arguments match. */
  readonly unless?: () => RegExp;
  /** The program prints unless its arguments match. */
  readonly only?: () => RegExp;
  /** Its messages quote lines of files, so that it is quiet for source code only. */
  readonly quotesLines?: true;
}

export const quietPrograms: readonly Quiet[] = [
  // Names, sizes, rights and digests of files.
  {
    names: 'ls dir vdir exa eza lsd stat df test [ [[ realpath readlink basename dirname locate fdfind',
  },
  {
    names:
      'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5 lsattr getfacl lsof fuser',
  },
  { names: 'tree', unless: () => /\n--(?:from|info|gitfile)/ },
  { names: 'du wc', unless: () => /\n--files0-from/ },
  { names: 'file', unless: () => /\n(?:-[a-zA-Z]*[fm]|--files-from|--magic-file)/ },
  { names: 'date', unless: () => /\n(?:-f|--file)/ },
  // Changes of files and folders.
  {
    names:
      'rm rmdir unlink shred chmod chown chgrp chattr setfacl touch mkdir mktemp mkfifo truncate sponge trash trash-put',
  },
  { names: 'tee', unless: () => /\n\/dev\// },
  // Parts of the shell.
  {
    names:
      'cd pushd popd pwd which whereis type hash true false : sleep kill pkill wait jobs exit return break continue',
  },
  { names: 'bind', unless: () => /\n-f/ },
  { names: 'history', unless: () => /\n-[a-z]*[rnas]/ },
  {
    names: 'shift local unset alias unalias umask ulimit shopt getopts let complete function select in',
  },
  {
    names:
      'then else do done fi esac { } ( ) ;; if elif while until for case ! set export declare typeset readonly',
  },
  { names: 'echo printf print cal seq uname hostname whoami id groups uptime free clear reset tput' },
  // Programs that show a file to the user only.
  { names: 'open xdg-open code cursor codium subl nano micro pico gedit kate idea webstorm' },
  { names: 'vi vim nvim', unless: () => /\n[-+]/ },
  { names: 'emacs', unless: () => /\n[-+]/ },
  // Compilers, linters and test runners, which use files and report on them.
  {
    names:
      'tsc jest vitest mocha ava pytest py.test rspec phpunit eslint biome oxlint stylelint mypy pyright pylint flake8',
    quotesLines: true,
  },
  { names: 'gcc g++ cc c++ clang clang++', quotesLines: true, unless: () => /\n(?:-[EMx]|-include|@)/ },
  { names: 'rustc javac kotlinc swiftc', quotesLines: true, unless: () => /\n@/ },
  {
    names: 'cargo dotnet mvn mvnw gradle gradlew',
    quotesLines: true,
    unless: () => /\n(?:run|script|fsi|exec)(?:\n|$)|\n(?:exec:|--args|-Dexec)/,
  },
  {
    names: 'prettier',
    quotesLines: true,
    only: () => /\n(?:-c|-w|-l|--check|--write|--list-different)(?:\n|$)/,
  },
  { names: 'black ruff isort', quotesLines: true, unless: () => /\n(?:--diff|-c|--code|-)(?:\n|$)/ },
  { names: 'gofmt', quotesLines: true, only: () => /\n-[lw]/ },
  {
    names: 'sed gsed perl',
    only: () => /\n-(?:[a-hj-z]{0,6}i|-in-place)/,
    unless: () => /\/dev\/(?:std|tty|fd)|STD(?:OUT|ERR)/,
  },
  {
    names: 'grep egrep fgrep zgrep ggrep rg',
    only: () =>
      /\n(?:-[A-KM-Zabd-km-pr-z]*[Lclq][A-Za-z]*|--quiet|--silent|--count|--files-with(?:out)?-matches|--files)(?:\n|$)/,
  },
  { names: 'diff', only: () => /\n(?:-[a-pr-z]*q[a-z]*|--brief)(?:\n|$)/ },
  { names: 'cmp', only: () => /\n(?:-s|--silent|--quiet)(?:\n|$)/ },
  // Services that receive a file.
  {
    names: 'kubectl oc',
    only: () => /\n(?:apply|create|delete|replace)\n/,
    unless: () => /\n(?:-o|--output|-v|--edit)/,
  },
  { names: 'helm', only: () => /\n(?:install|upgrade|lint)\n/, unless: () => /\n--(?:dry-run|debug)/ },
  { names: 'terraform tofu', only: () => /\n(?:init|plan|apply|destroy|validate|fmt)(?:\n|$)/ },
  { names: 'ansible-playbook vercel netlify fly flyctl wrangler', unless: () => /\n-v{2,}|\nprint/ },
  { names: 'gh', unless: () => /^\n(?:gist|api|auth\ntoken|release\nupload)|\n(?:-F|--body-file|--input)/ },
  { names: 'docker podman', only: () => /^\n(?:secret|config)\ncreate\n/ },
  { names: 'ssh-add ssh-copy-id' },
  { names: 'ssh-keygen', unless: () => /\n-[ye]/ },
  { names: 'direnv', only: () => /\n(?:allow|deny|edit|block|reload)/ },
];

/** Options of any program whose value is a file that the program uses or writes without printing it. */
export const usedOption =
  /^(?:--(?:env-file|kubeconfig|vault-password-file|secret|private-key|identity-file|output|out|outfile|output-file|userconfig|netrc-file|cacert|cert|key|password-file|passphrase-file|defaults-file|defaults-extra-file)|-var-file|-out|-keyout|-inkey|-CAkey|-signkey)$/;

/** Options of any program whose value is a pattern of files that it leaves out. */
export const excludingOption = /^--(?:exclude|ignore)(?:-\w+)?$/;

/** Options of any program whose value is a text for people. */
export const proseOption =
  /^(?:-m|--(?:message|title|body|description|notes?|subject|comment|summary|label|reason|prompt))$/;

/** Options whose value is data that a program sends. */
export const dataOption = /^(?:-[dH]|--(?:data(?:-\w+)?|json|header))$/;

const testRunner = /^(?:test|tests|e2e|vitest|jest|mocha|playwright|cypress|ava|rspec|ctest)$/;
const scriptRunner = /^(?:npm|pnpm|yarn|bun|deno|go|cargo|make|just|task|bundle|mix|dotnet)$/;
/** Options that select tests by their names. */
export const testOption = /^(?:-[gtk]|--(?:grep|test-name-pattern|testNamePattern))$/;

/** Whether a program runs tests, by itself or as a script of the project. */
export function isTestRun(name: string, args: readonly string[]): boolean {
  return testRunner.test(name) || (scriptRunner.test(name) && args.some((text) => testRunner.test(text)));
}

/** Options of one program with such a value. */
export const usedOptionOf: Readonly<Record<string, RegExp>> = {
  ssh: /^-[iF]$/,
  scp: /^-[iF]$/,
  sftp: /^-[iF]$/,
  curl: /^-[oE]$/,
  wget: /^-O$/,
  openssl: /^-key$/,
  dotenv: /^-[efc]$/,
  dotenvx: /^-f$/,
  'env-cmd': /^-f$/,
  docker: /^-f$/,
  'docker-compose': /^-f$/,
};
