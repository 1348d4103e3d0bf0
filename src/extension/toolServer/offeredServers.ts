import type { CloudAddresses, Connection } from '../../core/connections/connection.ts';
import { variablesFor } from '../../core/mcpConfig/entries.ts';

/** A tool server as an editor starts it: one per connection. Without its token, which comes at the last moment. */
export interface OfferedServer {
  readonly connection: Connection;
  readonly label: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface Program {
  /** The editor's own runtime. */
  readonly runtime: string;
  /** `dist/cli.js` of this extension. */
  readonly cli: string;
}

/** The tool servers of all connections, run by the editor's own runtime: nothing has to be installed for them. */
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
        // The runtime of a desktop editor is the editor itself, which would open a window.
        ELECTRON_RUN_AS_NODE: '1',
        // Empty counts as not set: those of the person's own environment lead to another platform.
        SERVICE_URL: url ?? '',
        SERVICE_ORG: organization ?? '',
      },
    };
  });
}

/** With its token in the environment, where no list of processes shows it. */
export function withToken({ env }: OfferedServer, token: string): Readonly<Record<string, string>> {
  return { ...env, SERVICE_TOKEN: token };
}
