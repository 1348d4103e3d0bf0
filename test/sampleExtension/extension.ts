import * as vscode from 'vscode';
import type { ServiceApi } from '../../src/extension/publicApi.ts';

/** Shows what another extension can do with the API (docs/extension-api.md): a line in the status bar. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const service = vscode.extensions.getExtension<ServiceApi>('service.service-ide');
  if (!service) return;
  const api = await service.activate();
  await api.ready;

  const item = vscode.window.createStatusBarItem('gates', vscode.StatusBarAlignment.Right);
  const render = () => {
    const gates = api.bindings().map(({ folder, connection, projectKey }) => {
      const gate = api.gateOf(folder);
      const pullRequest = gate?.pullRequest === undefined ? undefined : `#${gate.pullRequest}`;
      return `${connection}/${projectKey}@${pullRequest ?? gate?.branch ?? 'main'}=${gate?.status ?? 'unknown'}`;
    });
    item.text = `Sample: ${[...gates, `${api.connections().length} connections`].join(', ')}`;
    item.show();
  };
  context.subscriptions.push(item, api.onDidChangeGate(render));
  render();
}
