import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import { type CursorMcp, CursorServers, type CursorServersOptions } from './cursorServers.ts';
import { type DefinitionProviderOptions, provideDefinitions } from './definitionProvider.ts';

type OfferOptions = DefinitionProviderOptions & Omit<CursorServersOptions, 'mcp'>;

/** Offers the tool server in the way this editor has, if any. Cursor has both; its own list is the one it shows. */
export function offerToolServer(options: OfferOptions): Disposable | undefined {
  const { cursor } = vscode as { readonly cursor?: { readonly mcp?: CursorMcp } };
  if (cursor?.mcp) {
    const servers = new CursorServers({ ...options, mcp: cursor.mcp });
    void servers.start();
    return servers;
  }
  // An editor that is built on VS Code may lack it.
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  return lm?.registerMcpServerDefinitionProvider ? provideDefinitions(options) : undefined;
}
