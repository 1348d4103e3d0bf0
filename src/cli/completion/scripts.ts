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

const writers: Readonly<Record<Shell, (nodes: readonly CompletionNode[]) => string>> = {
  bash: (nodes) => `_service_cli() {
  local path= word words
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) ;; *) path="\${path:+$path }$word" ;; esac
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
    case "$word" in -*) ;; *) path_="\${path_:+$path_ }$word" ;; esac
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
      "    string join ' ' -- (string match -v -- '-*' $words[2..-1])",
      'end',
      ...nodes.map(
        ({ path, words }) =>
          `complete -c service-cli -n 'test (__service_cli_path | string collect; or echo) = "${path.join(' ')}"' -a '${words.join(' ')}'`,
      ),
      '',
    ].join('\n'),
  powershell: (nodes) => `Register-ArgumentCompleter -Native -CommandName service-cli -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $table = @{
${nodes.map(({ path, words }) => `    '${path.join(' ')}' = '${words.join(' ')}'`).join('\n')}
  }
  $given = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" } |
    Where-Object { $_ -notlike '-*' -and $_ -ne $wordToComplete })
  $words = $table[($given -join ' ')]
  if ($words) {
    $words -split ' ' | Where-Object { $_ -like "$wordToComplete*" } |
      ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
  }
}
`,
};

/** A `case` that sets the words that may follow the path. */
function casesOf(nodes: readonly CompletionNode[], path = 'path', words = 'words'): string {
  const cases = nodes.map((node) => `    '${node.path.join(' ')}') ${words}='${node.words.join(' ')}' ;;`);
  return [`  case "$${path}" in`, ...cases, `    *) ${words}= ;;`, '  esac'].join('\n');
}
