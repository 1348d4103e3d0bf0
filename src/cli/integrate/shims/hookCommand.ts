import { join } from 'node:path';
import type { AgentHooks, HookCommand, HookEntry, HookPlace } from '../../../agents/agent.ts';
import { posixQuote } from '../../../core/shellWord.ts';

interface HookCommandOptions {
  readonly platform: NodeJS.Platform;
  readonly root: string;
  readonly place: HookPlace;
  readonly deniesFaults: AgentHooks['deniesFaults'];
  readonly entry: HookEntry;
}

/** Returns the command lines that run the shim, by its interpreter: an executable bit may not survive a clone. */
export function hookCommand(options: HookCommandOptions): HookCommand {
  const posix = posixCommand(options);
  const powerShell = powerShellCommand(options);
  return { here: options.platform === 'win32' ? powerShell : posix, posix, powerShell };
}

function posixCommand({ root, place, deniesFaults, entry }: HookCommandOptions): string {
  const path = posixPath(root, place);
  if (deniesFaults === 'agent' || !entry.isBlocking) return `sh ${path} ${entry.event}`;
  const answer = deniesFaults === 'answer' ? 'printf "%s\\n" "$a"; exit $c' : 'exit $c';
  // An agent may run the command line in a shell with another syntax, so the script is one quoted argument of sh.
  const script = `a=$(sh "$0" "$1"); c=$?; case $c$a in "0{"* | "2{"*) ${answer} ;; esac; echo "Blocked: the secrets hook cannot run. Run: service-cli system status" >&2; exit 2`;
  return `sh -c ${posixQuote(script)} ${path} ${entry.event}`;
}

function posixPath(root: string, { scripts, command }: HookPlace): string {
  const relative = `${scripts}/service-guard.sh`;
  if (command === 'relative') return word(relative);
  return command === 'absolute' ? word(join(root, relative)) : `"$${command.variable}"/${word(relative)}`;
}

function word(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : posixQuote(path);
}

function powerShellCommand(options: HookCommandOptions): string {
  const { root, place, deniesFaults, entry } = options;
  const { scripts, command } = place;
  const relative = `${scripts}/service-guard.ps1`;
  if (deniesFaults !== 'agent' && entry.isBlocking) return guardedPowerShell(options);
  const path =
    command === 'relative'
      ? relative
      : command === 'absolute'
        ? join(root, relative)
        : `$${command.variable}/${relative}`;
  return `${powerShell} -File "${path.replaceAll('/', '\\')}" ${entry.event}`;
}

/**
 * How an agent starts PowerShell: without the profile and the questions of the user, whatever policy forbids scripts. By
 * its path, because cmd would start a `powershell` of the open folder; with doubled separators, because the shell of Git
 * would remove single ones.
 */
const powerShell = String.raw`C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe -NoProfile -NonInteractive -ExecutionPolicy Bypass`;

/**
 * Returns a command line that denies when the shim is missing, damaged or crashes. The script in it has neither `$` nor
 * `%`, which the shell of an agent (cmd, PowerShell or that of Git) would replace, and no double quotes. The shim writes
 * its answer past PowerShell's pipes, so that only its exit code tells whether it has answered.
 *
 * The end is for agents that run the command line with `powershell -Command`, which turns every other exit code of a
 * program into 1. For cmd, it is a part of the script behind its `exit`; in the shell of Git, `exit` keeps the code.
 */
function guardedPowerShell({ root, place: { scripts, command }, entry }: HookCommandOptions): string {
  const windows = (path: string): string => path.replaceAll('/', '\\').replaceAll("'", "''");
  const script = windows(`${scripts}/service-guard.ps1`);
  const path =
    command === 'relative'
      ? `'.\\${script}'`
      : command === 'absolute'
        ? `'${windows(join(root, scripts, 'service-guard.ps1'))}'`
        : `(Join-Path ([Environment]::GetEnvironmentVariable('${command.variable}')) '${script}')`;
  const code = '(Get-Variable LASTEXITCODE -Scope Global -ValueOnly -ErrorAction Ignore)';
  const run = `try { & ${path} ${entry.event} } catch { }; if (@(0, 2) -contains ${code}) { exit ${code} }`;
  return `${powerShell} -Command "${run}; [Console]::Error.WriteLine('Blocked: the secrets hook cannot run. Run: service-cli system status'); exit 2"; exit $LASTEXITCODE`;
}
