/** Receives webhooks of the platform: `require('service-cli/webhooks')`. docs/webhooks.md has examples. */

/** Header names in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | undefined>>;

export interface WebhookPayload {
  /** Unverified, like every address in a payload. */
  readonly serverUrl: string | undefined;
  /** Absent if a change of an issue, not an analysis, changed the gate. */
  readonly taskId: string | undefined;
  /** `SUCCESS`, `FAILED`, or an unknown one. */
  readonly status: string;
  /** Milliseconds since the epoch. */
  readonly analysedAt: number | undefined;
  /** Milliseconds since the epoch. */
  readonly changedAt: number | undefined;
  readonly revision: string | undefined;
  readonly project: {
    readonly key: string | undefined;
    readonly name: string | undefined;
    readonly url: string | undefined;
  };
  readonly branch:
    | { readonly name: string | undefined; readonly type: string | undefined; readonly isMain: boolean }
    | undefined;
  /** Absent if the platform computed no gate, which is not a failed one. */
  readonly gate:
    | {
        readonly name: string | undefined;
        /** `OK`, `ERROR`, `NONE`, or an unknown one. */
        readonly status: string;
        readonly conditions: readonly {
          readonly metric: string;
          readonly operator: string | undefined;
          readonly errorThreshold: string | undefined;
          readonly status: string;
          readonly value: string | undefined;
        }[];
      }
    | undefined;
  readonly properties: Readonly<Record<string, string>>;
  /** The whole body. */
  readonly json: unknown;
}

export type Received =
  | { readonly kind: 'accepted'; readonly payload: WebhookPayload; readonly digest: string }
  /** The body was accepted before. */
  | { readonly kind: 'duplicate' }
  | {
      readonly kind: 'ignored';
      readonly reason: 'unsigned' | 'wrongSignature' | 'malformed';
      readonly detail: string;
    };

/** Where the digests of accepted bodies are kept. */
export interface DeliveryRecord {
  /** Records a body, and returns false if it was recorded before. */
  claim(digest: string): boolean;
  release(digest: string): void;
}

export declare class WebhookReceiver {
  constructor(options: {
    /** Two while a secret is being replaced. Without a secret, unsigned deliveries are accepted. */
    readonly secrets: readonly string[];
    /** Number of bodies to remember; default 1,000. */
    readonly memory?: number;
    readonly record?: DeliveryRecord;
  });
  get needsSignature(): boolean;
  /** Decides about a delivery from its headers and the raw bytes of its body. */
  receive(headers: Headers, body: Uint8Array): Received;
  /** Forgets an accepted delivery, so that it is accepted when it is repeated. */
  release(digest: string): void;
}

/** Whether one of the secrets signed exactly these bytes: HMAC-SHA256 in lower-case hex. */
export declare function isSignedBy(body: Uint8Array, signature: string, secrets: readonly string[]): boolean;

/** Parses a body. Throws an `Error` for one that is malformed. */
export declare function parsePayload(body: string, projectHeader?: string): WebhookPayload;

export declare function listenForWebhooks(options: {
  readonly receiver: WebhookReceiver;
  /** Called after the answer: for accepted deliveries one at a time, for others with an empty body. */
  readonly onDelivery: (received: Received, body: Buffer) => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Starts with a slash. */
  readonly path: string;
  /** Other names under which clients may call an unsigned listener. */
  readonly allowedHosts?: readonly string[];
}): Promise<{ readonly url: string; stop(): Promise<void> }>;
