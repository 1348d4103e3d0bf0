import type { Socket } from 'node:net';
import { addressGroup } from './addressGroup.ts';

export interface ConnectionLimits {
  /** Connections at once. */
  readonly connections: number;
  /**
   * Number of these connections that one address may hold without an authenticated request. Authenticated connections
   * do not count, because many clients may use one gateway or load balancer.
   */
  readonly anonymousPerAddress: number;
}

interface Connection {
  readonly socket: Socket;
  readonly group: string;
}

/**
 * The open connections of a server. When the limit is reached, a new connection replaces the oldest anonymous one. A
 * well-behaved client sends its request within milliseconds, so idle connections are given up first, and no peer can
 * keep others out by holding connections open.
 */
export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  /** Keyed by remote address and port, because a request over TLS has another socket object than the connection. */
  readonly #all = new Map<string, Connection>();
  /** Anonymous connections by group of addresses, oldest first. */
  readonly #anonymous = new Map<string, Set<Connection>>();

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  /** Adds a new connection, or destroys it when all other connections are authenticated. */
  add(socket: Socket): void {
    const group = addressGroup(socket.remoteAddress);
    const ofGroup = this.#anonymous.get(group);
    if (ofGroup && ofGroup.size >= this.#limits.anonymousPerAddress) this.#endOldest(ofGroup);
    if (this.#all.size >= this.#limits.connections && !this.#endOldest(this.#largestGroup())) {
      socket.destroy();
      return;
    }
    const connection: Connection = { socket, group };
    const key = keyOf(socket);
    this.#all.set(key, connection);
    const others = this.#anonymous.get(group);
    if (others) others.add(connection);
    else this.#anonymous.set(group, new Set([connection]));
    socket.once('close', () => {
      this.#remove(key, connection);
    });
  }

  /** Marks the connection of a peer that has authenticated itself: from then on it is not given up for others. */
  confirm(socket: Socket): void {
    const connection = this.#all.get(keyOf(socket));
    if (connection) this.#noLongerAnonymous(connection);
  }

  /** Ends every connection, including those without a request or a handshake yet. */
  endAll(): void {
    for (const { socket } of this.#all.values()) socket.destroy();
  }

  #largestGroup(): Set<Connection> | undefined {
    let largest: Set<Connection> | undefined;
    for (const group of this.#anonymous.values()) if (group.size > (largest?.size ?? 0)) largest = group;
    return largest;
  }

  /** @returns whether a connection was ended */
  #endOldest(group: Set<Connection> | undefined): boolean {
    const [oldest] = group ?? [];
    if (!oldest) return false;
    this.#remove(keyOf(oldest.socket), oldest);
    oldest.socket.destroy();
    return true;
  }

  #remove(key: string, connection: Connection): void {
    if (this.#all.get(key) === connection) this.#all.delete(key);
    this.#noLongerAnonymous(connection);
  }

  #noLongerAnonymous(connection: Connection): void {
    const group = this.#anonymous.get(connection.group);
    group?.delete(connection);
    if (group?.size === 0) this.#anonymous.delete(connection.group);
  }
}

function keyOf({ remoteAddress = '', remotePort = 0 }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
