import { isChecked } from '../../../agents/protocols.ts';
import { posixQuote } from '../../../core/shellWord.ts';
import { type Denial, denials, type ShimOptions, uncheckedEvents } from './shimOptions.ts';

/**
 * Returns a script that runs the handler, and denies the event when the handler cannot run or ends without an answer.
 * Apart from Node, the script uses only built-in commands of the shell, so that it can always answer. It is short,
 * because a hook has little time.
 */
export function posixShim(options: ShimOptions): string {
  const { version, agent, protocol } = options;
  const isUnchecked =
    uncheckedEvents(options)
      .map((event) => `[ "$event" = ${event} ]`)
      .join(' || ') || 'false';
  return `#!/bin/sh
# Written by service-cli ${version}. Runs the secrets hook and denies the event when the hook does not answer.
# Remove it with: service-cli integrate ${agent} --remove
event=$1
deny() {
  case $event in
${denials(options).map(denialCase).join('\n')}
  esac
}
base=${baseOf(options)}
${checkBase(options)}bin=$base/service-cli/bin/${version}
[ -f "$bin/loader.js" ] || deny
${findNode(protocol.folderVariable)}# A wrong NODE_OPTIONS would keep node from starting; compiled code of others would run in the hook. Authorities that a
# repository names would let a proxy read the token; loading them takes time, too.
unset NODE_OPTIONS NODE_COMPILE_CACHE NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED
# A thread that compiles while the process ends can keep it from ending.
flags=--single-threaded
if ! { ${isUnchecked}; }; then
  # Starting threads, optimizing, compiling patterns that are used a few times, and collecting garbage take longer than
  # the answer. The handler switches the optimizer on for long texts.
  flags='--single-threaded --no-opt --no-maglev --regexp-tier-up-ticks=20 --v8-pool-size=1 --min-semi-space-size=2'
  export UV_THREADPOOL_SIZE=1
fi
# Prints the answer, and behind it the status: the handler's watchdog ends this subshell when the handler itself cannot be
# ended, because a file system hangs.
ask() {
  "$node" $flags "$bin/loader.js" hook ${agent} "$event" shim
  printf '|%s' $?
}
run() {
  text=$(ask)
  code=\${text##*|}
  answer=\${text%|*}
  answer=\${answer%"$line_end"}
}
line_end='
'
run
# A node that does not know a flag ends with code 9 before it reads the request.
if [ "$code" = 9 ] && [ -z "$answer" ]; then flags=; run; fi
case $answer in '{'*'}') ;; *) deny ;; esac
case $code in 0 | 2) ;; *) deny ;; esac
# The agent did not receive the answer, so the event is denied.
printf '%s\\n' "$answer" || { ${isUnchecked}; } || exit 2
exit $code
`;
}

function baseOf({ home, isHomeFixed, version }: ShimOptions): string {
  const base = home === undefined ? '${HOME:+$HOME/.service}' : posixQuote(home);
  if (isHomeFixed === true) return base;
  return `${base}
# A repository may set the variable, so it counts only where the home of the user has no program.
[ -z "\${SERVICE_HOME-}" ] || [ -f "$base/service-cli/bin/${version}/loader.js" ] || base=$SERVICE_HOME`;
}

/** Returns the part that denies if a repository or another user may have filled `base`; a recorded one was checked. */
function checkBase({ home, isHomeFixed, protocol: { folderVariable } }: ShimOptions): string {
  if (isHomeFixed === true) return '';
  const folder = folderVariable === undefined ? '' : ` "\${${folderVariable}-}"`;
  return `is_safe() {
  # The real path, because a link or /proc/self/cwd may lead into the open folder. Asking for it starts a process.
  real=$base
  case $base/ in
    *//* | */./* | */../*) real= ;;
    /*) above=$base; while [ -n "$above" ]; do [ ! -h "$above" ] || real=; above=\${above%/*}; done ;;
    [A-Za-z]:[\\\\/]*) real= ;;
    *) return 1 ;;
  esac
  if [ -z "$real" ]; then
    real=$(cd -P -- "$base" && printf '%s/' "$PWD") || return 1
    real=\${real%/}
  fi
  [ -O "$real" ] || is_of_root "$real" || return 1
  [ . -ef . ] || return 1
  above=$real
  while :; do
    for open in .${folder}; do
      [ -z "$above" ] || [ -z "$open" ] || [ ! "$above" -ef "$open" ] || { is_users_home; return; }
    done
    [ ! -e "$above/.git" ] || { is_users_home; return; }
    [ -n "$above" ] || break
    above=\${above%/*}
  done
  # A link may be replaced meanwhile.
  base=$real
}
is_of_root() {
  owner=$(/bin/ls -ldn "$1") || return 1
  set -f
  set -- $owner
  set +f
  [ "$3" = 0 ]
}
# The home folder that the user database names, which may itself be open or a repository. No variable changes it.
is_users_home() {
  user=$(/usr/bin/id -un) || return 1
  case $user in '' | *[!A-Za-z0-9._-]*) return 1 ;; esac
  eval "home=~$user"
  [ "$real" -ef "$home/.service" ]
}
${home === undefined ? '' : `[ "$base" = ${posixQuote(home)} ] || `}is_safe 2>/dev/null || deny
`;
}

function denialCase({ events, kind, stdout, stderr, exitCode }: Denial): string {
  const pattern = kind === 'permission' ? '*' : events.join(' | ');
  const reason = stderr === '' ? '' : `printf '%s\\n' ${posixQuote(stderr)} >&2; `;
  // Without an answer, the agent must not continue.
  const orBlock = !isChecked(kind) || exitCode === 2 ? '' : ' || exit 2';
  return `    ${pattern}) ${reason}printf '%s\\n' ${posixQuote(stdout)}${orBlock}; exit ${exitCode} ;;`;
}

/**
 * Returns the part that sets `node`: the path recorded at the installation, else a program on the PATH. A relative
 * path, or a path below the open folder, would start a program of the repository.
 */
function findNode(folderVariable: string | undefined): string {
  const folder = folderVariable === undefined ? '' : ` "\${${folderVariable}-}"`;
  return `is_node() {
  case $1 in /*) ;; *) return 1 ;; esac
  [ -f "$1" ] && [ -x "$1" ]
}
is_outside() {
  case $1/ in */node_modules/*) return 1 ;; esac
  for open in "$PWD"${folder}; do
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
