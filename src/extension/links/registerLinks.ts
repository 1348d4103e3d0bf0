import * as vscode from 'vscode';
import type { GateServices } from '../gates/gateServices.ts';

/** Lets the editor open links to this extension after `start`. A failure is reported, because the editor shows none. */
export function registerLinks(services: GateServices) {
  const handleUri = async (uri: vscode.Uri) => {
    try {
      const { followLink } = await import('./followLink.ts');
      await followLink(uri, services);
    } catch (error) {
      services.report(error, 'following a link');
    }
  };
  return {
    start: () => {
      services.own(vscode.window.registerUriHandler({ handleUri }));
    },
  };
}
