import { Argument, type Command } from 'commander';
import { exitCodes } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';

/** Adds `completion`. The script has the names of all commands, so it is made from the root of the program. */
export const completionCommand: CommandRow = (program, run) => {
  program
    .command('completion')
    .description('Print the completion script for a shell, to load in its startup file')
    .addArgument(new Argument('<shell>', 'shell that runs the script').choices(shells))
    .action(
      run(({ terminal }, shell: Shell, _options: unknown, command: Command) => {
        const root = command.parent ?? command;
        const script = completionScript(shell, completionTree(root));
        terminal.answer({ shell, script }, () => script.trimEnd());
        return Promise.resolve(exitCodes.fine);
      }),
    );
};

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof shells)[number];

/**
 * Returns a script that completes commands, choices and options, and file names when none of them matches. All words
 * consist of letters, digits and dashes, so that no shell needs quotes around them.
 */
function completionScript(shell: Shell, nodes: readonly CompletionNode[]): string {
  return writers[shell](nodes);
}

/**
 * Each script walks over the typed words. A word that forms a known command with the path so far extends the path;
 * every other word (an option, its value, a choice) leaves it unchanged. The script then offers the words that may
 * follow the path.
 */
const writers: Readonly<Record<Shell, (nodes: readonly CompletionNode[]) => string>> = {
  bash: (nodes) => `_service_cli() {
  local path= word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "\${path:+$path }$word" in
      ${quotedPaths(nodes).join(' | ')}) path="\${path:+$path }$word" ;;
    esac
  done
${casesOf(nodes)}
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _service_cli service-cli
`,
  zsh: (nodes) => `#compdef service-cli
_service_cli() {
  local path_ word candidates
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "\${path_:+$path_ }$word" in
      ${quotedPaths(nodes).join(' | ')}) path_="\${path_:+$path_ }$word" ;;
    esac
  done
${casesOf(nodes, 'path_', 'candidates')}
  compadd -- \${=candidates} || _files
}
compdef _service_cli service-cli
`,
  fish: (nodes) =>
    [
      'function __service_cli_path',
      '    set -l words (commandline -opc)',
      '    set -l path',
      '    for word in $words[2..-1]',
      "        set -l next (string join ' ' -- $path $word)",
      `        contains -- "$next" ${quotedPaths(nodes).join(' ')}; and set path $next`,
      '    end',
      '    echo "$path"',
      'end',
      ...nodes.map(
        ({ path, words }) =>
          `complete -c service-cli${takesWords(words) ? ' -f' : ''} -n 'test (__service_cli_path) = "${path.join(' ')}"' -a '${words.join(' ')}'`,
      ),
      '',
    ].join('\n'),
  powershell: (nodes) => `Register-ArgumentCompleter -Native -CommandName service-cli -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${nodes.map(({ path, words }) => `    '${path.join(' ')}' = '${words.join(' ')}'`).join('\n')}
  }
  $path = ''
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    $next = "$path $element".Trim()
    if ($element.Extent.EndOffset -lt $cursorPosition -and $table.ContainsKey($next)) { $path = $next }
  }
  $table[$path] -split ' ' | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}
`,
};

/** Returns a `case` statement that sets the words that may follow the path. */
function casesOf(nodes: readonly CompletionNode[], path = 'path', words = 'words'): string {
  const cases = nodes.map((node) => `    '${node.path.join(' ')}') ${words}='${node.words.join(' ')}' ;;`);
  return [`  case "$${path}" in`, ...cases, '  esac'].join('\n');
}

/** Returns the quoted paths of all commands except the program itself. */
function quotedPaths(nodes: readonly CompletionNode[]): string[] {
  return nodes.flatMap(({ path }) => (path.length === 0 ? [] : [`'${path.join(' ')}'`]));
}

/** Whether a subcommand or a choice has to follow, so that file names are not offered. */
function takesWords(words: readonly string[]): boolean {
  return words.some((word) => !word.startsWith('-'));
}

/** The words that may follow a command. `path` is the words of the command, without `service-cli`. */
interface CompletionNode {
  readonly path: readonly string[];
  readonly words: readonly string[];
}

function completionTree(command: Command, path: readonly string[] = []): CompletionNode[] {
  const children = command.commands.filter((child) => child.name() !== 'help');
  const choices = command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices);
  const options = command.options.flatMap(({ long }) => long ?? []);
  const words = [...children.map((child) => child.name()), ...choices, ...options, '--help'];
  return [{ path, words }, ...children.flatMap((child) => completionTree(child, [...path, child.name()]))];
}
