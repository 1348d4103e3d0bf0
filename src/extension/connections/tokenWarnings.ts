import * as z from 'zod/mini';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { ConnectionStore } from '../../core/connections/store.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { SharedFile } from '../../core/sharedFile.ts';
import type { Report } from '../host/commands.ts';
import type { ConnectionStates } from './states.ts';

/** The last warning about the token of each connection. It contains no token. */
export const tokenWarningsSchema = z.object({
  version: z.literal(1),
  warnings: z.array(
    z.object({
      connection: z.string(),
      /** `refused`, or the day of a warning that the token expires soon. */
      about: z.string(),
    }),
  ),
});
export type TokenWarningsFile = z.output<typeof tokenWarningsSchema>;

export const noTokenWarnings: TokenWarningsFile = { version: 1, warnings: [] };

interface TokenWarningsOptions {
  readonly store: Pick<ConnectionStore, 'get' | 'list'>;
  readonly states: Pick<ConnectionStates, 'of' | 'onDidChange'>;
  /** As in `Services`: undefined unless the token expires soon. */
  readonly daysLeftOf: (uuid: string) => number | undefined;
  readonly isMuted: (connection: Connection) => boolean;
  /** Shared by all windows of the user, so that one of them warns. */
  readonly file: SharedFile<TokenWarningsFile>;
  /** Whether the user most likely looks at another window of this editor. */
  readonly isOtherInFront: () => boolean;
  /** Shows the warning; resolves when the user has closed it. `daysLeft` is undefined for a token that was refused. */
  readonly show: (connection: Connection, daysLeft: number | undefined) => Promise<void>;
  readonly clock: Clock;
  readonly report: Report;
}

const refused = 'refused';
const repeatMs = 6 * 60 * 60 * 1000;
/** How long the window waits, because the state may be about to change, milliseconds. */
const settleMs = 1000;
/** The same while another window is in front, so that this one comes first. */
const behindMs = 4000;
/** How long an accepted token must stay accepted, until the next refusal is a new one: all windows know it by then. */
const forgetMs = 10_000;

/**
 * Warns once, in one window, that the platform refuses a token, and once a day that a token expires within a week. The
 * next warning of a refusal needs a token that was accepted in between.
 */
export function warnOfTokens(options: TokenWarningsOptions): Disposable {
  const { store, states, daysLeftOf, isMuted, isOtherInFront, show, clock, report } = options;
  const scope = new DisposableStore();
  /** The last finding about each token that needs a warning. */
  const known = new Map<string, string>();
  let timer: Disposable | undefined;
  /** Does the work after a time if nothing else has been found out about the token by then. */
  const later = (ms: number, uuid: string, work: () => Promise<void>) => {
    const about = known.get(uuid);
    const due = () => {
      if (known.get(uuid) !== about) return;
      work().catch((error: unknown) => report(error, 'warning about a token'));
    };
    scope.add(clock.setTimer(ms, due));
  };
  const aboutOf = (uuid: string): string | undefined => {
    const { state } = states.of(uuid);
    if (state === 'tokenRefused') return refused;
    const expiresSoon = state === 'connected' && daysLeftOf(uuid) !== undefined;
    return expiresSoon ? new Date(clock.now()).toDateString() : undefined;
  };
  const warn = async (uuid: string, about: string) => {
    const connection = store.get(uuid);
    if (!connection || (about === refused && isMuted(connection))) return;
    if (await claim(uuid, about, options))
      await show(connection, about === refused ? undefined : daysLeftOf(uuid));
  };
  const follow = () => {
    for (const { uuid } of store.list()) {
      if (states.of(uuid).state === 'checking') continue;
      const about = aboutOf(uuid);
      if (about === known.get(uuid)) continue;
      if (about !== undefined) {
        known.set(uuid, about);
        later(isOtherInFront() ? behindMs : settleMs, uuid, () => warn(uuid, about));
      } else {
        known.delete(uuid);
        if (states.of(uuid).state === 'connected') later(forgetMs, uuid, () => forget(uuid, options));
      }
    }
  };
  /** The day of a warning changes without an event. */
  const repeat = () => {
    follow();
    timer = clock.setTimer(repeatMs, repeat);
  };
  scope.add(states.onDidChange(follow));
  scope.add({ dispose: () => timer?.dispose() });
  repeat();
  return scope;
}

/** Resolves with true in the first window that asks. */
async function claim(uuid: string, about: string, { file, store }: TokenWarningsOptions): Promise<boolean> {
  let isFirst = false;
  await file.update((current) => {
    const before = current.warnings.find(({ connection }) => connection === uuid);
    isFirst = before?.about !== about;
    return isFirst
      ? { ...current, warnings: [...othersOf(current, uuid, store), { connection: uuid, about }] }
      : current;
  });
  return isFirst;
}

async function forget(uuid: string, { file, store }: TokenWarningsOptions): Promise<void> {
  await file.update((current) => ({ ...current, warnings: othersOf(current, uuid, store) }));
}

/** Returns the warnings about the other connections that still exist. */
function othersOf({ warnings }: TokenWarningsFile, uuid: string, store: TokenWarningsOptions['store']) {
  return warnings.filter(({ connection }) => connection !== uuid && store.get(connection) !== undefined);
}
