import type { GateServices } from '../gates/gateServices.ts';
import type { Api, Page } from '../../core/api/client.ts';
import { listDeliveries, listWebhooks, type Delivery, type Webhook } from '../../core/api/webhooks.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Emitter, type Event } from '../../core/events.ts';
import { Failure } from '../../core/failures.ts';
import { errorsTo, type Log } from '../../core/log.ts';

/** Data of a platform that is requested only when the user wants to see it. */
export interface OnDemandData<T> {
  readonly state: 'unasked' | 'asking' | 'there' | 'failed';
  /** The last answer. It is kept while a new request runs, and after a failure that may be temporary. */
  readonly value: T | undefined;
  readonly failure: Failure | undefined;
}

/** The owner of webhooks: a project, or the whole platform for the global ones (`project` is undefined). */
export interface WebhookScope {
  readonly connection: Connection;
  readonly project: string | undefined;
}

export interface WebhookReader {
  readonly webhooksOf: (uuid: string, project: string | undefined) => OnDemandData<readonly Webhook[]>;
  readonly deliveriesOf: (uuid: string, webhook: string) => OnDemandData<Page<Delivery>>;
}

interface WebhookListsOptions {
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly store: { readonly get: (uuid: string) => Connection | undefined };
  /** Fires with the uuid of a connection whose token was changed or deleted. */
  readonly tokenStore: { readonly onDidChange: Event<string> };
  readonly log: Log;
}

const unasked = { state: 'unasked', value: undefined, failure: undefined } as const;
/** The number of deliveries that the tree shows of a webhook. */
const newest = 20;
/** Failures after which an earlier answer is dropped, because the account may no longer see it. */
const shut: readonly string[] = ['forbidden', 'unauthorized', 'notFound'];

export interface WebhookServices extends GateServices {
  readonly webhooks: WebhookLists;
}

/** The last known webhooks and deliveries, requested on demand, and again when the token of a connection changes. */
export class WebhookLists implements WebhookReader, Disposable {
  readonly #options: WebhookListsOptions;
  readonly #scope = new DisposableStore();
  readonly #changed: Emitter<void>;
  readonly #webhooks = new Map<string, OnDemandData<readonly Webhook[]>>();
  readonly #deliveries = new Map<string, OnDemandData<Page<Delivery>>>();

  constructor(options: WebhookListsOptions) {
    this.#options = options;
    this.#changed = this.#scope.add(new Emitter(errorsTo(options.log, 'Listener of webhooks')));
    this.#scope.add(
      options.tokenStore.onDidChange((uuid) => {
        this.#renew(uuid).catch(errorsTo(options.log, 'Webhooks of a new token'));
      }),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  readonly webhooksOf: WebhookReader['webhooksOf'] = (uuid, project) =>
    this.#webhooks.get(listKey(uuid, project)) ?? unasked;

  readonly deliveriesOf: WebhookReader['deliveriesOf'] = (uuid, webhook) =>
    this.#deliveries.get(listKey(uuid, webhook)) ?? unasked;

  /** A failure is part of the answer: `forbidden` if the account may not administer. */
  ask({ connection, project }: WebhookScope): Promise<OnDemandData<readonly Webhook[]>> {
    const organization = organizationOf(connection);
    return this.#ask(this.#webhooks, listKey(connection.uuid, project), connection, (api) =>
      listWebhooks(api, { project, organization }),
    );
  }

  /** Requests the newest deliveries of a webhook. A failure is part of the answer. */
  askDeliveries(connection: Connection, webhook: string): Promise<OnDemandData<Page<Delivery>>> {
    return this.#ask(this.#deliveries, listKey(connection.uuid, webhook), connection, (api) =>
      listDeliveries(api, { webhook, pageSize: newest }),
    );
  }

  dispose(): void {
    this.#scope.dispose();
  }

  /** Drops what the account of the old token could see, and requests it again unless the connection was deleted. */
  async #renew(uuid: string): Promise<void> {
    const projects = drop(this.#webhooks, uuid);
    const webhooks = drop(this.#deliveries, uuid);
    if (projects.length + webhooks.length === 0) return;
    this.#changed.fire();
    const connection = this.#options.store.get(uuid);
    if (!connection) return;
    await Promise.all([
      ...projects.map((project) => this.ask({ connection, project: project === '' ? undefined : project })),
      ...webhooks.map((webhook) => this.askDeliveries(connection, webhook)),
    ]);
  }

  async #ask<T>(
    known: Map<string, OnDemandData<T>>,
    key: string,
    connection: Connection,
    question: (api: Api) => Promise<T>,
  ): Promise<OnDemandData<T>> {
    const before = known.get(key)?.value;
    const asking: OnDemandData<T> = { state: 'asking', value: before, failure: undefined };
    this.#set(known, key, asking);
    const answer = await this.#answer(connection, question, before);
    // If a newer request has started meanwhile, its answer is used.
    if (known.get(key) === asking) this.#set(known, key, answer);
    return answer;
  }

  async #answer<T>(
    connection: Connection,
    question: (api: Api) => Promise<T>,
    before: T | undefined,
  ): Promise<OnDemandData<T>> {
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

  #set<T>(known: Map<string, OnDemandData<T>>, key: string, value: OnDemandData<T>): void {
    known.set(key, value);
    this.#changed.fire();
  }
}

/** Deletes the answers for a connection, and returns what follows the uuid in their keys. */
function drop(known: Map<string, unknown>, uuid: string): readonly string[] {
  const start = listKey(uuid);
  const dropped = [...known.keys()].filter((key) => key.startsWith(start));
  for (const key of dropped) known.delete(key);
  return dropped.map((key) => key.slice(start.length));
}

function listKey(uuid: string, rest = ''): string {
  return `${uuid}/${rest}`;
}
