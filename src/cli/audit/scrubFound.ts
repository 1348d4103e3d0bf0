import { counted } from '../../core/counted.ts';
import { setImmediate } from 'node:timers/promises';
import { messageOf } from '../../core/failures.ts';
import { withLock } from '../../node/files/locks/lock.ts';
import { programsWithHome } from '../consent/linuxProcesses.ts';
import { CliError, type ExitCode, exitCodes } from '../exitCodes.ts';
import { untilInterrupted } from '../interrupted.ts';
import type { Context } from '../program.ts';
import type { Audit } from './auditAgents.ts';
import { isHalfCleared, type StoredFile } from './places.ts';
import { scrubDatabase } from './scrubDatabase.ts';
import { scrubFile } from './scrubFile.ts';
import { isScrubbable, scrubber } from './scrubText.ts';

interface PlannedFile {
  readonly file: StoredFile;
  readonly secrets: readonly { readonly value: string; readonly rule: string }[];
}

/** Removes the found secrets from transcripts and histories, after a user has agreed to the list. */
export async function scrubFound(
  context: Context,
  { found, stored }: Audit,
  home: string,
): Promise<ExitCode> {
  const { terminal, prompts } = context;
  const planned: PlannedFile[] = [];
  let left = 0;
  for (const file of stored) {
    const inFile = found.filter(
      ({ shown }) => shown.agent === file.owner && shown.sessions.includes(file.path),
    );
    const isNeeded = file.format === 'settings';
    const fit = inFile.filter(({ value }) => !isNeeded && isScrubbable(value));
    if (fit.length > 0 || isHalfCleared(file)) {
      planned.push({ file, secrets: fit.map(({ value, shown: { rule } }) => ({ value, rule })) });
      const what = fit.length > 0 ? counted(fit.length, 'secret') : 'what an interrupted run left';
      terminal.say(`To change: ${file.path}: ${what}`);
    }
    if (fit.length === inFile.length) continue;
    left++;
    const stays = counted(inFile.length - fit.length, 'secret');
    const why = isNeeded ? 'the agent needs it; put a variable in its place' : 'fewer than 8 characters';
    terminal.warn(`Stays: ${file.path}: ${stays}: ${why}`);
  }
  if (planned.length === 0) return exitCodes.findings;
  requireEnded(planned, home);
  const question = `Remove these secrets from ${counted(planned.length, 'file')}? There is no way back.${advice(planned)}`;
  if (!(await prompts.agree(question))) {
    terminal.say('Nothing was changed.');
    return exitCodes.findings;
  }
  requireEnded(planned, home);
  const code = await removeSecrets(context, planned, home);
  return code === exitCodes.fine && left > 0 ? exitCodes.findings : code;
}

async function removeSecrets(
  { terminal, session }: Context,
  planned: readonly PlannedFile[],
  home: string,
): Promise<ExitCode> {
  const failures: string[] = [];
  let changed = 0;
  const change = (stop: AbortSignal): Promise<boolean> =>
    withLock(session.home.state, async (held) => {
      for (const { file, secrets } of planned)
        try {
          // A database is changed without a pause, in which this process could be told to stop, or renew the lock.
          await setImmediate();
          if (stop.aborted) return true;
          await held.assertHeld();
          const scrub = scrubber(secrets);
          if (file.format === 'database') scrubDatabase(home, file, scrub.scrub);
          else await scrubFile(home, file, scrub, stop);
          changed++;
        } catch (error) {
          if (stop.aborted) return true;
          failures.push(`Not changed: ${file.path}: ${messageOf(error)}`);
        }
      return false;
    });
  const isInterrupted = await terminal.during('Removing secrets', untilInterrupted(change));
  for (const failure of failures) terminal.warn(failure);
  terminal.say(
    `${isInterrupted ? 'Interrupted: changed' : 'Changed'} ${changed} of ${counted(planned.length, 'file')}.`,
  );
  if (isInterrupted) return exitCodes.interrupted;
  return failures.length > 0 ? exitCodes.failed : exitCodes.fine;
}

const ownersOf = (planned: readonly PlannedFile[]): string[] => [
  ...new Set(planned.map(({ file }) => file.owner)),
];

/** @throws {CliError} while an agent runs whose files are to be changed: it may write them from its memory. */
function requireEnded(planned: readonly PlannedFile[], home: string): void {
  const names = programsWithHome(home).flatMap((program) => program.names);
  const running = ownersOf(planned).filter((owner) =>
    names.some((name) => name === owner || name.startsWith(`${owner}-`)),
  );
  if (running.length > 0)
    throw new CliError(`${running.join(' and ')} runs. Nothing was changed.`, {
      fix: 'Close it, then run the command again.',
    });
}

/** Returns the request to close the programs of which this one cannot see whether they run; empty without such programs. */
function advice(planned: readonly PlannedFile[]): string {
  const owners = ownersOf(planned);
  const unseen = process.platform === 'linux' ? owners.filter((owner) => owner === 'shell') : owners;
  if (unseen.length === 0) return '';
  return ` First close: ${unseen.map((owner) => (owner === 'shell' ? 'other shells, which write their history when they end' : owner)).join(', ')}.`;
}
