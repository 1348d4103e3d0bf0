import { quote } from '../shims/posixShim.ts';

interface HookScriptOptions {
  readonly version: string;
  /** Path of the Node that runs now. */
  readonly node: string;
  /** Path of the copied program. */
  readonly program: string;
}

/**
 * Returns the script of the user that the hooks call. It refuses when the program cannot run. Every path is absolute,
 * and variables that load code into Node are removed, because managers of hooks put folders and variables of the
 * repository into the environment.
 */
export const hookScript = ({ version, node, program }: HookScriptOptions): string => `#!/bin/sh
# Written by service-cli ${version}. Git hooks call it to check for secrets.
# Remove it with: service-cli integrate git --remove
node=${quote(node)}
program=${quote(program)}
refuse() {
  printf '%s\\n' "Refused: $1, so nothing can be checked for secrets." 'Install service-cli, then run: service-cli integrate git' >&2
  exit 1
}
[ -f "$program" ] || refuse "$program is missing"
[ -f "$node" ] && [ -x "$node" ] || refuse "$node is missing"
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
case $1 in
pre-commit) exec "$node" "$program" analyze secrets --staged ;;
pre-push) exec "$node" "$program" analyze secrets --pushed "$2" ;;
*) refuse "this is no hook that service-cli knows" ;;
esac
`;

/**
 * Returns a hook of the folder that `core.hooksPath` names for all repositories: the check, then the hook of the
 * repository, which git would otherwise leave out.
 *
 * @param lines The check; empty for hooks without one.
 */
export const globalHook = (version: string, hook: string, lines: string): string => `#!/bin/sh
# Written by service-cli ${version}, because core.hooksPath switches off the hooks of the repositories themselves.
${lines}service_hook=$(git rev-parse --git-common-dir)/hooks/${hook}
[ ! -x "$service_hook" ] || exec "$service_hook" "$@"
`;

/**
 * Hooks that git looks for in the folder of `core.hooksPath` (githooks(5)), apart from those that check for secrets.
 * `push-to-checkout` and `proc-receive` are left out: git behaves differently as soon as they exist.
 */
export const otherHooks = [
  'applypatch-msg pre-applypatch post-applypatch pre-merge-commit prepare-commit-msg commit-msg post-commit',
  'pre-rebase post-checkout post-merge pre-receive update post-receive post-update',
  'reference-transaction pre-auto-gc post-rewrite sendemail-validate post-index-change',
].flatMap((names) => names.split(' '));
