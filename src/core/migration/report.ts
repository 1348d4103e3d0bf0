import type { LegacyIdentity } from '../connections/store.ts';
import { type ElementProblem, type ElementRef, type FieldRepair, isCommitted } from './element.ts';
import type { SettingsLocation } from './settings.ts';

export type MigrationRefusal =
  | ElementProblem
  /** Another token is stored for its connection. Choices: `settings` stores the element's token, `stored` drops it. */
  | { readonly problem: 'tokenDiffers'; readonly uuid: string }
  /** Its connection has no token and another address, which the token is not for. Choice: `stored` drops it. */
  | { readonly problem: 'addressChanged'; readonly uuid: string }
  /** It is in a file of a workspace or folder, which is probably committed. Choice: `move`. */
  | { readonly problem: 'inWorkspace'; readonly identity: LegacyIdentity; readonly hasToken: boolean }
  /** The secret store failed. The next start tries again. */
  | { readonly problem: 'secretStore'; readonly uuid: string };

/** The answers of the user where only the user can decide. */
export type Choice = 'settings' | 'stored' | 'move';

/** Whether an element was removed from the settings, or who removes it and when. */
export type Removal =
  /** It is removed. */
  | 'done'
  /** A later start of the editor removes it, if its token is still stored; `removeNow` removes it earlier. */
  | 'laterStart'
  /** Only `removeNow` removes it: its connection was deleted or its token is not text, which may be the last copy. */
  | 'onRequest'
  /** The user must remove it, because the editor cannot write this file. */
  | 'byHand'
  /** The settings were changed meanwhile, or could not be written. The next start tries again. */
  | 'failed';

interface About {
  readonly ref: ElementRef;
  /** Identifies the element in a map of choices; see `LegacyElement`. */
  readonly key: string;
}

export type MigrationOutcome = About &
  (
    | {
        readonly outcome: 'migrated';
        readonly uuid: string;
        readonly connectionId: string;
        /** The element's id, if another connection has it. Bindings with this id still refer to that one. */
        readonly renamedFrom?: string;
        /** The name of another connection that differs only in blanks or case. */
        readonly resembles?: string;
        /** The source of the token; undefined without one, so the connection is "token missing". */
        readonly token: 'settings' | 'oldSecret' | 'stored' | undefined;
        readonly unknownFields: readonly string[];
        readonly repairs: readonly FieldRepair[];
        readonly removal: Removal;
      }
    | {
        readonly outcome: 'alreadyMigrated';
        /** Undefined if its connection was deleted meanwhile. */
        readonly uuid: string | undefined;
        readonly repairs: readonly FieldRepair[];
        readonly removal: Removal;
      }
    | { readonly outcome: 'refused'; readonly reason: MigrationRefusal }
  );

export type Advice =
  /** Settings had tokens as plain text, and local history keeps copies. The user should renew them. */
  | 'revoke'
  /** Files that are probably committed contain tokens. The user should revoke them. */
  | 'revokeCommitted'
  /** Removing elements from the arrays loses the comments inside them. */
  | 'commentsLost'
  /** Settings Sync repeats the removal on the user's other machines. */
  | 'sync'
  | 'removeByHand';

/** The outcome of a run of the migration for each entry of the settings, and the advice for the user. */
export interface MigrationReport {
  /** One outcome for each element, in the order of the settings. It contains no token. */
  readonly outcomes: readonly MigrationOutcome[];
  readonly advice: readonly Advice[];
  /** Arrays that could not be written. */
  readonly failures: readonly { readonly location: SettingsLocation; readonly reason: string }[];
  /** The number of elements that left the settings in an earlier run, which was killed before it told the user. */
  readonly removedBefore: number;
}

/** Returns the advice for the user about these outcomes. `withToken` has the keys of elements that contain a token. */
export function adviceFor(
  outcomes: readonly MigrationOutcome[],
  withToken: ReadonlySet<string>,
): readonly Advice[] {
  const leaving = outcomes.filter(
    (outcome) =>
      outcome.outcome !== 'refused' && outcome.removal !== 'byHand' && outcome.removal !== 'onRequest',
  );
  const tokens = outcomes.filter(({ key }) => withToken.has(key));
  const found: Readonly<Record<Advice, boolean>> = {
    revoke: tokens.some(({ ref }) => !isCommitted(ref)),
    revokeCommitted: tokens.some(({ ref }) => isCommitted(ref)),
    commentsLost: leaving.length > 0,
    sync: leaving.some(({ ref }) => ref.level === 'user'),
    removeByHand: outcomes.some((outcome) => outcome.outcome !== 'refused' && outcome.removal === 'byHand'),
  };
  return (Object.keys(found) as Advice[]).filter((advice) => found[advice]);
}
