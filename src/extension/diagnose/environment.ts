import * as vscode from 'vscode';

/**
 * Returns the facts about the extension, the editor and the machine, by name, in the order of the report.
 *
 * It says only whether a proxy is set, because the address of a proxy may contain a password.
 */
export function environmentFacts({ extension }: vscode.ExtensionContext): Readonly<Record<string, string>> {
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
