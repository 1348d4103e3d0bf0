import { counted } from '../../core/counted.ts';
import { messageOf } from '../../core/failures.ts';
import { withLock } from '../../node/files/locks/lock.ts';
import { programsWithHome } from '../consent/linuxProcesses.ts';
import { CliError, type ExitCode, exitCodes } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import type { Audit } from './auditAgents.ts';
import type { StoredFile } from './places.ts';
import { scrubFile } from './scrubFile.ts';
import { isScrubbable, scrubber } from './scrubText.ts';

interface PlannedFile {
  readonly file: StoredFile;
  readonly secrets: readonly { readonly value: string; readonly rule: string }[];
}

/** Removes the found secrets from transcripts of JSON lines and from histories, after a user has agreed to the list. */
export async function scrubFound(
  { terminal, prompts, session }: Context,
  { found, stored }: Audit,
  home: string,
): Promise<ExitCode> {
  const planned: PlannedFile[] = [];
  let left = 0;
  for (const file of stored) {
    const inFile = found.filter(
      ({ shown }) => shown.agent === file.owner && shown.sessions.includes(file.path),
    );
    const fit = kept[file.format] === undefined ? inFile.filter(({ value }) => isScrubbable(value)) : [];
    if (fit.length > 0) {
      planned.push({ file, secrets: fit.map(({ value, shown: { rule } }) => ({ value, rule })) });
      terminal.say(`To change: ${file.path}: ${counted(fit.length, 'secret')}`);
    }
    if (fit.length === inFile.length) continue;
    left++;
    const stays = counted(inFile.length - fit.length, 'secret');
    terminal.warn(`Stays: ${file.path}: ${stays}: ${kept[file.format] ?? 'fewer than 8 characters'}`);
  }
  if (planned.length === 0) return exitCodes.findings;
  requireEnded(planned, home);
  const question = `Remove these secrets from ${counted(planned.length, 'file')}? There is no way back.${advice(planned)}`;
  if (!(await prompts.agree(question))) {
    terminal.say('Nothing was changed.');
    return exitCodes.findings;
  }
  requireEnded(planned, home);
  let failed = 0;
  await withLock(session.home.state, async () => {
    for (const { file, secrets } of planned)
      try {
        await scrubFile(home, file, scrubber(secrets));
      } catch (error) {
        failed++;
        terminal.warn(`Not changed: ${file.path}: ${messageOf(error)}`);
      }
  });
  terminal.say(`Changed ${counted(planned.length - failed, 'file')}.`);
  if (failed > 0) return exitCodes.failed;
  return left > 0 ? exitCodes.findings : exitCodes.fine;
}

/** Why secrets stay in files of a format. */
const kept: Readonly<Partial<Record<StoredFile['format'], string>>> = {
  database: 'databases are not changed',
  settings: 'the agent needs it; put a variable in its place',
};

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
