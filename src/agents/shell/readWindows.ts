import { addCode, readsListing } from './candidates.ts';
import type { Facts } from './facts.ts';
import type { PosixContext } from './state.ts';
import { fieldOfText } from './syntax/glob.ts';

/** Commands that print nothing of the files that their arguments name, in lower case. */
const quiet: Readonly<Record<'powershell' | 'cmd', ReadonlySet<string>>> = {
  powershell: new Set(
    'get-childitem gci ls dir test-path remove-item ri rm rmdir del erase rd new-item ni mkdir md rename-item rni set-content sc add-content ac clear-content get-item gi get-acl get-filehash resolve-path rvpa split-path join-path set-location sl cd chdir push-location pushd pop-location popd get-location pwd write-host write-output echo write-verbose measure-object start-sleep sleep out-null set-itemproperty where.exe git npm pnpm yarn node python dotnet tsc eslint if else exit return code cursor notepad'.split(
      ' ',
    ),
  ),
  cmd: new Set(
    'dir ls del erase rd rmdir md mkdir cd chdir pushd popd attrib ren rename echo if exist where cls title exit pause ver vol icacls tree git npm npx pnpm yarn node python dotnet tsc eslint code cursor notepad rem setlocal endlocal'.split(
      ' ',
    ),
  ),
};

/** Programs among the quiet ones whose arguments may be code or the name of a file. */
const general =
  /^(?:git\s+(?:show|diff|log|cat-file|blame|grep)|(?:node|python)\s+-|npx\s|dotnet\s+(?:script|fsi|run)\s)/i;

/** Commands and functions that read a file. `for /f` of cmd reads names from it. */
const reads = /\b(?:get-content|gc|cat|type|ReadAll\w+|for \/f)\b/i;

/**
 * Adds what a command line of PowerShell or cmd prints to the facts. Every word of a statement that may name a file
 * counts, unless the statement begins with a command that is known to print nothing of its files.
 */
