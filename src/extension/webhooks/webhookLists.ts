import type { Api, Page } from '../../core/api/client.ts';
import { listDeliveries, listWebhooks, type Delivery, type Webhook } from '../../core/api/webhooks.ts';
import type { Connection } from '../../core/connections/connection.ts';
import type { Disposable } from '../../core/disposables.ts';
import { Emitter } from '../../core/events.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';

/** Something of a platform that is asked for when a person wants to see it. */
export interface Asked<T> {
  readonly state: 'unasked' | 'asking' | 'there' | 'failed';
  /** The last answer, also while it is asked for anew, or cannot be had just now. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
}

/** Whose webhooks: those of a project, or the global ones of the platform. */
export interface WebhookPlace {
  readonly connection: Connection;
  readonly project: string | undefined;
}

/** What the tree reads. */
export interface WebhookReader {
  readonly webhooksOf: (uuid: string, project: string | undefined) => Asked<readonly Webhook[]>;
  readonly deliveriesOf: (uuid: string, webhook: string) => Asked<Page<Delivery>>;
}

interface WebhookListsOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly log: Log;
}

const unasked = { state: 'unasked', value: undefined, failure: undefined } as const;
/** What the tree shows of a webhook's deliveries. */
const newest = 20;
/** After these what was seen before is not for this account any more. */
const shut: readonly string[] = ['forbidden', 'unauthorized', 'notFound'];

/** Webhooks and their deliveries as they were last seen. Nothing is asked for by itself. */
export class WebhookLists implements WebhookReader, Disposable {
  readonly #options: WebhookListsOptions;
  readonly #changed: Emitter<void>;
  readonly #webhooks = new Map<string, Asked<readonly Webhook[]>>();
  readonly #deliveries = new Map<string, Asked<Page<Delivery>>>();

  constructor(options: WebhookListsOptions) {
    this.#options = options;
    this.#changed = new Emitter((error) => {
      options.log.error(`Listener of webhooks: ${messageOf(error)}`);
    });
  }

  get onDidChange() {
    return this.#changed.event;
  }

  readonly webhooksOf: WebhookReader['webhooksOf'] = (uuid, project) =>
    this.#webhooks.get(keyOf(uuid, project)) ?? unasked;

  readonly deliveriesOf: WebhookReader['deliveriesOf'] = (uuid, webhook) =>
    this.#deliveries.get(keyOf(uuid, webhook)) ?? unasked;

  /** Asks anew. A failure is part of the answer, `forbidden` for an account that may not administer the place. */
  ask({ connection, project }: WebhookPlace): Promise<Asked<readonly Webhook[]>> {
    const organization = connection.kind === 'cloud' ? connection.organizationKey : undefined;
    return this.#ask(this.#webhooks, keyOf(connection.uuid, project), connection, (api) =>
      listWebhooks(api, { project, organization }),
    );
  }

  /** The newest ones. */
  askDeliveries(connection: Connection, webhook: string): Promise<Asked<Page<Delivery>>> {
    return this.#ask(this.#deliveries, keyOf(connection.uuid, webhook), connection, (api) =>
      listDeliveries(api, { webhook, pageSize: newest }),
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }

  async #ask<T>(
    known: Map<string, Asked<T>>,
    key: string,
    connection: Connection,
    question: (api: Api) => Promise<T>,
  ): Promise<Asked<T>> {
    const before = known.get(key)?.value;
    const asking: Asked<T> = { state: 'asking', value: before, failure: undefined };
    this.#set(known, key, asking);
    const answer = await this.#answer(connection, question, before);
    // Whoever asked later gets the newer answer.
    if (known.get(key) === asking) this.#set(known, key, answer);
    return answer;
  }

  async #answer<T>(
    connection: Connection,
    question: (api: Api) => Promise<T>,
    before: T | undefined,
  ): Promise<Asked<T>> {
    try {
      const api = await this.#options.apiFor(connection);
      if (!api) throw new Failure('unauthorized', 'no token');
      return { state: 'there', value: await question(api), failure: undefined };
    } catch (failure) {
      if (!Failure.is(failure)) throw failure;
      this.#options.log.debug(`Webhooks of ${connection.connectionId}: ${failure.message}`);
      return { state: 'failed', value: shut.includes(failure.code) ? undefined : before, failure };
    }
  }

  #set<T>(known: Map<string, Asked<T>>, key: string, value: Asked<T>): void {
    known.set(key, value);
    this.#changed.fire();
  }
}

function keyOf(uuid: string, rest = ''): string {
  return `${uuid}/${rest}`;
}
