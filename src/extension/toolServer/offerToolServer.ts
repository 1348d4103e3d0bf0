import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { type CursorMcp, CursorServers, type CursorServersOptions } from './cursorServers.ts';
import { type DefinitionProviderOptions, provideDefinitions } from './definitionProvider.ts';

type OfferOptions = DefinitionProviderOptions & Omit<CursorServersOptions, 'mcp'>;

/**
 * Offers the tool server through the interface that this editor has. Returns undefined for an editor without one.
 * Cursor has both interfaces, but shows only the servers of its list.
 */
export function offerToolServer(options: OfferOptions): Disposable | undefined {
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
