import { basename, dirname, resolve } from 'node:path';
import type { WriteRequest } from '../protocol.ts';
import {
  allowComment,
  commentDenial,
  placeholder,
  placeholderDenial,
  type FilePorts,
  textOf,
  whyFolderRefused,
  whyProtected,
} from './checkWrites.ts';
import { protectedBelow } from './protectedNames.ts';
import { hasSwitch } from './contentRules.ts';
import { plainName } from './removers.ts';
import { onlyReads, removedBy, targetsOf } from './writingPrograms.ts';

/** The effects of a command line, as far as it can be read. */
export interface CommandActions {
  readonly text: string;
  readonly calls: readonly (readonly string[])[];
  /** The files into which the shell writes. */
  readonly written: readonly string[];
  /** Assignments of variables, as `NAME=value`. */
  readonly settings: readonly string[];
  /** The folders in which it may run, absolute. */
  readonly folders: readonly string[];
  /** Finding the home takes long where no variable names it. */
  readonly home: () => string;
}

const askUser = 'Ask the user to do it.';

/** Returns why a command line is denied because it would weaken the hooks, or undefined. */
export function whyCommandRefused(actions: CommandActions, ports: FilePorts): string | undefined {
  const { text, calls, written, settings } = actions;
  if ([...settings, ...powerShellSettings(text)].some(hasSwitch))
    return `Blocked: the command would switch hooks off. ${askUser}`;
  const active = calls.filter((call) => !onlyReads(call));
  const reason = firstReason(active, whyCallRefused);
  if (reason !== undefined) return `Blocked: the command ${reason}. ${askUser}`;
  if (placeholder.test(text)) return placeholderDenial;
  if (addsComment(active, written.length > 0 ? [text, ...calls.flat()] : [])) return commentDenial;
  const isAppended = text.includes('>>');
  return (
    firstReason(written, (target) => whyTargetRefused(target, actions, ports, isAppended)) ??
    firstReason(
      active,
      (call) =>
        firstReason(targetsOf(call), (target) => whyTargetRefused(target, actions, ports, false)) ??
        firstReason(removedBy(call), (target) => whyAnyFolderRefused(target, actions, ports)),
    )
  );
}

