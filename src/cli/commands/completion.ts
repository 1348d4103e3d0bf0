import { Argument, type Command } from 'commander';
import { exitCodes } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';
import otherPrograms from './otherPrograms.data.json' with { type: 'json' };

/** Adds `completion`. The script has the names of all commands, so it is made from the root of the program. */
export const completionCommand: CommandRow = (program, run) =>
  program
    .command('completion')
    .description('Print the completion script for a shell, to load in its startup file')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .action(
      run(({ terminal }, shell: Shell, _options: unknown, command: Command) => {
        const root = command.parent ?? command;
        const script = writers[shell]({ ...completionTable(root), ...otherPrograms });
        terminal.answer({ shell, script }, () => script.trimEnd());
        return Promise.resolve(exitCodes.fine);
      }),
    );

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

/**
 * The words that may follow a command line, separated by blanks. A key is the words of a command without `service-cli`,
 * or those and an option with a value; the words are empty where a value can be anything. All words consist of letters,
 * digits and dashes, so that no shell needs quotes around them.
 */
type CompletionTable = Readonly<Record<string, string>>;

export function completionTable(command: Command, path: readonly string[] = []): CompletionTable {
  const key = (...words: string[]): string => [...path, ...words].join(' ');
  const shown = command.createHelp().visibleCommands(command);
  const children = shown.filter((child) => child.name() !== 'help');
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.filter(({ hidden }) => !hidden);
  const names = options.flatMap(({ long }) => long ?? []);
  const values = options
    .filter(({ required }) => required)
    .flatMap(({ long, short, argChoices = [] }) =>
      [long, short].flatMap((name) =>
        name === undefined ? [] : [[key(name), argChoices.join(' ')] as const],
      ),
    );
  const words = [...children.map((child) => child.name()), ...choices, ...names, '--help'];
  return Object.assign(
    { [key()]: [...new Set(words)].join(' '), ...Object.fromEntries(values) },
    ...children.map((child) => completionTable(child, [...path, child.name()])),
  ) as CompletionTable;
}

const isOption = (key: string): boolean => /(?:^| )-[^ ]+$/.test(key);
const isCommand = (key: string): boolean => key !== '' && !isOption(key);

/**
 * Each script walks over the typed words to the key of the table. A word that forms a command with the path so far
 * extends the path; an option with a value takes the next word; every other word (a choice) leaves the path unchanged.
 * File names are offered where no word matches.
 */
const writers: Readonly<Record<Shell, (table: CompletionTable) => string>> = {
  bash: (table) => `_service_cli() {
  local path= value= word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ $value ]]; then value=; continue; fi
    case "\${path:+$path }$word" in
      ${quoted(table, isCommand).join(' | ')}) path="\${path:+$path }$word" ;;
      ${quoted(table, isOption).join(' | ')}) value=$word ;;
    esac
  done
  case "$path\${value:+ $value}" in
${cases(table, 'words')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _service_cli service-cli
`,
  zsh: (table) => `#compdef service-cli
_service_cli() {
  local path_ value word candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    if [[ -n $value ]]; then value=; continue; fi
    case "\${path_:+$path_ }$word" in
      ${quoted(table, isCommand).join(' | ')}) path_="\${path_:+$path_ }$word" ;;
      ${quoted(table, isOption).join(' | ')}) value=$word ;;
    esac
  done
  case "$path_\${value:+ $value}" in
${cases(table, 'candidates')}
  esac
  compadd -- \${=candidates} || _files
}
compdef _service_cli service-cli
`,
  fish: (table) =>
    [
      'function __service_cli_key',
      '    set -l path',
      '    set -l value',
      '    set -l words (commandline -opc)',
      '    for word in $words[2..-1]',
      '        if test -n "$value"',
      '            set value',
      '            continue',
      '        end',
      "        set -l next (string join ' ' -- $path $word)",
      `        if contains -- "$next" ${quoted(table, isCommand).join(' ')}`,
      '            set path $next',
      `        else if contains -- "$next" ${quoted(table, isOption).join(' ')}`,
      '            set value $word',
      '        end',
      '    end',
      '    echo "$path$value"',
      'end',
      ...Object.entries(table)
        .filter(([, words]) => words !== '')
        .map(
          ([key, words]) =>
            `complete -c service-cli${takesFiles(key, words) ? '' : ' -f'} -n 'test (__service_cli_key) = "${isOption(key) ? key.replace(/ (?=[^ ]+$)/, '') : key}"' -a '${words}'`,
        ),
      '',
    ].join('\n'),
  powershell: (table) => `Register-ArgumentCompleter -Native -CommandName service-cli -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${Object.entries(table)
  .map(([key, words]) => `    '${key}' = '${words}'`)
  .join('\n')}
  }
  $path = ''
  $value = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    if ($value) { $value = ''; continue }
    $next = "$path $element".Trim()
    if (-not $table.ContainsKey($next)) { continue }
    if ("$element".StartsWith('-')) { $value = " $element" } else { $path = $next }
  }
  $table["$path$value".Trim()] -split ' ' | Where-Object { $_ -and $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

function cases(table: CompletionTable, variable: string): string {
  return Object.entries(table)
    .map(([key, words]) => `    '${key}') ${variable}='${words}' ;;`)
    .join('\n');
}

function quoted(table: CompletionTable, select: (key: string) => boolean): string[] {
  return Object.keys(table)
    .filter(select)
    .map((key) => `'${key}'`);
}

/** Whether file names may follow: where neither a subcommand nor a choice has to. */
function takesFiles(key: string, words: string): boolean {
  return !isOption(key) && words.split(' ').every((word) => word.startsWith('-'));
}
