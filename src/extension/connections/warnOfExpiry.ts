import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { showWarning } from '../ui/messages.ts';
import type { Report } from '../host/report.ts';
import type { ConnectionStates } from './states.ts';
import { expiryText } from './stateTexts.ts';

interface WarnOfExpiryOptions {
  readonly store: Pick<ConnectionStore, 'list'>;
  readonly states: ConnectionStates;
  readonly daysLeftOf: (uuid: string) => number | undefined;
  /** Shared by all windows of the user, so that one of them warns, once a day. */
  readonly memory: vscode.Memento;
  readonly clock: Clock;
  readonly report: Report;
}

const lookAgainMs = 6 * 60 * 60 * 1000;
const warnedKey = (uuid: string): string => `service.expiryWarned/${uuid}`;

/**
 * Warns that a token expires within a week, once a day for each connection. The message offers to replace the token,
 * which keeps the connection.
 */
export function warnOfExpiry(options: WarnOfExpiryOptions): Disposable {
  const { store, states, daysLeftOf, memory, clock, report } = options;
  const scope = new DisposableStore();
  const look = () => {
    const today = new Date(clock.now()).toDateString();
    for (const connection of store.list()) {
      const { uuid } = connection;
      const days = states.of(uuid).state === 'connected' ? daysLeftOf(uuid) : undefined;
      if (days === undefined || memory.get(warnedKey(uuid)) === today) continue;
      remember(uuid, today);
      warn(connection, days).catch((error: unknown) => {
        report(error, 'warning of a token that expires');
      });
    }
  };
  const remember = (uuid: string, today: string) => {
    memory.update(warnedKey(uuid), today).then(undefined, (error: unknown) => {
      report(error, 'remembering a warning');
    });
  };
  let timer: Disposable | undefined;
  const lookAgain = () => {
    timer = clock.setTimer(lookAgainMs, () => {
      look();
      lookAgain();
    });
  };
  scope.add(states.onDidChange(look));
  scope.add({ dispose: () => timer?.dispose() });
  look();
  lookAgain();
  return scope;
}

async function warn({ uuid, connectionId }: Connection, days: number): Promise<void> {
  const renew = vscode.l10n.t('Replace Token');
  const text = vscode.l10n.t(
    '{0}: {1}. Replace the token to keep the connection working.',
    connectionId,
    expiryText(days),
  );
  const chosen = await showWarning(text, renew);
  if (chosen === renew) await vscode.commands.executeCommand('service.replaceToken', { uuid });
}
