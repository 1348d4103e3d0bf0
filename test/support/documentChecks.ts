import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, CommanderError } from 'commander';
import { parseDocument } from 'yaml';
import { cliProgram, leavesOf } from '../../scripts/documents/cliPrograms.ts';
import { commandTitles, settingNames } from '../../scripts/documents/referenceParts.ts';
import { parseOptions } from '../../src/tools/server/commandLine.ts';
import { messageOf } from '../../src/core/failures.ts';
import { filesBelow } from '../../scripts/filesBelow.ts';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Returns what a pattern finds: its first group, or all of it where it has none. */
const allOf = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([all, group]) => group ?? all);

/** Returns the texts of the blocks in a language. */
const codeBlocks = (text: string, language: string): readonly string[] =>
  allOf(text, new RegExp(`^\`\`\`${language}(?: no-run)?\n(.*?)^\`\`\``, 'gms'));

const sourcesIn = (...folders: readonly string[]): readonly string[] =>
  filesBelow(root, '.ts', ...folders).map(read);

/** The text of all sources and scripts: which variables they read. */
const sources = sourcesIn('src', 'scripts').join('\n');

const withoutBlocks = (text: string): string => text.replace(/^```.+?^```/gms, '');

const inlineCode = (text: string): readonly string[] => allOf(withoutBlocks(text), /`([^`\n]+)`/g);

/** Returns the reason for each command line of service-cli that its parser refuses. */
export function brokenCommandLines(text: string): readonly string[] {
  const inShell = codeBlocks(text, 'sh');
  const inYaml = codeBlocks(text, 'yaml').flatMap((block) =>
    commandsIn(parseDocument(block).toJS() as unknown),
  );
  const shown = [...inShell, ...inYaml]
    .flatMap((lines) => lines.split('\n'))
    .flatMap((line) => line.replace(/(?:^|\s)#.*/, '').split('|'))
    .map((line) => line.replace(/^\s*(?:\w+=\S*\s+)*/, '').replace(/\s>.*/, ''));
  const refused = (line: string, isWhole: boolean): readonly string[] => {
    const [program, ...args] = line.trim().split(/\s+/);
    const reason = program === 'service-cli' ? whyRefused(args, isWhole) : undefined;
    return reason === undefined ? [] : [`${line.trim()}: ${reason}`];
  };
  // A text may name a command without what it needs; a line to be copied must be complete.
  return [
    ...shown.flatMap((line) => refused(line, true)),
    ...inlineCode(text).flatMap((line) => refused(line, false)),
  ];
}

/** Returns the texts below `run` and `script`, which GitHub and GitLab run in a shell. */
function commandsIn(value: unknown, key = ''): readonly string[] {
  if (typeof value === 'string') return key === 'run' || key === 'script' ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => commandsIn(item, key));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => commandsIn(item, name));
}

const incomplete: ReadonlySet<string> = new Set([
  'commander.help',
  'commander.missingArgument',
  'commander.missingMandatoryOptionValue',
]);

function whyRefused(args: readonly string[], isWhole: boolean): string | undefined {
  if (args[0] === 'hook') return undefined;
  try {
    if (args[0] === 'mcp') parseOptions(args.slice(1));
    else silent(cliProgram()).parse(args, { from: 'user' });
    return undefined;
  } catch (error) {
    const isIncomplete = error instanceof CommanderError && incomplete.has(error.code);
    return isIncomplete && !isWhole ? undefined : messageOf(error);
  }
}

function silent(command: Command): Command {
  command.exitOverride().configureOutput({ writeErr: () => undefined, writeOut: () => undefined });
  for (const child of command.commands) silent(child);
  return command;
}

/** Returns the options in inline code that neither service-cli nor a script of this project has. */
export function unknownOptions(text: string): readonly string[] {
  const ofScripts = sourcesIn('scripts', 'bench', 'lab').flatMap((source) => [
    ...allOf(source, /--[a-z][a-z-]*/g),
    // `parseArgs` gets the names without dashes.
    ...allOf(source, /^\s*'?([a-z][a-z-]*)'?: \{ type:/gm).map((name) => `--${name}`),
  ]);
  const ofCli = leavesOf(cliProgram()).flatMap(({ options }) => options.map(({ long }) => long ?? ''));
  const known = new Set([...ofScripts, ...ofCli, '--help', '--version']);
  return inlineCode(text)
    .filter((code) => /^(?:service-cli|npm|npx|--)/.test(code))
    .flatMap((code) => allOf(code, /(?:^|\s)(--[a-z][a-z-]*)/g))
    .filter((option) => !known.has(option));
}

/** Returns the names of settings that package.json does not declare, in code and in blocks of JSON. */
export function unknownSettings(text: string): readonly string[] {
  const named = allOf(text, /\bservice\.(?:connectedMode|notifications|secrets)\.[\w.]*\w/g);
  return named.filter((name) => !settingNames.includes(name));
}

/** Returns the titles in bold that no command of the editor has, such as **Service: Bind Folder to Project**. */
export function unknownTitles(text: string): readonly string[] {
  const titles = new Set(commandTitles.values());
  return allOf(text, /\*\*(Service: [^*]+)\*\*/g).filter((title) => !titles.has(title));
}

/** Returns the environment variables that no source and no script reads. */
export function unknownVariables(text: string): readonly string[] {
  return allOf(text, /\bSERVICE_[A-Z_]+\b/g).filter((name) => !sources.includes(name));
}

/** Returns the paths in inline code that exist neither in this repository nor in the folder that the page is about. */
export function missingPaths(text: string, folder?: string): readonly string[] {
  const isWhole = (code: string): boolean =>
    /^(?:src|test|scripts|bench|lab|docs|\.ci|\.github)\/[\w./-]*\w$/.test(code);
  const isOfFolder = (code: string): boolean =>
    folder !== undefined && /^[a-z][\w/-]*(?:\.data)?(?:\.ts|\/)$/i.test(code);
  return inlineCode(text)
    .filter((code) => isWhole(code) || isOfFolder(code))
    .filter((path) => ![path, join(folder ?? '', path)].some((each) => existsSync(join(root, each))));
}

/** Returns the errors of blocks of JSON and YAML. */
export function brokenData(text: string): readonly string[] {
  const ofJson = codeBlocks(text, 'json').flatMap((block) => {
    try {
      JSON.parse(block);
      return [];
    } catch (error) {
      return [messageOf(error)];
    }
  });
  const ofYaml = codeBlocks(text, 'yaml').flatMap((block) => parseDocument(block).errors);
  return [...ofJson, ...ofYaml.map(({ message }) => message)];
}

/** Returns the scripts of npm that package.json does not have. */
export function unknownScripts(text: string, scripts: ReadonlySet<string>): readonly string[] {
  const named = allOf(text, /(?<=\bnpm run )[\w:]+|(?<=\bnpm )(?:start|test)\b/g);
  return named.filter((script) => !scripts.has(script));
}

/**
 * Returns the links and pictures that lead to no file of the repository, or to no heading of it.
 *
 * @param file the page with the links, relative to the repository
 */
export function brokenLinks(file: string, text: string): readonly string[] {
  return allOf(withoutBlocks(text), /\]\(([^)\s]+)\)/g)
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [path = '', heading] = link.split('#');
      const target = path === '' ? file : join(dirname(file), path);
      if (!existsSync(join(root, target))) return true;
      return heading !== undefined && !headingsOf(target === file ? text : read(target)).has(heading);
    });
}

/** Returns the anchors that GitHub gives to the headings of a page. */
function headingsOf(text: string): ReadonlySet<string> {
  return new Set(
    allOf(withoutBlocks(text), /^#+ (.+)$/gm).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
