import type { Doorbell } from '../core/push/doorbell.ts';
import type { Event } from '../core/events.ts';

/** A delivery that rings. */
export interface Ring {
  /** Opaque id of the project. */
  readonly project: string;
  /** Of the delivery's body: the same one twice in a row rings once. */
  readonly digest: string;
}

export interface DoorbellPage {
  readonly doorbells: readonly Doorbell[];
  /** Everything up to this sequence has been considered. */
  readonly to: number;
  /** Between `after` and the first doorbell some are no longer kept. */
  readonly hasGap: boolean;
}

/**
 * Where doorbells are kept and handed out: the one interface behind which a stream shared by several relays (NATS
 * JetStream has publish with de-duplication, sequence, retention and consumers that start at a sequence) can take the
 * place of the embedded database of `SqliteDoorbellStream`.
 */
export interface DoorbellStream {
  /** Another one after the data were lost or replaced: sequences of the old one mean nothing then. */
  readonly id: string;
  /** The sequence of the newest doorbell; 0 before the first. */
  last(): Promise<number>;
  /** Resolves when the doorbell cannot be lost any more. Undefined: the project's newest doorbell came of the same body. */
  append(ring: Ring): Promise<Doorbell | undefined>;
  /** Doorbells of these projects after a sequence, oldest first. */
  read(projects: ReadonlySet<string>, after: number): Promise<DoorbellPage>;
  /** Each appended doorbell, in order; also those that another relay on the same stream appended. */
  readonly onDoorbell: Event<Doorbell>;
}
