import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { type Disposable, DisposableStore } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { promptForToken } from '../connections/promptForToken.ts';
import { type OfferedServer, withToken } from './offeredServers.ts';

/** The id of the provider in package.json. */
const providerId = 'service.toolServer';

export interface DefinitionProviderOptions {
  readonly servers: () => readonly OfferedServer[];
  readonly tokenOf: (connection: Connection) => Promise<string | undefined>;
  readonly onDidChange: Event<void>;
  readonly version: string;
  readonly report: (error: unknown) => void;
}

/**
 * Lists the tool servers in the editor's own list. A definition contains no token, because the editor stores
 * definitions. The token is read from the secret storage when the editor is about to start the server.
 */
export function provideDefinitions(options: DefinitionProviderOptions): Disposable {
  const { servers, tokenOf, onDidChange, version, report } = options;
  const changed = new vscode.EventEmitter<void>();
  const provider: vscode.McpServerDefinitionProvider<vscode.McpStdioServerDefinition> = {
    onDidChangeMcpServerDefinitions: changed.event,
    provideMcpServerDefinitions: () =>
      servers().map(
        ({ label, command, args, env }) =>
          new vscode.McpStdioServerDefinition(label, command, [...args], { ...env }, version),
      ),
    resolveMcpServerDefinition: async (definition) => {
      const offered = servers().find(({ label }) => label === definition.label);
      if (!offered) return undefined;
      const token = await tokenOf(offered.connection);
      if (token === undefined) {
        // This start is abandoned; another one follows when the connection has a token.
        promptForToken(offered.connection).catch(report);
        return undefined;
      }
      definition.env = { ...withToken(offered, token) };
      return definition;
    },
  };
  const scope = new DisposableStore();
  scope.add(changed);
  scope.add(
    onDidChange(() => {
      changed.fire();
    }),
  );
  scope.add(vscode.lm.registerMcpServerDefinitionProvider(providerId, provider));
  return scope;
}
