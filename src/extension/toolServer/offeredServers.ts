import type { CloudAddresses, Connection } from '../../core/connections/connection.ts';
import { DisposableStore } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { variablesFor } from '../../core/mcpConfig/entries.ts';

/** A tool server as an editor starts it, one per connection. The token is added just before the start. */
export interface OfferedServer {
  readonly connection: Connection;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface OfferOptions {
  readonly servers: () => readonly OfferedServer[];
  readonly tokenOf: (connection: Connection) => Promise<string | undefined>;
  /** Fires when connections, addresses or tokens have changed. */
  readonly onDidChange: Event<void>;
  readonly report: (error: unknown) => void;
}

export interface Program {
  readonly runtime: string;
  /** Path of `dist/cli.js` in this extension. */
  readonly cli: string;
}

/** Returns the servers of all connections. The editor's own runtime runs them: the user need not install anything. */
export function offeredServers(
  connections: readonly Connection[],
  cloud: CloudAddresses,
  { runtime, cli }: Program,
): readonly OfferedServer[] {
  return connections.map((connection) => {
    const { url, organization } = variablesFor(connection, cloud);
    return {
      connection,
      label: `Service: ${connection.connectionId}`,
      command: runtime,
      args: [cli, 'mcp'],
      env: {
        // The runtime of a desktop editor is the editor itself, which would otherwise open a window.
        ELECTRON_RUN_AS_NODE: '1',
        // Empty values hide those of the user's own environment, which would lead to another platform.
        SERVICE_URL: url ?? '',
        SERVICE_ORG: organization ?? '',
      },
    };
  });
}

/** Returns the environment with the token. A list of processes does not show the environment. */
export function withToken({ env }: OfferedServer, token: string): Record<string, string> {
  return { ...env, SERVICE_TOKEN: token };
}

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
 * Keeps the tool servers registered in Cursor until disposal. Cursor's interface has no step before the start, so the
 * token is passed at registration, and a server is registered again when one of its values changes. A connection
 * without a token has no server.
 */
export function registerInCursor(mcp: CursorMcp, { servers, tokenOf, onDidChange, report }: OfferOptions) {
  const scope = new DisposableStore();
  /** The registered configurations by name, as text to compare. */
  const registered = new Map<string, string>();
  const register = async () => {
    const wanted = new Map<string, Parameters<CursorMcp['registerServer']>[0]>();
    for (const offered of servers()) {
      const token = await tokenOf(offered.connection);
      if (token === undefined) continue;
      const { label: name, command, args } = offered;
      const server = { command, args: [...args], env: withToken(offered, token) };
      wanted.set(name, { name, server });
    }
    if (scope.isDisposed) return;
    for (const [name, text] of registered)
      if (JSON.stringify(wanted.get(name)) !== text) {
        mcp.unregisterServer(name);
        registered.delete(name);
      }
    for (const [name, config] of wanted)
      if (!registered.has(name)) {
        mcp.registerServer(config);
        registered.set(name, JSON.stringify(config));
      }
  };
  let running = Promise.resolve();
  /** Updates run one after the other, so that a slow earlier answer does not replace a later one. */
  const update = () => {
    running = running.then(register).catch(report);
  };
  scope.add(onDidChange(update));
  update();
  return {
    dispose: () => {
      scope.dispose();
      for (const name of registered.keys()) mcp.unregisterServer(name);
      registered.clear();
    },
    /** Resolves when every change so far has been registered. Never rejects. */
    settled: () => running,
  };
}