function firstReason<T>(
  items: readonly T[],
  whyRefused: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const why = whyRefused(item);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Returns the variables that PowerShell would set, as `NAME=value`. */
const powerShellSettings = (text: string): readonly string[] =>
  Array.from(
    text.matchAll(
      /(?:\$\{?env:(?=\w+\}?\s*=)|\b(?:set-item|si|new-item|ni)\s[^;|]{0,99}?\benv:[\\/]?|SetEnvironmentVariable\(\s*["'])(\w+)\W*(?:value\s+)?["']?(\w*)/gi,
    ),
    ([, name, value]) => `${name ?? ''}=${value ?? ''}`,
  );

/** Whether programs or texts of a command line bring the comment into a file; one that `sed` looks for is not new. */
function addsComment(active: readonly (readonly string[])[], texts: readonly string[]): boolean {
  const brought = active.flat().map((word) => word.replaceAll(/\bs([/|#,])(?:\\.|(?!\1)[^\\])*\1/g, 's '));
  return [...texts, ...brought].some((text) => text.includes(allowComment));
}

function whyTargetRefused(
  target: string,
  actions: CommandActions,
  ports: FilePorts,
  isAppended: boolean,
): string | undefined {
  const { text } = actions;
  const keeps = isAppended && !text.includes('!');
  const result: WriteRequest['result'] = (before) => (keeps ? `${before}\n${text}` : undefined);
  return firstReason(pathsOf(target, actions, ports), (path) =>
    whyProtected({ path, added: [text], result }, ports),
  );
}

function whyAnyFolderRefused(target: string, actions: CommandActions, ports: FilePorts): string | undefined {
  const paths = pathsOf(target, actions, ports);
  const folders = paths.flatMap((path) => [path, ...actions.folders.flatMap((open) => upTo(path, open))]);
  return firstReason(folders, (folder) => whyFolderRefused(folder, ports));
}

/** Returns a folder and those above it, below `top`; none if it is not below `top`. */
function upTo(top: string, folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at = folder; at !== top; at = dirname(at)) {
    if (at === dirname(at)) return [];
    folders.push(at);
  }
  return folders;
}

function pathsOf(target: string, { folders, home }: CommandActions, ports: FilePorts): readonly string[] {
  const path = target.replace(/^(?:~|\$HOME|\$\{HOME\}|\$env:USERPROFILE|%USERPROFILE%)(?=[/\\]|$)/i, home);
  return [...new Set(folders.flatMap((folder) => namedBy(resolve(folder, path), ports)))];
}

/** Returns a path, or the protected files that a pattern of the shell may name. */
function namedBy(path: string, ports: FilePorts): readonly string[] {
  const [folder, name] = [dirname(path), basename(path)];
  const first = name.search(/[*?[]/);
  if (first < 0) return [path];
  const start = name.slice(0, first);
  const end = name.slice(1 + Math.max(...['*', '?', ']'].map((sign) => name.lastIndexOf(sign))));
  return protectedBelow(folder).filter((file) => {
    const [part = ''] = file.slice(folder.length + 1).split('/');
    const isMatch = part.startsWith(start) && part.endsWith(end) && (start !== '' || !part.startsWith('.'));
    return isMatch && textOf(file, ports) !== undefined;
  });
}

const serviceCommand =
  /(?:^|[\s/\\"'])service-cli(?:\.cmd|\.js)?["']?\s(?:[^;&|]*\s)?(?:policy\s+(?:trust|allow|revoke)|auth\s+logout|secret\s+(?:set|remove)|config\s+(?:set|unset)|integrate\s[^;&|]*--remove|agents\s[^;&|]*--scrub)(?=[\s"';&|)]|$)/;

/** Returns why the call of a program is refused whatever files it names. */
function whyCallRefused(call: readonly string[]): string | undefined {
  const [program = '', ...args] = call;
  if (plainName(program) === 'git') return whyGitRefused(args);
  // A program of ours under another name: `node …/cli.js`.
  const line = call.map((word) => word.replace(/^.*[/\\](?:cli|commands)\.js$/, 'service-cli')).join(' ');
  // Also as the words of a list in code.
  const words = line.replaceAll(/["'`,()[\]]+/g, ' ');
  if (serviceCommand.test(` ${line}`) || serviceCommand.test(` ${words}`))
    return 'changes the protection by service-cli';
  const inner = args.find((arg) => /\bgit\s[^;&|]*(?:--no-verify|core\.hookspath)/i.test(arg));
  if (inner !== undefined) return 'skips the check of commits for secrets';
  if (/^(?:pre-commit|lefthook|husky)$/.test(plainName(program)) && args.includes('uninstall'))
    return 'removes the check of commits for secrets';
  // `setx NAME VALUE` and `reg add KEY /v NAME /d VALUE` have no sign between name and value.
  return /^(?:export|declare|typeset|readonly|env|set|setx|setenv|reg)$/.test(plainName(program)) &&
    hasSwitch(`set ${args.join(' ').replace(/^add\s.*?\s\/v\s/i, '')}`)
    ? 'would switch hooks off'
    : undefined;
}

/** Options of `git commit` whose value is the next word, or the rest of theirs. */
const withValue = /^(?:-[a-zA-Z]*[mFCct]|--(?:message|file|author|date|template|cleanup|fixup|squash))$/;

function whyGitRefused(args: readonly string[]): string | undefined {
  const skips = 'skips the check of commits for secrets';
  if (args.some((arg, at) => args[at - 1] === '-c' && /^core\.hookspath=/i.test(arg))) return skips;
  if (args.some((arg) => /^--config-env=core\.hookspath/i.test(arg))) return skips;
  const at = args.findIndex((arg) => /^(?:commit|push|merge|rebase|am|cherry-pick|config)$/.test(arg));
  const [command, ...rest] = at < 0 ? [] : args.slice(at);
  if (command === 'config') {
    const key = rest.findIndex((arg) => /hookspath/i.test(arg));
    const changes = rest.some((arg) => /^(?:--unset|--add|--replace|unset|set$|--remove-section)/.test(arg));
    return key >= 0 && (changes || key < rest.length - 1) ? 'changes the folder of git hooks' : undefined;
  }
  const end = rest.indexOf('--');
  const options = (end < 0 ? rest : rest.slice(0, end)).filter(
    (_, i, all) => !withValue.test(all[i - 1] ?? ''),
  );
  const isSkipped = options.some(
    (option) =>
      (option.length >= 8 && '--no-verify'.startsWith(option)) ||
      (command === 'commit' && /^-[abdehijp-svxz]*n/.test(option)),
  );
  return isSkipped ? skips : undefined;
}

/** A start of `service-cli run`, also under the name of its file and as the words of code. */
const startsRun =
  /(?:^|[\s/\\"'])(?:service-cli(?:\.cmd|\.js)?|(?:cli|commands)\.js)["']?\s+(?:--?\w+\s+)*["']?run(?=[\s"';&|)]|$)/;

/** A command line whose words are what is written: without variables, patterns, several commands and redirections. */
const plain = /^(?:[\w@+=:,./ -]|'[\w@+=:,./ -]*'|"[\w@+=:,./ -]*")+$/;

/**
 * Returns why a command line is denied that starts a program with secrets, or undefined.
 *
 * @param whyRefused Returns why the user has not allowed `service-cli run ARGS…` in a folder.
 */
export function whySecretRunRefused(
  { text, calls, folders: [folder] }: Pick<CommandActions, 'text' | 'calls' | 'folders'>,
  whyRefused: (folder: string, args: readonly string[]) => string | undefined,
): string | undefined {
  const lines = [text, ...calls.map((call) => call.join(' '))];
  const words = lines.map((line) => line.replaceAll(/["'`,()[\]]+/g, ' '));
  if (![...lines, ...words].some((line) => startsRun.test(line))) return undefined;
  const [program, command, ...args] = plain.test(text) ? wordsOf(text) : [];
  const why =
    program === 'service-cli' && command === 'run' && folder !== undefined
      ? whyRefused(folder, args)
      : 'it must be the whole command line, without variables and patterns';
  if (why === undefined) return undefined;
  return `Blocked: service-cli run is denied: ${why}. The user can allow a command line in a terminal: service-cli run --allow --with NAME -- COMMAND`;
}

const wordsOf = (text: string): string[] =>
  Array.from(text.matchAll(/(?:[^ '"]|'[^']*'|"[^"]*")+/g), ([word]) => word.replaceAll(/["']/g, ''));
