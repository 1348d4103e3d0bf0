import { createHash } from 'node:crypto';
import { basename, relative, resolve } from 'node:path';
import { closeSync, statSync } from 'node:fs';
import { Failure } from '../../core/failures.ts';
import { openToRead, readAtMost } from '../../node/files/openFile.ts';
import {
  hasPolicyConsent,
  type PolicyIdentity,
  remotePolicyIdentity,
} from '../../node/credentials/policyConsents.ts';
import { realFile } from '../../node/files/realPath.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';

export interface RunCommand {
  readonly names: readonly string[];
  readonly command: readonly string[];
}

export const isVariableName = (name: string): boolean => /^[a-z_]\w*$/i.test(name);

/** Files of a project that say what its usual commands do. */
const definitions = (
  'package.json Makefile makefile GNUmakefile justfile Justfile Taskfile.yml Rakefile ' +
  'docker-compose.yml docker-compose.yaml compose.yml compose.yaml pyproject.toml tox.ini setup.cfg ' +
  'Cargo.toml composer.json pom.xml build.gradle build.gradle.kts manage.py'
).split(' ');

/**
 * Returns by what a consent names a command line in a folder: it holds for exactly these words and, by their digests, for
 * the files that say what they do: those of the project that programs read, and those that the words name.
 */
export function runIdentity(folder: string, { names, command }: RunCommand): PolicyIdentity {
  const real = realFile(folder) ?? folder;
  const named = command.filter((word) => word.length < 1_000 && !word.startsWith('-'));
  const [program = ''] = command;
  // Node and Bun add endings to the name of a script, and Windows adds them to the name of a program.
  const scripts = interpreters.test(nameOf(program))
    ? named.flatMap((word) => [`${word}.js`, `${word}.ts`])
    : [];
  const paths = [...definitions, ...named, ...scripts, `${program}.com`, `${program}.exe`];
  const files = [...new Set(paths.map((path) => resolve(real, path)))].sort();
  const digests = files.flatMap((path) => {
    const bytes = bytesIfFile(path);
    return bytes ? [[relative(real, path), createHash('sha256').update(bytes).digest('hex')]] : [];
  });
  const address = JSON.stringify(['run', real, [...names].sort(), command]);
  return remotePolicyIdentity(address, Buffer.from(JSON.stringify(digests)));
}

/** Bytes of a file that a command line names. */
const largest = 256 * 1024 * 1024;

/** @throws {Failure} `storage` for a file that cannot be read, so that no consent names it. */
function bytesIfFile(path: string): Buffer | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const file = openToRead(path);
  try {
    const bytes = readAtMost(file, largest);
    if (bytes) return bytes;
  } finally {
    closeSync(file);
  }
  throw new Failure('storage', `${path} is too large for a consent`);
}

/** Programs that print variables, or run what their arguments say; an agent could print a secret with them. */
const neverAlone =
  /^(?:env|printenv|set|export|declare|typeset|eval|exec|xargs|sudo|doas|su|ssh|watch|find|script|expect|tmux|screen|busybox|nohup|nice|time|timeout|stdbuf|setsid|strace|gdb|cmd|conhost|forfiles|winpty|wsl|powershell|pwsh|npx|bunx|uvx|dlx|awk|gawk|mawk|jq|sed|tee|cat|echo|printf|curl|wget|nc|ncat)$/i;

/** Interpreters, which run a script that they name, and no code of a command line. */
const interpreters =
  /^(?:(?:ba|[zkca]|da|fi|tc)?sh|node|nodejs|deno|bun|py|python[\d.]*w?|pypy\d*|ruby|irb|perl|php|lua|Rscript|osascript|tclsh)$/i;
const code = /^(?:-|-[A-DF-Zabdf-oqs-z]*[Ecepr].*|--(?:eval|print|command|exec|require|import).*|eval|repl)$/;

const nameOf = (program: string): string =>
  basename(program.replaceAll('\\', '/')).replace(/\.(?:exe|com|cmd|bat)$/i, '');

/** Returns why an agent may never start a command line with secrets, or undefined. */
export function whyNeverForAgents({ command }: RunCommand): string | undefined {
  const [program = '', ...args] = command;
  const name = nameOf(program);
  if (neverAlone.test(name)) return `${name} can print every secret that it gets`;
  if (!interpreters.test(name)) return undefined;
  const script = args.find((arg) => !arg.startsWith('-'));
  return script === undefined || args.some((arg) => code.test(arg))
    ? `${name} can run any code with the secrets that it gets`
    : undefined;
}

/** Returns the command of `service-cli run [--with NAME…] [--mask] -- COMMAND…`; undefined for another form. */
function parseRun(args: readonly string[]): RunCommand | undefined {
  const end = args.indexOf('--');
  if (end < 0) return undefined;
  const names: string[] = [];
  let isName = false;
  for (const arg of args.slice(0, end)) {
    if (arg === '--with' || arg === '--mask') isName = arg === '--with';
    else if (isName && isVariableName(arg)) names.push(arg);
    else return undefined;
  }
  return { names, command: args.slice(end + 1) };
}

/** Returns why an agent may not start `service-cli run …`, or undefined. @throws {Failure} for unreadable consents */
export function whyAgentRunRefused(
  env: NodeJS.ProcessEnv,
  folder: string,
  args: readonly string[],
): string | undefined {
  const run = parseRun(args);
  if (!run) return 'its form is not: --with NAME -- COMMAND';
  const home = serviceHome(env, [folder]);
  const why = whyNeverForAgents(run);
  if (why !== undefined || hasPolicyConsent(home, runIdentity(folder, run))) return why;
  return 'the user has not allowed exactly this command line, or a file that it uses has changed';
}
