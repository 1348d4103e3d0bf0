import { createHash } from 'node:crypto';
import { brands } from '../brand.ts';
import { Failure } from '../failures.ts';
import { isSignedBy } from './signature.ts';
import { parsePayload, type WebhookPayload } from './payload.ts';

/** Header names are in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

/** The decision about a delivery. `digest` identifies an accepted body, for `release`; `detail` is for the log. */
export type Received =
  | { readonly kind: 'accepted'; readonly payload: WebhookPayload; readonly digest: string }
  /** The body was accepted before. The sender gets a 2xx answer, and the delivery has no effect. */
  | { readonly kind: 'duplicate' }
  | {
      readonly kind: 'ignored';
      readonly reason: 'unsigned' | 'wrongSignature' | 'malformed';
      readonly detail: string;
    };

interface ReceiverOptions {
  /** The webhook secrets: two while a secret is being replaced. Without a secret, unsigned deliveries are accepted. */
  readonly secrets: readonly string[];
  /** The number of bodies that the receiver remembers. Default 1,000. It has no effect together with `record`. */
  readonly memory?: number;
  /** A record that may outlive this receiver. */
  readonly record?: DeliveryRecord;
}

/**
 * Decides whether to accept deliveries, with the header names of every brand. The signature covers only the body, which
 * has no time or number, so a repeat is recognized by the body: an accepted body is not accepted again.
 */
export class WebhookReceiver {
  readonly #secrets: readonly string[];
  readonly #record: DeliveryRecord;

  constructor({ secrets, memory = 1000, record = recentDeliveries(memory) }: ReceiverOptions) {
    this.#secrets = secrets;
    this.#record = record;
  }

  get needsSignature(): boolean {
    return this.#secrets.length > 0;
  }

  /** Refuses a delivery without a required signature by its headers; undefined if the body must be checked. */
  refuseUnsigned(headers: Headers): Extract<Received, { kind: 'ignored' }> | undefined {
    if (!this.needsSignature || headerOf(headers, 'signature') !== undefined) return undefined;
    return { kind: 'ignored', reason: 'unsigned', detail: 'there is no signature' };
  }

  /**
   * Decides about a delivery, and records the body of an accepted one.
   * @param headers with names in lower case
   * @throws the error of the record, if it fails
   */
  receive(headers: Headers, body: Uint8Array): Received {
    const unsigned = this.refuseUnsigned(headers);
    if (unsigned) return unsigned;
    if (this.needsSignature && !isSignedBy(body, headerOf(headers, 'signature') ?? '', this.#secrets))
      return { kind: 'ignored', reason: 'wrongSignature', detail: wrongSignatureText(body) };
    // Headers are not signed, so a header must not choose the project of a signed body.
    const project = this.needsSignature ? undefined : headerOf(headers, 'project');
    const payload = payloadOf(body, project);
    if (typeof payload === 'string') return { kind: 'ignored', reason: 'malformed', detail: payload };
    const digest = createHash('sha256').update(body).digest('hex');
    return this.#record.claim(digest) ? { kind: 'accepted', payload, digest } : { kind: 'duplicate' };
  }

  /** Forgets an accepted delivery that could not be processed, so that it is accepted when it is repeated. */
  release(digest: string): void {
    this.#record.release(digest);
  }
}

function headerOf(headers: Headers, name: 'signature' | 'project'): string | undefined {
  return brands
    .map((brand) => headers[brand.headers[name].toLowerCase()])
    .find((value) => value !== undefined);
}

/**
 * Names the task that the body claims to be about: the platform sends no number of the delivery. The body of a stranger
 * is not parsed, and only its beginning is read.
 */
function wrongSignatureText(body: Uint8Array): string {
  const beginning = new TextDecoder().decode(body.subarray(0, 4096));
  const task = /"taskId"\s*:\s*"([\w-]{1,64})"/.exec(beginning)?.[1];
  return `the signature does not match the body${task === undefined ? '' : ` (says task ${task})`}`;
}

/** Returns the payload, or the reason why the body is malformed. */
function payloadOf(body: Uint8Array, project: string | undefined): WebhookPayload | string {
  try {
    return parsePayload(new TextDecoder('utf-8', { fatal: true }).decode(body), project);
  } catch (error) {
    return Failure.is(error) ? error.message : 'Webhook payload: not UTF-8';
  }
}

/** Remembers accepted bodies by digest: in memory here, on disk in `src/node/files/deliveryFolder.ts`. */
export interface DeliveryRecord {
  /** Records a body, and returns false if it was recorded before. */
  claim(digest: string): boolean;
  /** Forgets a body whose processing did not start, so that it is accepted when it is delivered again. */
  release(digest: string): void;
}

/** Returns a record in memory of the newest `limit` bodies; 0 disables the record. */
export function recentDeliveries(limit: number): DeliveryRecord {
  /** Digests, the oldest first. */
  const claimed = new Set<string>();
  return {
    claim: (digest) => {
      if (claimed.has(digest)) return false;
      claimed.add(digest);
      const [oldest] = claimed;
      if (oldest !== undefined && claimed.size > limit) claimed.delete(oldest);
      return true;
    },
    release: (digest) => claimed.delete(digest),
  };
}
