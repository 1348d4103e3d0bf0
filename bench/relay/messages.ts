/** Opens streams: `streamsPerKey` for each key, in turn at each relay. */
export interface Order {
  readonly kind: 'order';
  readonly urls: readonly string[];
  readonly keys: readonly { readonly key: string; readonly project: string }[];
  readonly streamsPerKey: number;
}

/** Asks for the result. */
export interface Sent {
  readonly kind: 'sent';
  /** When the deliveries of each project were sent, oldest first: milliseconds since the epoch. */
  readonly sentAt: Readonly<Record<string, readonly number[]>>;
}

/** The result of a process with listeners. */
export interface Heard {
  /** The time from each delivery to the next push event of its project, once for each stream that covers it. */
  readonly delaysMs: Float64Array;
  /** Deliveries, once for each stream, after which no push event of their project came. */
  readonly missed: number;
  /** Push events that were repeated or came out of order. */
  readonly disordered: number;
  /** Handshakes of all streams, more than the streams if some were opened again. */
  readonly handshakes: number;
  /** Processor time of the listeners themselves. */
  readonly cpuSeconds: number;
}
