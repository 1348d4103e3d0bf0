import { type ElementProblem, type ElementRef, type FieldRepair, isCommitted } from './element.ts';
import type { Place } from './settings.ts';

/** Why an element stays where it is. */
export type Refusal =
  | ElementProblem
  /** Another token is stored for its connection. Choices: `settings` stores this one, `stored` drops it. */
  | { readonly problem: 'tokenDiffers'; readonly uuid: string }
  /**
   * Its connection leads elsewhere by now and has no token: this one would go to an address it was not made for.
   * Choice: `stored` drops it.
   */
  | { readonly problem: 'addressChanged'; readonly uuid: string }
  /** It stands in a workspace's or folder's file, probably committed. Choice: `move`. */
  | { readonly problem: 'inWorkspace'; readonly hasToken: boolean }
  /** The secret store failed: tried again in the next start. */
  | { readonly problem: 'secretStore'; readonly uuid: string };

/** What a person may answer where the plan does not decide for them. */
export type Choice = 'settings' | 'stored' | 'move';

/** When an element leaves the settings. */
export type Removal =
  /** It has. */
  | 'done'
  /** In a later start of the editor, if its token is still stored; earlier by `removeNow`. */
  | 'laterStart'
  /** Only by `removeNow`: the element may hold the last copy of a token, because its connection was deleted or the token is not text. */
  | 'onRequest'
  /** The editor cannot write this file for us. */
  | 'byHand'
  /** The settings were changed meanwhile, or could not be written: tried again in the next start. */
  | 'failed';

interface About {
  readonly ref: ElementRef;
  /** See `LegacyElement`; what choices are given for. */
  readonly key: string;
}

export type Outcome = About &
  (
    | {
        readonly outcome: 'migrated';
        readonly uuid: string;
        readonly connectionId: string;
        /** Its own id was taken by another connection; bindings that name it mean that one, as they did. */
        readonly renamedFrom?: string;
        /** Another connection whose name differs in blanks or case only. */
        readonly resembles?: string;
        /** Undefined: none was found anywhere, the connection is "token missing". */
        readonly token: 'settings' | 'oldSecret' | 'stored' | undefined;
        readonly unknownFields: readonly string[];
        readonly repairs: readonly FieldRepair[];
        readonly removal: Removal;
      }
    | {
        readonly outcome: 'alreadyMigrated';
        /** Undefined: its connection was deleted since. */
        readonly uuid: string | undefined;
        readonly repairs: readonly FieldRepair[];
        readonly removal: Removal;
      }
    | { readonly outcome: 'refused'; readonly reason: Refusal }
  );

export type Advice =
  /** Tokens stood in settings as plain text; local history and sync keep copies: revoke and renew them. */
  | 'revoke'
  /** Tokens stand in files that are probably committed: revoke them. */
  | 'revokeCommitted'
  /** Comments inside the arrays are lost when elements are taken out. */
  | 'commentsLost'
  /** Settings Sync carries the removal to other machines. */
  | 'sync'
  | 'removeByHand';

export interface MigrationReport {
  /** One for each element, in the order of the settings. No token is in it. */
  readonly outcomes: readonly Outcome[];
  readonly advice: readonly Advice[];
  /** Arrays that could not be written. */
  readonly failures: readonly { readonly place: Place; readonly reason: string }[];
}

/** What a person should know about these outcomes; `withToken`: keys of the elements that carry a token. */
export function adviceFor(outcomes: readonly Outcome[], withToken: ReadonlySet<string>): readonly Advice[] {
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
