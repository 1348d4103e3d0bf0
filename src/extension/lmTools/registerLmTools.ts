import * as vscode from 'vscode';
import { lazy } from '../host/lazy.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { lmToolNames } from './toolTable.ts';

/** Registers the tools for chat agents of the editor. Their code is loaded with the first call. */
export function registerLmTools(services: GateServices): void {
  // An editor that is based on VS Code may lack this interface.
  const { lm } = vscode as { readonly lm?: Partial<typeof vscode.lm> };
  if (!lm?.registerTool) return;
  const tools = lazy(async () => (await import('./lmTools.ts')).createLmTools(services));
  for (const name of lmToolNames) {
    const tool = async () => (await tools())[name];
    services.own(
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async (options, token) => (await tool()).prepareInvocation?.(options, token),
        invoke: async (options, token) => (await tool()).invoke(options, token),
      }),
    );
  }
}
