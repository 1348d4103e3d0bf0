import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import {
  offeredServers,
  registerInCursor,
  withToken,
  type CursorMcp,
  type OfferOptions,
} from './offeredServers.ts';
import { coalesce } from '../../core/events.ts';
import { promptForToken } from '../connections/registerConnections.ts';

/** Returns the command that configures the tool server. `start` offers it to the editor's own chat. */
export function registerToolServer(services: ConnectionServices) {
  const { context, own, store, tokenStore, access, cloud, version, reporting } = services;
  const cli = vscode.Uri.joinPath(context.extensionUri, 'dist/cli.js').fsPath;
  const program = { runtime: process.execPath, cli };
  return {
    commands: {
      'service.configureToolServer': async (argument: unknown) => {
        const { configureToolServer } = await import('./configureToolServer.ts');
        await configureToolServer(argument, { ...services, program });
      },
    },
    start: () => {
      const options: OfferOptions = {
        servers: () => offeredServers(store.list(), cloud(), program),
        tokenOf: (connection) => access.tokenOf(connection),
        onDidChange: coalesce(store.onDidChange, tokenStore.onDidChange),
        report: reporting('offering the tool server'),
      };
      const offered = offerToolServer(options, version);
      if (offered) own(offered);
    },
  };
}

/**
 * Offers the tool server through the interface that this editor has. Returns undefined for an editor without one.
 * Cursor has both interfaces, but shows only the servers of its list.
 */
function offerToolServer(options: OfferOptions, version: string): Disposable | undefined {
  const { cursor } = vscode as { readonly cursor?: { readonly mcp?: CursorMcp } };
  if (cursor?.mcp) return registerInCursor(cursor.mcp, options);
  // An editor that is based on VS Code may lack this interface.
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  return lm?.registerMcpServerDefinitionProvider ? provideDefinitions(options, version) : undefined;
}

const providerId = 'service.toolServer';

/**
 * Lists the tool servers in the editor's own list. A definition contains no token, because the editor stores
 * definitions. The token is read from the secret storage when the editor is about to start the server.
 */
function provideDefinitions(
  { servers, tokenOf, onDidChange, report }: OfferOptions,
  version: string,
): Disposable {
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
      definition.env = withToken(offered, token);
      return definition;
    },
  };
  return vscode.Disposable.from(
    changed,
    onDidChange(() => changed.fire()),
    vscode.lm.registerMcpServerDefinitionProvider(providerId, provider),
  );
}
