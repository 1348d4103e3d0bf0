import { compileCache, denials, eventsOf, type ShimOptions } from './shimOptions.ts';

/**
 * Returns a script that runs the handler, and denies the event when the handler cannot run or ends without an answer.
 * Apart from Node, the script uses only built-in commands of the shell, so that it can always answer. It is short,
 * because a hook has little time.
 */
export function posixShim(options: ShimOptions): string {
  const { version, home, agent, protocol } = options;
  const { prompt, session, output, permission } = denials(options);
  const outputs = eventsOf(options, 'output');
  const sessions = eventsOf(options, 'session');
  const isSession = sessions.map((event) => `[ "$event" = ${event} ]`).join(' || ');
  const base =
    home === undefined ? '${SERVICE_HOME:-${HOME:+$HOME/.service}}' : `\${SERVICE_HOME:-${quote(home)}}`;
  return `#!/bin/sh
# Written by service-cli ${version}. Runs the secrets hook and denies the event when the hook does not answer.
# Remove it with: service-cli integrate ${agent} --remove
event=$1
deny() {
  case $event in
    ${eventsOf(options, 'prompt').join(' | ')}) printf '%s\\n' ${quote(prompt)} || exit 2; exit 0 ;;
    ${sessions.join(' | ')}) printf '%s\\n' ${quote(session)}; exit 0 ;;
${outputs.length === 0 ? '' : `    ${outputs.join(' | ')}) printf '%s\\n' ${quote(output)} || exit 2; exit ${protocol.deny('output', '').exitCode} ;;\n`}    *) printf '%s\\n' ${quote(permission)}; exit 2 ;;
  esac
}
base=${base}
bin=$base/service-cli/bin/${version}
[ -n "$base" ] && [ -f "$bin/loader.js" ] || deny
${findNode(protocol.folderVariable)}# A wrong NODE_OPTIONS would keep node from starting.
unset NODE_OPTIONS
flags=
if ! { ${isSession}; }; then
  # Loading certificates takes time, and only the start of a session uses the network.
  unset NODE_EXTRA_CA_CERTS
  # Starting threads and compiling the handler again take longer than the answer.
  flags=--single-threaded
  export UV_THREADPOOL_SIZE=1 NODE_COMPILE_CACHE="$bin/${compileCache}"
fi
ask() { exec "$node" $flags "$bin/loader.js" hook ${agent} "$event"; }
answer=$(ask)
code=$?
# A node that does not know the flag ends with code 9 before it reads the request.
if [ $code = 9 ] && [ -z "$answer" ]; then flags=; answer=$(ask); code=$?; fi
case $answer in '{'*'}') ;; *) deny ;; esac
case $code in 0 | 2) ;; *) deny ;; esac
# The agent did not receive the answer, so the event is denied.
printf '%s\\n' "$answer" || { ${isSession}; } || exit 2
exit $code
`;
}

/**
 * Returns the part that sets `node`: the path recorded at the installation, else a program on the PATH. A relative
 * path, or a path below the open folder, would start a program of the repository.
 */
function findNode(folderVariable: string): string {
  const folder = `"\${${folderVariable}-}"`;
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
