import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { coalesce } from '../host/coalesce.ts';
import type { Services } from '../services.ts';
import { type CursorMcp, CursorServers, type CursorServersOptions } from './cursorServers.ts';
import { type DefinitionProviderOptions, provideDefinitions } from './definitionProvider.ts';
import { offeredServers } from './offeredServers.ts';

export function registerToolServer(services: Services) {
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
      const offered = offerToolServer({
        servers: () => offeredServers(store.list(), cloud(), program),
        tokenOf: (connection) => access.tokenOf(connection),
        onDidChange: coalesce(store.onDidChange, tokenStore.onDidChange),
        version,
        report: reporting('offering the tool server'),
      });
      if (offered) own(offered);
    },
  };
}

type OfferOptions = DefinitionProviderOptions & Omit<CursorServersOptions, 'mcp'>;

/**
 * Offers the tool server through the interface that this editor has. Returns undefined for an editor without one.
 * Cursor has both interfaces, but shows only the servers of its list.
 */
function offerToolServer(options: OfferOptions): Disposable | undefined {
  const { cursor } = vscode as { readonly cursor?: { readonly mcp?: CursorMcp } };
  if (cursor?.mcp) {
    const servers = new CursorServers({ ...options, mcp: cursor.mcp });
    void servers.start();
    return servers;
  }
  // An editor that is based on VS Code may lack this interface.
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  return lm?.registerMcpServerDefinitionProvider ? provideDefinitions(options) : undefined;
}
