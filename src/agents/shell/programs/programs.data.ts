function set(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

export const shells = set('sh bash zsh dash ksh mksh ash fish rbash yash bash5 csh tcsh hush');

/** Returns an object that has the value for each of the names. */
export function each<T>(names: string, value: T): Readonly<Record<string, T>> {
  return Object.fromEntries(names.split(' ').map((name) => [name, value]));
}

/** Programs and words of the shell that run another program, with the options that take a value. */
export const wrappers: Readonly<Record<string, RegExp>> = {
  sudo: /^-[ugpChrtTDR]$/,
  doas: /^-[uC]$/,
  env: /^(?:-[uSCP]|--unset|--chdir)$/,
  timeout: /^(?:-[ks]|--signal|--kill-after)$/,
  gtimeout: /^-[ks]$/,
  nice: /^-n$/,
  ionice: /^-[cnp]$/,
  time: /^-[fo]$/,
  stdbuf: /^-[ioe]$/,
  exec: /^-a$/,
  taskset: /^-[cp]$/,
  caffeinate: /^-[tw]$/,
  npx: /^(?:-p|--package)$/,
  ...each('proxychains proxychains4', /^-f$/),
  ...each(
    'nohup setsid unbuffer command builtin noglob nocorrect coproc chroot chrt arch linux32 linux64 busybox toybox bunx pnpx firejail eatmydata fakeroot then else elif do if while until ! {',
    /^$/,
  ),
};

/** Wrappers with an argument of their own before the program. */
export const wrappersWithArgument = set('timeout gtimeout chroot taskset chrt');

/** Programs whose arguments or input contain code in a language of their own. */
export const interpreters = set(
  'python python2 python3 pypy pypy3 ipython node nodejs deno bun tsx ts-node perl perl5 raku ruby irb php lua luajit Rscript R julia awk gawk mawk nawk goawk sed gsed ed ex vi vim nvim emacs osascript tclsh wish expect guile racket scala groovy elixir iex erl ghc runghc swift jshell sqlite3 psql mysql mariadb duckdb nix nix-instantiate dhall jsonnet terraform tofu cpp gcc g++ cc clang gdb lldb bc dc m4 pwsh powershell qjs d8 janet sbcl clojure clj bb crystal nim dart kotlin octave gnuplot nu xonsh elvish make gmake just cmake ghci ocaml',
);

/** Ends of the names of files that an interpreter runs instead of printing them. */
export const scriptName =
  /\.(?:py|pyw|js|mjs|cjs|jsx|ts|mts|cts|tsx|rb|pl|pm|php|lua|[rRm]|jl|awk|sed|sh|bash|zsh|ksh|fish|tcl|exp|scm|rkt|scala|groovy|exs?|erl|hs|swift|ps1|sql|nu|clj|cr|nim|dart|kts?|gp|mk|cmake|ml|go)$|(?:^|\/)(?:Makefile|GNUmakefile|makefile|justfile|CMakeLists\.txt)$/;

/** Ends of the names of source files of which a compiler makes programs. */
export const codeName =
  /\.(?:go|rs|[cmd]|cc|cpp|cxx|java|kts?|scala|cs|fs|vb|zig|swift|nim|cr|v|hs|ml|[jt]sx?|py|rb)$/;

/** Programs that print nothing of a file but make a program of it, which may run then. */
export const compilers = set('rustc javac kotlinc swiftc tsc cargo dotnet mvn mvnw gradle gradlew');

/** Arguments with which a program runs the code in its input. */
export const evaluators = /^(?:console|repl|eval|shell|tinker|runner|\/dev\/(?:stdin|fd\/0))$/;

/** Programs that print a file, or lines of it. Lists of files from other programs are followed to these only. */
export const printers = set(
  'cat tac nl head tail less more most bat batcat view pg xxd od hexdump hd strings base64 base32 basenc uuencode rev cut paste sort uniq tr fold fmt pr column expand unexpand sed gsed awk gawk mawk nawk diff sdiff colordiff comm join jq yq xq gojq dasel mlr csvcut xmllint pv dd look iconv openssl gpg zcat gzcat bzcat xzcat zstdcat lz4cat gzip bzip2 xz zstd tar zip cpio ar pandoc highlight pygmentize ccat glow mdcat lolcat envsubst cpp shuf split csplit tsort ptx curl wget http nc ncat socat scp rsync read mapfile readarray grep egrep fgrep rg ag ack ggrep zgrep ugrep vimdiff delta dotenv xclip pbcopy clip wl-copy cowsay figlet python python3 node perl ruby php bash sh zsh vi vim ed ex',
);

/** Programs among them that send their arguments to another machine without printing them. */
export const networkPrinters = set(
  'curl wget http nc ncat socat scp rsync openssl gpg read mapfile readarray',
);

/** Programs that print their arguments: as their result, or in an error when no file has the name. */
export const showsArguments = set(
  'ls dir vdir exa eza lsd stat file basename dirname realpath readlink expr seq date logger du wc df md5sum sha1sum sha256sum sum cksum rm rmdir mv cp ln mkdir touch chmod chown find tree cd pushd kill sleep id let : figlet cowsay banner toilet notify-send say truncate which type command hash getent host dig ping xargs',
);

/** Programs that print their input as it is, or lines of it. */
export const textPrinters = set('cat tee head tail nl sed grep awk tr cut sort');

/** Programs that print their input, or the files of their arguments, with or without changes. */
export const textFilters = set(
  'cat tac head tail nl sed gsed awk gawk mawk tr cut sort uniq rev fold fmt column paste comm diff join shuf strings tee xargs base64 openssl xxd pr expand unexpand less more bat',
);

/** Filters that put words of their input into texts of their own. */
export const editors = set('sed gsed awk gawk mawk paste xargs');

/** Programs that search folders, and the class of their options. */
export const searchers: Readonly<Record<string, 'grep' | 'rg'>> = {
  ...each('grep egrep fgrep ggrep zgrep bzgrep rgrep', 'grep'),
  ...each('rg ripgrep ag ack ack-grep ugrep pt sift', 'rg'),
};

/** Programs that take names of files from their input. */
export const takesNames = set('cpio pax');

/** Programs that run something in a container, where paths have other folders. */
export const containers = set(
  'ssh docker podman nerdctl docker-compose podman-compose finch buildah kubectl oc vagrant multipass limactl lima colima distrobox toolbox lxc incus',
);

/** Programs that print the first or the second argument of a filter language, which is not the name of a file. */
export const filters = set('jq yq xq gojq dasel jaq');

/** Programs that can print secrets which are in no file of the project. */
export const secretHolders = set(
  'kubectl oc docker podman nerdctl finch aws gcloud az vault bao op bw pass gopass gh security secret-tool doppler heroku git gpg gpg2',
);

/** Commands that set the environment of others by the output of a substitution, and print none of it. */
export const environmentSetters = set('export env');

/** Commands that print secrets from a place that cannot be checked, with a way that shows less. */
export const secretPrinters: readonly (readonly [command: RegExp, advice: string])[] = [
  [
    /^(?:kubectl|oc)\n(?:.*\n)?get\n(?:.*\n)*?(?:secrets?|all)(?:[/,\n].*)?\n(?:.*\n)*?(?:-o|--output|--template)/,
    'Ask for the names only: kubectl get secrets',
  ],
  [
    /^(?:docker|podman|nerdctl|finch)\n(?:container\n)?inspect\n(?!(?:.*\n)*?(?:-f|--format)[=\n]?(?!.*(?:[Ee]nv|\{\{\s*(?:json )?\.(?:Config)?\s*\}\})))/,
    'Name the fields with --format',
  ],
  [/^aws\n(?:.*\n)*?secretsmanager\n(?:batch-)?get-secret-value/, 'Describe the secret instead'],
  [
    /^aws\n(?:.*\n)*?ssm\nget-parameters?(?:-by-path)?\n(?:.*\n)*?--with-decryption/,
    'Leave --with-decryption out',
  ],
  [/^aws\n(?:.*\n)*?configure\n(?:get\naws_secret|export-credentials)/, 'Run aws sts get-caller-identity'],
  [
    /^gcloud\n(?:.*\n)*?(?:secrets\nversions\naccess|auth\n(?:application-default\n)?print-)/,
    'Describe the secret instead',
  ],
  [/^az\n(?:.*\n)*?(?:keyvault\nsecret\n(?:show|download)|account\nget-access-token)/, 'List the names only'],
  [/^(?:vault|bao)\n(?:kv\nget|read)/, 'List the names only: vault kv list'],
  [/^op\n(?:read|item\nget|inject)/, 'List the names only: op item list'],
  [/^bw\nget/, 'List the names only'],
  [
    /^(?:pass|gopass)\n(?:show\n|[^\n]+\n?$)(?!ls|list|find|grep|insert|edit|generate|rm|mv|cp|git|init|version|help)/,
    'List the names only: pass ls',
  ],
  [/^gh\nauth\n(?:token|status\n(?:.*\n)*?(?:-t|--show-token))/, 'Run gh auth status'],
  [/^security\n(?:find-(?:generic|internet)-password|dump-keychain)\n(?:.*\n)*?(?:-w|-g|-d)/, 'Leave -w out'],
  [/^secret-tool\n(?:lookup|search)/, 'Ask the user'],
  [/^doppler\nsecrets(?!\n--only-names)/, 'Add --only-names'],
  [/^heroku\nconfig(?!:(?:set|unset|add|remove|edit)(?:\n|$))/, 'Ask the user'],
  [/^git\ncredential(?:-\w+)?\n(?:fill|get)/, 'Ask the user'],
  [/^gpg2?\n(?:.*\n)*?--export-secret/, 'Ask the user'],
];

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
  ...each('ssh scp sftp', /^-[iF]$/),
  curl: /^-[oE]$/,
  wget: /^-O$/,
  openssl: /^-key$/,
  dotenv: /^-[efc]$/,
  ...each('dotenvx env-cmd docker docker-compose', /^-f$/),
};
