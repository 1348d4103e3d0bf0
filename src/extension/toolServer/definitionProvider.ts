import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { type Disposable, DisposableStore } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { offerToken } from '../connections/offerToken.ts';
import { type OfferedServer, withToken } from './offeredServers.ts';

/** As package.json contributes it. */
const providerId = 'service.toolServer';

export interface DefinitionProviderOptions {
  readonly servers: () => readonly OfferedServer[];
  readonly tokenOf: (connection: Connection) => Promise<string | undefined>;
  readonly onDidChange: Event<void>;
  readonly version: string;
  readonly report: (error: unknown) => void;
}

/**
 * The tool servers in the editor's own list. A definition holds no token: the editor keeps definitions. It is read from
 * the secret storage when the editor is about to start the server.
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
        // The start is given up now; another one follows when there is a token.
        offerToken(offered.connection).catch(report);
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
