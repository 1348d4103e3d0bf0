import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A TCP proxy on the loopback. With several targets it is a load balancer: each connection goes to the next target that
 * accepts it. `pause` stops all bytes in both directions without closing a connection, as a network partition does.
 */
export class TcpProxy {
  readonly #targets: readonly number[];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #next = 0;
  #isPaused = false;
  #isCut = false;

  private constructor(targets: readonly number[]) {
    this.#targets = targets;
    this.#server = createServer({ pauseOnConnect: true }, (client) => {
      if (this.#isCut) {
        client.destroy();
        return;
      }
      this.#track(client);
      this.#forward(client, this.#targets.length);
    });
  }

  /** Starts a proxy. @param targets ports of the loopback */
  static async start(...targets: number[]): Promise<TcpProxy> {
    const proxy = new TcpProxy(targets);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Stops the bytes of all connections, also of new ones. */
  pause(): void {
    this.#isPaused = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** Closes all connections, and refuses new ones until `resume`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  resume(): void {
    this.#isPaused = false;
    this.#isCut = false;
    for (const socket of this.#sockets) socket.resume();
  }

  /** Resolves when no connection is open. */
  async whenIdle(): Promise<void> {
    for (const socket of this.#sockets) if (!socket.closed) await once(socket, 'close');
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #track(socket: Socket): void {
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    // The other side learns of it when `pipe` ends or when it is destroyed below.
    socket.on('error', () => socket.destroy());
  }

  #forward(client: Socket, attempts: number): void {
    const port = this.#targets[this.#next++ % this.#targets.length];
    if (attempts === 0 || port === undefined) {
      client.destroy();
      return;
    }
    const target = connect(port, '127.0.0.1');
    target.once('error', () => {
      if (!target.pending) return;
      this.#forward(client, attempts - 1);
    });
    target.once('connect', () => {
      this.#track(target);
      client.pipe(target);
      target.pipe(client);
      client.once('close', () => target.destroy());
      target.once('close', () => client.destroy());
      if (!this.#isPaused) return;
      client.pause();
      target.pause();
    });
  }
}
