import { createHash } from 'node:crypto';
import { brands } from '../brand.ts';
import { Failure } from '../failures.ts';
import { recentDeliveries, type DeliveryRecord } from './deliveryRecord.ts';
import { isSignedBy } from './signature.ts';
import { parsePayload, type WebhookPayload } from './payload.ts';

/** Names in lower case. */
type Headers = Readonly<Record<string, string | undefined>>;

export type Received =
  | { readonly kind: 'accepted'; readonly payload: WebhookPayload; readonly digest: string }
  /** A body that was taken before: the sender gets its 2xx, and nothing happens. */
  | { readonly kind: 'duplicate' }
  | {
      readonly kind: 'ignored';
      readonly reason: 'unsigned' | 'wrongSignature' | 'malformed';
      readonly detail: string;
    };

interface ReceiverOptions {
  /** Empty: deliveries are taken unsigned. Two while a secret is being replaced. */
  readonly secrets: readonly string[];
  /** How many bodies the receiver remembers itself. Default 1,000; without effect beside `record`. */
  readonly memory?: number;
  /** Remembers bodies beyond the life of this receiver. */
  readonly record?: DeliveryRecord;
}

/**
 * Decides about deliveries; knows the header names of every brand. Nothing in a delivery is signed but its body, without
 * time or number, so a repeat is known by the body alone: a recorded body is taken once, from the moment it is accepted.
 */
export class WebhookReceiver {
  readonly #secrets: readonly string[];
  readonly #record: DeliveryRecord;

  constructor({ secrets, memory = 1000, record = recentDeliveries(memory) }: ReceiverOptions) {
    this.#secrets = secrets;
    this.#record = record;
  }

  /** Whether only deliveries with a signature are taken. */
  get needsSignature(): boolean {
    return this.#secrets.length > 0;
  }

  /** Refuses a delivery by its headers alone where it needs a signature and has none; undefined: its body decides. */
  refuseUnsigned(headers: Headers): Extract<Received, { kind: 'ignored' }> | undefined {
    if (!this.needsSignature || headerOf(headers, 'signature') !== undefined) return undefined;
    return { kind: 'ignored', reason: 'unsigned', detail: 'There is no signature' };
  }

  /**
   * Decides about a delivery, and records its body where it is accepted.
   * @param headers names in lower case
   * @throws what the record throws
   */
  receive(headers: Headers, body: Uint8Array): Received {
    const unsigned = this.refuseUnsigned(headers);
    if (unsigned) return unsigned;
    if (this.needsSignature && !isSignedBy(body, headerOf(headers, 'signature') ?? '', this.#secrets))
      return { kind: 'ignored', reason: 'wrongSignature', detail: 'The signature is not that of the body' };
    // No header is signed, so one must not choose the project of a signed body.
    const project = this.needsSignature ? undefined : headerOf(headers, 'project');
    const payload = payloadOf(body, project);
    if (typeof payload === 'string') return { kind: 'ignored', reason: 'malformed', detail: payload };
    const digest = createHash('sha256').update(body).digest('hex');
    return this.#record.claim(digest) ? { kind: 'accepted', payload, digest } : { kind: 'duplicate' };
  }

  /** To be called where an accepted delivery could not be worked on: it is accepted again when it is repeated. */
  release(digest: string): void {
    this.#record.release(digest);
  }
}

function headerOf(headers: Headers, name: 'signature' | 'project'): string | undefined {
  return brands
    .map((brand) => headers[brand.headers[name].toLowerCase()])
    .find((value) => value !== undefined);
}

/** The payload, or what is wrong with the body. */
function payloadOf(body: Uint8Array, project: string | undefined): WebhookPayload | string {
  try {
    return parsePayload(new TextDecoder('utf-8', { fatal: true }).decode(body), project);
  } catch (error) {
    return Failure.is(error) ? error.message : 'Webhook payload: not UTF-8';
  }
}
