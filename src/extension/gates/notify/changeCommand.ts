import type { GateChange, GateNotification } from '../../../core/gate/notify/gateNotification.ts';
import { runUserCommand } from '../../../node/process/runPrograms.ts';
import { changeText, newIssuesText, projectText, summaryText } from './gateChangeTexts.ts';

/** How long an argument may be, in UTF-16 units: a notification of a system shows less. */
const longest = 500;

/**
 * Runs the command of the user for a notification. Words that are a placeholder become one argument each.
 *
 * @throws a `Failure` of the program, and `Error` for a placeholder inside a word: a script in that word would take the
 *   name of a project for code.
 */
export async function runChangeCommand(
  [program, ...words]: readonly string[],
  notification: GateNotification,
): Promise<void> {
  if (program === undefined) return;
  const values = valuesOf(notification);
  const broken = [program, ...words].find((word) => !values.has(word) && placeholder.test(word));
  if (broken !== undefined || values.has(program))
    throw new Error(
      `service.notifications.command: ${broken ?? program} must be a word of its own, after the program`,
    );
  await runUserCommand(
    program,
    words.map((word) => values.get(word) ?? word),
  );
}

const placeholder = /\{(?:status|project|message|link)\}/u;

function valuesOf(notification: GateNotification): ReadonlyMap<string, string> {
  const changes = notification.kind === 'change' ? [notification.change] : notification.changes;
  const projects = [...new Set(changes.map(projectText))].join(', ');
  const isFailure = changes.some(({ to }) => to !== 'OK');
  return new Map([
    ['{status}', notification.kind === 'newIssues' ? 'NEW_ISSUES' : isFailure ? 'ERROR' : 'OK'],
    ['{project}', argumentText(projects)],
    ['{message}', argumentText(messageOf(notification, changes))],
    ['{link}', changes.length === 1 ? (changes[0]?.link ?? '') : ''],
  ]);
}

function messageOf({ kind }: GateNotification, changes: readonly GateChange[]): string {
  if (kind === 'newIssues') return newIssuesText(changes);
  if (kind === 'change') return changes.map(changeText).join(' ');
  return summaryText(changes);
}

/** Returns a text as one line without hidden or reordering characters. It is neither an option nor a file (`@file`). */
function argumentText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\p{Cf}/gu, '')
    .replace(/^[-+/@\s]+/u, '')
    .slice(0, longest);
}
