import { isFields, type Fields } from '../../core/fields.ts';
import type { PageWindow } from './dom.d.ts';

/** The newest version of the protocol of MCP Apps. */
const protocolVersion = '2026-01-26';

interface Pending {
  readonly resolve: (result: Fields) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The page's side of the protocol between a page and its host: JSON-RPC in messages to the frame around it. The package
 * `@modelcontextprotocol/ext-apps` does the same in 530 KB with what it needs.
 */
export class HostConnection {
  readonly #window: PageWindow;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;

  /** @param onNotification is called for each notification of the host */
  constructor(window: PageWindow, onNotification: (method: string, params: Fields) => void) {
    this.#window = window;
    window.addEventListener('message', ({ source, data }) => {
      if (source !== window.parent || !isFields(data) || data.jsonrpc !== '2.0') return;
      const { id, method, params } = data;
      if (typeof method !== 'string') this.#settle(data);
      else if (id === undefined) onNotification(method, isFields(params) ? params : {});
      else this.#answer(id, method);
    });
  }

  async open(name: string): Promise<Fields> {
    const answer = await this.request('ui/initialize', {
      protocolVersion,
      appInfo: { name, version: '1' },
      appCapabilities: { availableDisplayModes: ['inline'] },
    });
    this.notify('ui/notifications/initialized');
    return answer;
  }

  /** Rejects with the message of the host if it refuses. */
  request(method: string, params: Fields): Promise<Fields> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  notify(method: string, params: Fields = {}): void {
    this.#send({ method, params });
  }

  #settle({ id, result, error }: Fields): void {
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined;
    this.#pending.delete(id as number);
    if (!isFields(error)) pending?.resolve(isFields(result) ? result : {});
    else
      pending?.reject(
        new Error(typeof error.message === 'string' ? error.message : 'The request was refused.'),
      );
  }

  #answer(id: unknown, method: string): void {
    if (method === 'ping' || method === 'ui/resource-teardown') this.#send({ id, result: {} });
    else this.#send({ id, error: { code: -32_601, message: 'Method not found' } });
  }

  #send(message: Fields): void {
    // The page does not know the origin of its host. What it sends are arguments of tools, which the host knows.
    this.#window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