export function readWindows(
  command: string,
  shell: 'powershell' | 'cmd',
  facts: Facts,
  context: PosixContext,
): void {
  const plain = (
    shell === 'powershell' ? command.replaceAll(/`(?:\r?\n)?/g, '') : command.replaceAll('^', '')
  )
    .replaceAll(/\$PWD\b|\$\(pwd\)|\$PSScriptRoot\b|%CD%|%~dp0(?=[\\/])/gi, '.')
    .replaceAll('%~dp0', './');
  // Here a `*` matches a dot at the beginning of a name, too.
  facts.matchesDots = true;
  for (const [, code = ''] of plain.matchAll(/\s[-/]e(?:c|nc\w*)?\s+["']?([a-z\d+/]{8,}={0,2})/gi))
    readWindows(Buffer.from(code, 'base64').toString('utf16le'), 'powershell', facts, context);
  const resolved = withFolders(plain, context);
  for (const statement of statementsOf(resolved, shell))
    readStatement(statement, shell, facts, { command: resolved, context });
  addRenamed(resolved, facts);
  const names =
    shell === 'powershell'
      ? plain.matchAll(/(?:\$\{?env:|\benv:[\\/]?|GetEnvironmentVariable\(["'])(\w+)/gi)
      : plain.matchAll(/[%!](\w+)(?::[^%!]*)?[%!]/g);
  for (const [, name = ''] of names) facts.variables.add(name);
}

const homeName = String.raw`(?:HOME|env:(?:HOME|USERPROFILE))`;

/** The home folder of the user, as PowerShell, cmd and programs name it. */
const homeFolder = new RegExp(
  String.raw`\$\(\$${homeName}\)|\$\{${homeName}\}|\$${homeName}\b|%(?:HOME|USERPROFILE|HOMEDRIVE%%HOMEPATH)%|(?<=^|[\s"'=(,;|<])~(?=[\\/\s"';|&]|$)`,
  'gi',
);

/** A variable of the environment at the beginning of a path. */
const folderVariable = /(?:\$\(\$env:(\w+)\)|\$\{env:(\w+)\}|\$env:(\w+)|%(\w+)%)(?=[\\/])/gi;

/** Writes folders in place of the variables that name them, with `?`, which matches it, for each sign that ends a name. */
function withFolders(text: string, { home, environment }: PosixContext): string {
  return text
    .replaceAll(homeFolder, () => asPattern(home))
    .replaceAll(folderVariable, (whole, ...groups: (string | undefined)[]) => {
      const name = groups.slice(0, 4).find((group) => group !== undefined) ?? '';
      const [, value] =
        Object.entries(environment).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? [];
      return value === undefined ? whole : asPattern(value);
    });
}

const asPattern = (folder: string): string => folder.replaceAll(/[\s'"`()[\]{}<>|;&,=$#]/g, '?');

/** Returns the folder for which {@link withFolders} wrote a path. */
function folderOf(path: string, { home, environment }: PosixContext): string {
  const folders = [home, ...Object.values(environment)].filter((folder) => folder !== undefined);
  const start = folders.find((folder) => folder !== '' && path.startsWith(asPattern(folder)));
  return start === undefined ? path : start + path.slice(start.length);
}

function readStatement(
  statement: string,
  shell: 'powershell' | 'cmd',
  facts: Facts,
  { command, context }: { readonly command: string; readonly context: PosixContext },
): void {
  const text = statement.trim().replace(/^[@({\s]+/, '');
  for (const inner of innerStatements(text, shell)) readStatement(inner, shell, facts, { command, context });
  const words = [...text.matchAll(/"([^"]*)"|'([^']*)'|[^\s"'|<>&]+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
  if (words.length > 0) facts.calls.push(words.map((word) => fieldOfText(slashes(word))));
  for (const [, target = ''] of text.matchAll(/>\s*["']?([^\s"'|&;<>]+)/g))
    facts.written.push(fieldOfText(slashes(target)));
  const [, name = ''] = /^["']?([^\s"'(]+)/.exec(text) ?? [];
  const program = name
    .toLowerCase()
    .replace(/^.*[\\/]/, '')
    .replace(/\.exe$/, '');
  const [, folder] =
    /^(?:cd|chdir|sl|set-location|pushd|push-location)\s+(?:\/d\s+|-(?:literal)?path\s+)?["']?([^"'&|;]+)/i.exec(
      text,
    ) ?? [];
  if (folder !== undefined) facts.folders.push(slashes(folderOf(folder.trim(), context)));
  if (printsEnvironment(text, shell)) facts.printsEnvironment = true;
  const isPiped = /\|\s*(?:get-content|gc|cat|type|foreach-object|select-string|sls)\b|\|\s*%/i.test(text);
  const input = /<\s*(?!<)/.test(text);
  if (
    quiet[shell].has(program) &&
    !general.test(text) &&
    !isPiped &&
    !input &&
    !/\$\(|\[(?:System\.)?IO\.|\(\s*(?:get-content|gc|cat|type|sls|select-string)\b/i.test(text)
  )
    return;
  // The last argument of a copy is the file that it writes.
  const isCopy = /^(?:copy|xcopy|move|copy-item|cpi|cp|move-item|mi|mv)$/.test(program);
  const withoutTarget = (isCopy ? text.replace(/\s\S+\s*$/, '') : text).replaceAll(/\d?>>?\s*[^\s|&;]+/g, '');
  addCode(slashes(withoutTarget), facts);
  // PowerShell writes a quote in a name twice.
  for (const [, single, double = ''] of withoutTarget.matchAll(/'((?:[^']|'')+)'|"((?:[^"]|"")+)"/g))
    facts.addText(slashes(single?.replaceAll("''", "'") ?? double.replaceAll('""', '"')));
  if (readsComputed(text)) addComputed(command, facts);
  if (isPiped || readsListing(withoutTarget)) addListing(withoutTarget, facts);
}

/** Returns the statements that a condition or a loop runs. */
function innerStatements(text: string, shell: 'powershell' | 'cmd'): readonly string[] {
  if (shell === 'powershell')
    return /^(?:if|elseif|else|while|foreach|for|switch|try|finally|catch|do)\b/i.test(text)
      ? text.split(/[{}]/).slice(1)
      : [];
  const words = text.split(/\s+/);
  let at = /^(?:if|else)$/i.test(words[0] ?? '') ? 1 : 0;
  if (at === 0) return [];
  while (/^(?:\/i|not|else)$/i.test(words[at] ?? '')) at++;
  // `exist NAME`, `defined NAME`, `a==b` or `a EQU b`.
  const isWordy = /^(?:exist|defined)$/i.test(words[at] ?? '');
  const isCompared = /^(?:==|equ|neq|lss|leq|gtr|geq)$/i.test(words[at + 1] ?? '');
  return [words.slice(at + (isWordy ? 2 : isCompared ? 3 : 1)).join(' ')];
}

/** Adds files that get another name, if the command line uses it, and what it packs into an archive that it prints. */
function addRenamed(text: string, facts: Facts): void {
  for (const [, from = '', to = ''] of text.matchAll(
    /\b(?:ren|rename|rename-item|rni|mklink(?:\s+\/\w)*)\s+["']?([^\s"']+)["']?\s+["']?([^\s"'&;|]+)/gi,
  ))
    for (const [name, other] of [
      [from, to],
      [to, from],
    ] as const)
      if (text.split(other).length > 2) facts.addText(slashes(name));
  if (/\btar(?:\.exe)? -?[a-zA-NP-Z]*O/.test(text) && /\btar(?:\.exe)? -?[abd-zA-Z]*c/.test(text))
    facts.searches.push({ path: '.' });
}

function printsEnvironment(text: string, shell: 'powershell' | 'cmd'): boolean {
  return shell === 'powershell'
    ? /(?:^|[\s|;(])(?:get-childitem|gci|ls|dir|get-item|gi|get-content|gc|cat|type)\s+(?:-(?:literal)?path\s+)?["']?env:[\\/]?\*?["']?(?:$|[\s|;)])|GetEnvironmentVariables|^(?:printenv|env)(?:\s|$)/i.test(
        text,
      )
    : /^set(?:\s+[^=\s|>]+)?\s*(?:$|[|>])/i.test(text);
}

/** Whether a statement reads a file whose name comes from a variable, from an expression or from a pipeline. */
function readsComputed(text: string): boolean {
  const [, ...rest] = text.split(reads);
  return rest.some((after) => /^[^|]*[$%(]/.test(after)) || /\|\s*(?:get-content|gc|cat|type)\b/i.test(text);
}

/** Adds the names that the texts of a command line compose, and those that git or the files of the command line name. */
function addComputed(command: string, facts: Facts): void {
  const { sources } = facts;
  if (/\bgit\b/i.test(command)) {
    const read = { command: 'ls-files', args: listedByGit(command), folder: '.' } as const;
    facts.addText(sources.referTo({ kind: 'git', read }));
  }
  // One of the files may be a list that names the others.
  if (command.split(reads).length > 2)
    for (const [file] of command.matchAll(/[^\s"'(){}|;,]+/g))
      facts.addText(sources.referTo({ kind: 'words', file: slashes(file) }));
}

/** Returns the paths of the only run of `git ls-files`; none when there are others, or when they cannot be known. */
function listedByGit(command: string): readonly string[] {
  const [, given, ...others] = command.split(/\bgit\s+ls-files\b/i);
  const [arguments_ = ''] = (given ?? '').split(/[|;&)\n]/, 1);
  if (others.length > 0 || command.split(/\bgit\b/i).length > 2 || /[$%(`-]/.test(arguments_)) return [];
  const paths = [...arguments_.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
  return ['--', ...paths.map(slashes)];
}

function addListing(text: string, facts: Facts): void {
  if (!/get-childitem|\bgci\b|\bls\b(?!-files)|\bdir\b/i.test(text)) return;
  const globs = [...text.matchAll(/[^\s"'|]*[*?][^\s"'|]*/g)].map(([glob]) => glob.replace(/^.*[\\/]/, ''));
  facts.searches.push({ path: '.', globs });
}

/** Splits at the signs that separate statements, outside of quotes. A pipeline stays together. */
function statementsOf(text: string, shell: 'powershell' | 'cmd'): string[] {
  const statements: string[] = [];
  let from = 0;
  let quote = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? '';
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === '"' || (char === "'" && shell === 'powershell')) quote = char;
    else if (
      char === '\n' ||
      (char === ';' && shell === 'powershell') ||
      char === '&' ||
      (char === '|' && text[at + 1] === '|')
    ) {
      statements.push(text.slice(from, at));
      from = at + (char === '|' ? 2 : 1);
    }
  }
  return [...statements, text.slice(from)];
}

/** Node takes slashes for separators on Windows too. */
function slashes(text: string): string {
  return text.replaceAll('\\', '/');
}
