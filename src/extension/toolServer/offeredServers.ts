import type { CloudAddresses, Connection } from '../../core/connections/connection.ts';
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
export function withToken({ env }: OfferedServer, token: string): Readonly<Record<string, string>> {
  return { ...env, SERVICE_TOKEN: token };
}
