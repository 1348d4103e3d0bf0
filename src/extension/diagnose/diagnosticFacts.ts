import * as vscode from 'vscode';
import type { GateServices } from '../gates/gateServices.ts';
import type { RelayPushes } from '../push/relayPushes.ts';

export interface DiagnoseServices extends GateServices {
  readonly relay: RelayPushes;
}

export type DiagnosticFacts = Awaited<ReturnType<typeof gatherFacts>>;

/** Returns the facts of the report. They contain no token: none of their sources ever held one. */
export async function gatherFacts(options: DiagnoseServices, signal: AbortSignal) {
  const { context, bindings, gates, monitor, branches, tokenStore, access } = options;
  const connections = options.connections().map(async (connection) => {
    const start = performance.now();
    const state = await access.checkConnection(connection, signal);
    return {
      connection,
      address: options.baseUrlOf(connection),
      state,
      /** Duration of the check that is made for this report, in milliseconds. */
      checkMs: performance.now() - start,
      poll: monitor.journal.pollOf(connection.uuid),
      checkedAt: monitor.journal.checkedAt(connection.uuid),
      /** Undefined if the platform sent none or this window has not read the token. */
      tokenExpires: tokenStore.expiryOf(connection.uuid),
    };
  });
  /** Outcome → number of changes of the last 30 days that ended with it. */
  const outcomes: Record<string, number> = {};
  for (const { outcome } of monitor.journal.changes()) {
    const name = outcome ? `with outcome ${outcome.as}` : 'pending';
    outcomes[name] = (outcomes[name] ?? 0) + 1;
  }
  return {
    environment: environmentFacts(context),
    relay: options.relay.status,
    connections: await Promise.all(connections),
    folders: bindings.list().map(({ folder, resolution }) => ({
      name: folder.name,
      scheme: folder.uri.scheme,
      binding: resolution,
      gate:
        resolution.state === 'bound'
          ? gates.gateOf(resolution.connection.uuid, resolution.projectKey, branches.of(folder))
          : undefined,
      muted:
        resolution.state === 'bound' &&
        monitor.journal.isMuted(resolution.connection.uuid, resolution.projectKey),
    })),
    journal: { outcomes, storageFailure: monitor.journal.storageFailure?.message },
  };
}

/**
 * Returns the facts about the extension, the editor and the machine, by name, in the order of the report. It says only
 * whether a proxy is set, because the address of a proxy may contain a password.
 */
function environmentFacts({ extension }: vscode.ExtensionContext): Readonly<Record<string, string>> {
  const http = vscode.workspace.getConfiguration('http');
  const { version } = extension.packageJSON as { readonly version: string };
  const { UI } = vscode.ExtensionKind;
  return {
    Extension: version,
    Editor: `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost}), language ${vscode.env.language}`,
    'Runs on': `${process.platform} ${process.arch}, Node ${process.versions.node}`,
    Remote: `${vscode.env.remoteName ?? 'no'}; runs beside the ${extension.extensionKind === UI ? 'person' : 'files'}`,
    'Workspace trusted': String(vscode.workspace.isTrusted),
    Proxy: [
      http.get('proxy') ? 'set' : 'not set',
      `support ${String(http.get('proxySupport'))}`,
      `strict certificates ${String(http.get('proxyStrictSSL'))}`,
    ].join(', '),
    'Log level': vscode.LogLevel[vscode.env.logLevel],
    'Poll interval': `${String(vscode.workspace.getConfiguration().get('service.notifications.pollInterval'))} s`,
  };
}
