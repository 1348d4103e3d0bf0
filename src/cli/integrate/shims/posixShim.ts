import { hookEditor } from '../../hook/editors.data.ts';
import { compileCache } from './compileCache.ts';
import { denials } from './denials.ts';
import type { ShimOptions } from './shimOptions.ts';

/**
 * Returns a script that runs the handler, and refuses the event when the handler cannot run or ends without an answer.
 * Apart from Node, the script uses only built-in commands of the shell, so that it can always answer. It is short,
 * because a hook has little time.
 */
export function posixShim({ version, home, editor }: ShimOptions): string {
  const { prompt, session, permission } = denials(editor);
  const base =
    home === undefined ? '${SERVICE_HOME:-${HOME:+$HOME/.service}}' : `\${SERVICE_HOME:-${quote(home)}}`;
  return `#!/bin/sh
# Written by service-cli ${version}. Asks the secrets guard; when that cannot answer, the answer is no.
# Remove it with: service-cli integrate ${editor} --remove
event=$1
deny() {
  case $event in
    beforeSubmitPrompt) printf '%s\\n' ${quote(prompt)} || exit 2; exit 0 ;;
    sessionStart) printf '%s\\n' ${quote(session)}; exit 0 ;;
    *) printf '%s\\n' ${quote(permission)}; exit 2 ;;
  esac
}
base=${base}
bin=$base/service-cli/bin/${version}
[ -n "$base" ] && [ -f "$bin/loader.js" ] || deny
${findNode(editor)}# Neither may decide whether node starts, and certificates cost time that only the network needs.
unset NODE_OPTIONS
flags=
if [ "$event" != sessionStart ]; then
  unset NODE_EXTRA_CA_CERTS
  # Threads, and compiling anew what was compiled before, cost more than the question.
  flags=--single-threaded
  export UV_THREADPOOL_SIZE=1 NODE_COMPILE_CACHE="$bin/${compileCache}"
fi
ask() { exec "$node" $flags "$bin/loader.js" hook ${editor} "$event"; }
answer=$(ask)
code=$?
# A node that does not know the flag has not read the question.
if [ $code = 9 ] && [ -z "$answer" ]; then flags=; answer=$(ask); code=$?; fi
case $answer in '{'*'}') ;; *) deny ;; esac
case $code in 0 | 2) ;; *) deny ;; esac
# An answer that nobody gets is no yes.
printf '%s\\n' "$answer" || [ "$event" = sessionStart ] || exit 2
exit $code
`;
}

/**
 * Returns the part that sets `node`: the path recorded at the installation, else a program on the PATH. A relative
 * path, or a path below the open folder, would start a program of the repository.
 */
function findNode(editor: string): string {
  const variable = hookEditor(editor)?.folderVariable;
  const folder = variable === undefined ? '' : `"\${${variable}-}"`;
  return `is_node() {
  case $1 in /*) ;; *) return 1 ;; esac
  [ -f "$1" ] && [ -x "$1" ]
}
is_outside() {
  case $1/ in */node_modules/*) return 1 ;; esac
  for open in "$PWD" ${folder}; do
    [ -z "$open" ] || [ "$open" = "$HOME" ] || case $1/ in "$open"/*) return 1 ;; esac
  done
}
node=
[ -r "$bin/node" ] && IFS= read -r node <"$bin/node"
if ! is_node "$node"; then
  node=
  set -f
  IFS=:
  for folder in $PATH; do
    if is_node "$folder/node" && is_outside "$folder"; then node=$folder/node; break; fi
  done
  set +f
  unset IFS
  [ -n "$node" ] || deny
fi
`;
}

/** Quotes any text as one word for a POSIX shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
