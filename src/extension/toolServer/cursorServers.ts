import { type Disposable, DisposableStore } from '../../core/disposables.ts';
import { type OfferOptions, withToken } from './offeredServers.ts';

export interface CursorMcp {
  registerServer(config: {
    readonly name: string;
    readonly server: {
      readonly command: string;
      readonly args: string[];
      readonly env: Record<string, string>;
    };
  }): void;
  unregisterServer(name: string): void;
}

/**
 * Registers the tool servers in Cursor. Cursor's interface has no step before the start, so the token is passed at
 * registration, and a server is registered again when one of its values changes. A connection without a token has no
 * server.
 */
export class CursorServers implements Disposable {
  readonly #mcp: CursorMcp;
  readonly #options: OfferOptions;
  readonly #scope = new DisposableStore();
  /** The registered configurations by name, as text to compare. */
  readonly #registered = new Map<string, string>();
  #running: Promise<void> = Promise.resolve();

  constructor(mcp: CursorMcp, options: OfferOptions) {
    this.#mcp = mcp;
    this.#options = options;
  }

  /** Resolves when the current servers are registered. */
  start(): Promise<void> {
    this.#scope.add(this.#options.onDidChange(() => void this.#update()));
    return this.#update();
  }

  /** Resolves when every change so far has been registered. */
  settled(): Promise<void> {
    return this.#running;
  }

  dispose(): void {
    this.#scope.dispose();
    for (const name of this.#registered.keys()) this.#mcp.unregisterServer(name);
    this.#registered.clear();
  }

  /** Updates run one after the other, so that a slow earlier answer does not replace a later one. Never rejects. */
  #update(): Promise<void> {
    this.#running = this.#running.then(() => this.#register()).catch(this.#options.report);
    return this.#running;
  }

  async #register(): Promise<void> {
    const mcp = this.#mcp;
    const { servers, tokenOf } = this.#options;
    const wanted = new Map<string, Parameters<CursorMcp['registerServer']>[0]>();
    for (const offered of servers()) {
      const token = await tokenOf(offered.connection);
      if (token === undefined) continue;
      const { label, command, args } = offered;
      wanted.set(label, {
        name: label,
        server: { command, args: [...args], env: { ...withToken(offered, token) } },
      });
    }
    if (this.#scope.isDisposed) return;
    for (const [name, text] of this.#registered)
      if (JSON.stringify(wanted.get(name)) !== text) {
        mcp.unregisterServer(name);
        this.#registered.delete(name);
      }
    for (const [name, config] of wanted)
      if (!this.#registered.has(name)) {
        mcp.registerServer(config);
        this.#registered.set(name, JSON.stringify(config));
      }
  }
}
