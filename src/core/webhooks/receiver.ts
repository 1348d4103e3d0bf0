import { createHash } from 'node:crypto';
import { brands } from '../brand.ts';
import { Failure } from '../failures.ts';
import { isSignedBy } from './signature.ts';
import { parsePayload, type WebhookPayload } from './payload.ts';

export type Received =
  | { readonly kind: 'accepted'; readonly payload: WebhookPayload; readonly digest: string }
  /** A body that was handled before: the sender gets its 2xx, and nothing happens. */
  | { readonly kind: 'repeated' }
  | {
      readonly kind: 'ignored';
      readonly reason: 'unsigned' | 'wrongSignature' | 'malformed';
      readonly detail: string;
    };

export interface ReceiverOptions {
  /** Empty: deliveries are taken unsigned. Two while a secret is being replaced. */
  readonly secrets: readonly string[];
  /** How many handled bodies are remembered. Default 1,000. */
  readonly memory?: number;
}

/**
 * Decides about deliveries; knows the header names of every brand. Nothing in a delivery is signed but its body, without
 * time or number, so a repeat is known by the body alone.
 */
export class WebhookReceiver {
  readonly #secrets: readonly string[];
  readonly #memory: number;
  /** Digests of handled bodies, oldest first. */
  readonly #handled = new Set<string>();

  constructor({ secrets, memory = 1000 }: ReceiverOptions) {
    this.#secrets = secrets;
    this.#memory = memory;
  }

  /** @param headers names in lower case */
  receive(headers: Readonly<Record<string, string | undefined>>, body: Uint8Array): Received {
    if (this.#secrets.length > 0) {
      const signature = headerOf(headers, 'signature');
      if (signature === undefined)
        return { kind: 'ignored', reason: 'unsigned', detail: 'There is no signature' };
      if (!isSignedBy(body, signature, this.#secrets))
        return { kind: 'ignored', reason: 'wrongSignature', detail: 'The signature is not that of the body' };
    }
    const digest = createHash('sha256').update(body).digest('hex');
    if (this.#handled.has(digest)) return { kind: 'repeated' };
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
      return { kind: 'accepted', payload: parsePayload(text, headerOf(headers, 'project')), digest };
    } catch (error) {
      const detail = Failure.is(error) ? error.message : 'Webhook payload: not UTF-8';
      return { kind: 'ignored', reason: 'malformed', detail };
    }
  }

  /** To be called when an accepted delivery was dealt with: before that, a repeat must get its chance. */
  handled(digest: string): void {
    this.#handled.add(digest);
    for (const oldest of this.#handled) {
      if (this.#handled.size <= this.#memory) break;
      this.#handled.delete(oldest);
    }
  }
}

function headerOf(
  headers: Readonly<Record<string, string | undefined>>,
  name: 'signature' | 'project',
): string | undefined {
  return brands
    .map((brand) => headers[brand.headers[name].toLowerCase()])
    .find((value) => value !== undefined);
}
