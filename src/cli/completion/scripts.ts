import type { CompletionNode } from './tree.ts';

export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/**
 * A script that completes commands, choices and options; file names where none of them fits. Our words are made of
 * letters, digits and dashes, so none of them needs quoting in any shell.
 */
export function completionScript(shell: Shell, nodes: readonly CompletionNode[]): string {
  return writers[shell](nodes);
}

/**
 * Each of them walks over what was typed: a word that makes a known command with those before it leads on, all others
 * (options, their values, choices made) leave the path as it is. Then it offers what may follow that path.
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

/** A `case` that sets the words that may follow the path. */
function casesOf(nodes: readonly CompletionNode[], path = 'path', words = 'words'): string {
  const cases = nodes.map((node) => `    '${node.path.join(' ')}') ${words}='${node.words.join(' ')}' ;;`);
  return [`  case "$${path}" in`, ...cases, '  esac'].join('\n');
}

/** The paths of all commands but the program itself, quoted. */
function quotedPaths(nodes: readonly CompletionNode[]): string[] {
  return nodes.flatMap(({ path }) => (path.length === 0 ? [] : [`'${path.join(' ')}'`]));
}

/** A subcommand or a choice has to follow, no file. */
function takesWords(words: readonly string[]): boolean {
  return words.some((word) => !word.startsWith('-'));
}
