/**
 * Programs that print nothing of the files that their arguments name. An expression is compared with the arguments, of
 * which each begins with a line break. Any other program is taken for one that prints.
 */
export interface Quiet {
  /** The program prints when its arguments match. */
  readonly unless?: RegExp;
  /** The program prints unless its arguments match. */
  readonly only?: RegExp;
}

const always: Quiet = {};

function all(names: string, quiet: Quiet = always): Record<string, Quiet> {
  return Object.fromEntries(names.split(' ').map((name) => [name, quiet]));
}

export const quietPrograms: Readonly<Record<string, Quiet>> = {
  // Names, sizes, rights and digests of files.
  ...all('ls dir vdir exa eza lsd tree stat df test [ [[ realpath readlink basename dirname locate fdfind'),
  ...all(
    'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5 lsattr getfacl lsof fuser',
  ),
  ...all('du wc', { unless: /\n--files0-from/ }),
  ...all('file', { unless: /\n(?:-[a-zA-Z]*[fm]|--files-from|--magic-file)/ }),
  ...all('date', { unless: /\n(?:-f|--file)/ }),
  // Changes of files and folders.
  ...all(
    'rm rmdir unlink shred chmod chown chgrp chattr setfacl touch mkdir mktemp mkfifo truncate sponge trash trash-put',
  ),
  ...all('tee', { unless: /\n\/dev\// }),
  // Parts of the shell.
  ...all(
    'cd pushd popd pwd which whereis type hash true false : sleep kill pkill wait jobs exit return break continue',
  ),
  ...all('shift local unset alias unalias umask ulimit shopt getopts let complete bind function select in'),
  ...all(
    'then else do done fi esac { } ( ) ;; if elif while until for case ! set export declare typeset readonly',
  ),
  ...all('echo printf print cal seq uname hostname whoami id groups uptime free history clear reset tput'),
  // Programs that show a file to the user only.
  ...all('open xdg-open code cursor codium subl nano micro pico gedit kate idea webstorm'),
  ...all('vi vim nvim', { unless: /\n(?:-[eEsc]|\+|--cmd|--headless)/ }),
  ...all('emacs', { unless: /\n--?(?:eval|batch|script)/ }),
  // Compilers, linters and test runners, which use files and report on them.
  ...all(
    'tsc jest vitest mocha ava pytest py.test rspec phpunit eslint biome oxlint stylelint mypy pyright pylint flake8',
  ),
  ...all('gcc g++ cc c++ clang clang++', { unless: /\n(?:-[EMx]|-include|@)/ }),
  ...all('rustc javac kotlinc swiftc', { unless: /\n@/ }),
  ...all('cargo dotnet mvn mvnw gradle gradlew'),
  ...all('prettier', { only: /\n(?:-c|-w|-l|--check|--write|--list-different)(?:\n|$)/ }),
  ...all('black ruff isort', { unless: /\n(?:--diff|-c|--code|-)(?:\n|$)/ }),
  ...all('gofmt', { only: /\n-[lw]/ }),
  ...all('sed gsed perl', {
    only: /\n-(?:[a-hj-z]{0,6}i|-in-place)/,
    unless: /\/dev\/(?:std|tty|fd)|STD(?:OUT|ERR)/,
  }),
  ...all('grep egrep fgrep zgrep ggrep rg', {
    only: /\n(?:-[A-KM-Zabd-km-pr-z]*[Lclq][A-Za-z]*|--quiet|--silent|--count|--files-with(?:out)?-matches|--files)(?:\n|$)/,
  }),
  ...all('diff', { only: /\n(?:-[a-pr-z]*q[a-z]*|--brief)(?:\n|$)/ }),
  ...all('cmp', { only: /\n(?:-s|--silent|--quiet)(?:\n|$)/ }),
  // Services that receive a file.
  ...all('kubectl oc', {
    only: /\n(?:apply|create|delete|replace)\n/,
    unless: /\n(?:-o|--output|--dry-run|-v)/,
  }),
  ...all('helm', { only: /\n(?:install|upgrade|lint)\n/, unless: /\n--(?:dry-run|debug)/ }),
  ...all('terraform tofu', { only: /\n(?:init|plan|apply|destroy|validate|fmt)(?:\n|$)/ }),
  ...all('ansible-playbook vercel netlify fly flyctl wrangler', { unless: /\n-v{2,}|\nprint/ }),
  ...all('gh', { unless: /^\n(?:gist|api|auth\ntoken|release\nupload)|\n(?:-F|--body-file|--input)/ }),
  ...all('ssh-add ssh-copy-id'),
  ...all('ssh-keygen', { unless: /\n-[ye]/ }),
  ...all('direnv', { only: /\n(?:allow|deny|edit|block|reload)/ }),
};

/** Options of any program whose value is a file that the program uses or writes without printing it. */
export const usedOption =
  /^(?:--(?:env-file|kubeconfig|vault-password-file|secret|private-key|identity-file|output|out|outfile|output-file|userconfig|netrc-file|cacert|cert|key|password-file|passphrase-file|defaults-file|defaults-extra-file)|-var-file|-out|-keyout|-inkey|-CAkey|-signkey)$/;

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
