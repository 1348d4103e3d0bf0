import * as z from 'zod/mini';
import { Failure } from '../../../core/failures.ts';
import type { BusCall } from './busMessage.ts';
import type { BusValue } from './busSignature.ts';
import { SessionBus } from './sessionBus.ts';
import { beginTransport, type SecretTransport, transportAlgorithm } from './secretTransport.ts';

const destination = 'org.freedesktop.secrets';
const service = { path: '/org/freedesktop/secrets', interface: 'org.freedesktop.Secret.Service' };
const itemInterface = 'org.freedesktop.Secret.Item';
/** The path that stands for "none". */
const none = '/';

const path = z.string();
const bytes = z.instanceof(Uint8Array);
const results = {
  openSession: z.tuple([z.object({ type: z.literal('ay'), value: bytes }), path]),
  searchItems: z.tuple([z.array(path), z.array(path)]),
  unlock: z.tuple([z.array(path), path]),
  secret: z.tuple([z.tuple([path, bytes, bytes, z.string()])]),
  onePath: z.tuple([path]),
  item: z.tuple([path, path]),
  nothing: z.tuple([]),
};

/** Attributes by which the keyring finds an item. */
type Attributes = Readonly<Record<string, string>>;

/**
 * A session with the keyring of the desktop (GNOME Keyring, KWallet, KeePassXC), which asks the user to unlock it where
 * necessary. The methods reject with `storage` or `malformed`.
 * https://specifications.freedesktop.org/secret-service-spec/latest/
 */
export class SecretService {
  readonly #bus: SessionBus;
  readonly #transport: SecretTransport;
  readonly #session: string;

  private constructor(bus: SessionBus, transport: SecretTransport, session: string) {
    this.#bus = bus;
    this.#transport = transport;
    this.#session = session;
  }

  /** Opens a session, which ends with the work. */
  static async use<T>(env: NodeJS.ProcessEnv, work: (service: SecretService) => Promise<T>): Promise<T> {
    const bus = await SessionBus.connect(env);
    try {
      const exchange = beginTransport();
      const args = [transportAlgorithm, { type: 'ay', value: exchange.publicKey }];
      const open = { destination, ...service, member: 'OpenSession', signature: 'sv', args };
      const [{ value: otherKey }, session] = await bus.call(open, results.openSession);
      return await work(new SecretService(bus, exchange.finish(otherKey), session));
    } finally {
      bus.close();
    }
  }

  /** Returns the unlocked items with these attributes. If all of them are locked, the user is asked to unlock them. */
  async findItems(attributes: Attributes): Promise<readonly string[]> {
    const search = {
      ...service,
      member: 'SearchItems',
      signature: 'a{ss}',
      args: [Object.entries(attributes)],
    };
    const [unlocked, locked] = await this.#call(search, results.searchItems);
    if (unlocked.length > 0 || locked.length === 0) return unlocked;
    await this.#unlock(locked);
    return locked;
  }

  async readSecret(item: string): Promise<string> {
    const call = {
      path: item,
      interface: itemInterface,
      member: 'GetSecret',
      signature: 'o',
      args: [this.#session],
    };
    const [[, iv, value]] = await this.#call(call, results.secret);
    return this.#transport.decrypt({ iv, value });
  }

  async writeSecret(item: string, secret: string): Promise<void> {
    const args = [this.#encrypted(secret)];
    const call = { path: item, interface: itemInterface, member: 'SetSecret', signature: '(oayays)', args };
    await this.#call(call, results.nothing);
  }

  /** Adds an item to the user's default collection. */
  async createItem(label: string, attributes: Attributes, secret: string): Promise<void> {
    const alias = { ...service, member: 'ReadAlias', signature: 's', args: ['default'] };
    const [collection] = await this.#call(alias, results.onePath);
    if (collection === none) throw new Failure('storage', 'The keyring has no default collection');
    await this.#unlock([collection]);
    const properties: BusValue = [
      [`${itemInterface}.Label`, { type: 's', value: label }],
      [`${itemInterface}.Attributes`, { type: 'a{ss}', value: Object.entries(attributes) }],
    ];
    const create = {
      path: collection,
      interface: 'org.freedesktop.Secret.Collection',
      member: 'CreateItem',
      signature: 'a{sv}(oayays)b',
      args: [properties, this.#encrypted(secret), true],
    };
    const [, prompt] = await this.#call(create, results.item);
    await this.#confirm(prompt);
  }

  async deleteItem(item: string): Promise<void> {
    const call = { path: item, interface: itemInterface, member: 'Delete' };
    const [prompt] = await this.#call(call, results.onePath);
    await this.#confirm(prompt);
  }

  async #unlock(objects: readonly string[]): Promise<void> {
    const unlock = { ...service, member: 'Unlock', signature: 'ao', args: [objects] };
    const [, prompt] = await this.#call(unlock, results.unlock);
    await this.#confirm(prompt);
  }

  /** Lets the keyring ask the user, if it wants to. */
  async #confirm(prompt: string): Promise<void> {
    if (prompt === none) return;
    const target = { path: prompt, interface: 'org.freedesktop.Secret.Prompt' };
    const [isDismissed] = await this.#bus.signalAfter({ ...target, member: 'Completed' }, () =>
      this.#call({ ...target, member: 'Prompt', signature: 's', args: [''] }, results.nothing),
    );
    if (isDismissed !== false) throw new Failure('storage', 'The user did not unlock the keyring');
  }

  #encrypted(secret: string): BusValue {
    const { iv, value } = this.#transport.encrypt(secret);
    return [this.#session, iv, value, 'text/plain'];
  }

  #call<T>(call: Omit<BusCall, 'destination'>, parsedBy: z.ZodMiniType<T>): Promise<T> {
    return this.#bus.call({ destination, ...call }, parsedBy);
  }
}
