import type * as z from 'zod/mini';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { neutralBrand } from '../core/brand.ts';
import { PlatformAccess } from '../core/connections/access.ts';
import { baseUrlOf, type CloudAddresses, type Connection } from '../core/connections/connection.ts';
import { emptySecretSyncFile, SecretSync, secretSyncFileSchema } from '../core/connections/secretSync.ts';
import { ConnectionStore, connectionsFileSchema, emptyConnectionsFile } from '../core/connections/store.ts';
import { daysLeft } from '../core/connections/token.ts';
import { TokenStore } from '../core/connections/tokenStore.ts';
import type { Disposable } from '../core/disposables.ts';
import { coalesce, type Event } from '../core/events.ts';
import { messageOf } from '../core/failures.ts';
import type { Http } from '../core/http.ts';
import type { GateNotification } from '../core/gate/notify/gateNotification.ts';
import { GateMonitor } from '../core/gate/monitor.ts';
import type { WindowPort } from '../core/gate/windows/windowRegistry.ts';
import type { Log } from '../core/log.ts';
import { systemClock as clock } from '../node/process/clock.ts';
import { FolderBindings, type BindingServices } from './bindings/folderBindings.ts';
import type { ConnectionServices } from './connections/connectionServices.ts';
import { ConnectionStates } from './connections/states.ts';
import { noTokenWarnings, tokenWarningsSchema } from './connections/tokenWarnings.ts';
import { CheckedOutBranches } from './gates/checkedOutBranches.ts';
import { folderGates, type FolderGate } from './gates/folderGates.ts';
import type { GateServices } from './gates/gateServices.ts';
import { gateReader } from './gates/knownGate.ts';
import type { Host } from './host/hostServices.ts';
import { toastNotifier } from './gates/notify/toastNotifier.ts';
import { serialMemento } from './host/serialMemento.ts';
import { pollIntervals, Settings } from './host/settings.ts';
import { whenPageAnswers, windowPort } from './host/window.ts';
import { RelayPushes } from './push/relayPushes.ts';
import { WebhookLists } from './webhooks/webhookLists.ts';
import { lazy } from './host/lazy.ts';
import { openGateFiles } from '../node/files/gateFiles.ts';
import { JsonFile } from '../node/files/storedJson.ts';

/** The long-lived objects that features share. Creating them starts nothing: each feature starts its own. */
export interface Services extends GateServices {
  readonly relay: RelayPushes;
  readonly webhooks: WebhookLists;
}

export function createServices(host: Host): Services {
  const files = openStorage(host.context.globalStorageUri, host.log, host.own);
  const connecting = createConnectionServices(host, files);
  const { apiFor, store, tokenStore } = connecting;
  const webhooks = host.own(new WebhookLists({ apiFor, store, tokenStore, log: host.log }));
  return createGateServices(withBindings(connecting), files, webhooks);
}

function createConnectionServices(host: Host, files: ReturnType<typeof openStorage>): ConnectionServices {
  const { context, log, report, own } = host;
  const settings = new Settings(log);
  const { version } = context.extension.packageJSON as { readonly version: string };
  const userAgent = `${neutralBrand.userAgent}/${version} (VS Code ${vscode.version})`;
  const cloud = (): CloudAddresses => {
    const { EU, US } = settings.read('service.connectedMode.cloudHosts');
    return { EU: EU ?? neutralBrand.cloud.EU, US: US ?? neutralBrand.cloud.US };
  };
  const memory = {
    global: serialMemento(context.globalState),
    workspace: serialMemento(context.workspaceState),
  };
  const secretSync = own(new SecretSync({ file: files.secretSync, clock, newNonce: randomUUID, log }));
  const tokenStore = own(new TokenStore({ secrets: context.secrets, secretSync, log }));
  const store = own(new ConnectionStore({ file: files.connections, tokenStore, newUuid: randomUUID, log }));
  const http: Http = lazyHttp();
  const access = new PlatformAccess({ http, log, userAgent, tokenStore, cloud });
  const apiFor = (connection: Connection) => access.apiFor(connection);
  const states = own(
    new ConnectionStates({
      check: (connection, signal) => access.checkConnection(connection, signal),
      intervalMs: pollIntervals(settings).intervalMs,
      clock,
      random: Math.random,
      log,
    }),
  );
  const connections = () => store.list();
  return {
    ...host,
    clock,
    settings,
    version,
    userAgent,
    memory,
    cloud,
    secretSync,
    tokenStore,
    store,
    http,
    access,
    apiFor,
    states,
    connections,
    tokenWarnings: files.tokenWarnings,
    baseUrlOf: (connection) => baseUrlOf(connection, cloud()),
    daysLeftOf: (uuid) => daysLeft(tokenStore.expiryOf(uuid), clock.now()),
    reporting: (work) => (error) => report(error, work),
  };
}

function withBindings(connecting: ConnectionServices): BindingServices {
  const { own, store, log } = connecting;
  const bindings = own(new FolderBindings({ connections: store, log }));
  const isBound = (uuid: string, project: string): boolean =>
    bindings
      .boundTo(uuid)
      .some(({ resolution }) => resolution.state === 'bound' && resolution.projectKey === project);
  return { ...connecting, bindings, isBound };
}

function createGateServices(
  binding: BindingServices,
  files: ReturnType<typeof openStorage>,
  webhooks: WebhookLists,
): Services {
  const { log, report, own, settings, tokenStore, store, apiFor, states, bindings } = binding;
  const relay = own(new RelayPushes({ settings, tokenStore, log, report }));
  const window: WindowPort = windowPort();
  const toasts = toastNotifier({
    whenPageAnswers,
    connectionOf: (uuid) => store.get(uuid),
    baseUrlOf: binding.baseUrlOf,
    mute: (answer) => monitor.journal.mute(answer),
    isBound: binding.isBound,
    onShown: (notification) => runUserCommand(notification, settings, log),
    report,
  });
  const monitor: GateMonitor = own(
    new GateMonitor({
      apiFor,
      files: files.gates,
      clock,
      random: Math.random,
      log,
      notifier: toasts,
      window,
      ...pollIntervals(settings),
      notifiesNewIssues: () => settings.read('service.notifications.newIssues'),
      notifiesPassed: () => settings.read('service.notifications.when') === 'all',
      pushes: relay,
    }),
  );
  const { journal } = monitor;
  const gates = gateReader(journal, states);
  const branches = own(new CheckedOutBranches(bindings, log));
  const allGates = (): readonly FolderGate[] => folderGates(bindings, gates, (folder) => branches.of(folder));
  const sources = [store, states, bindings, branches, journal, webhooks];
  const onDidChange: Event<void> = coalesce(...sources.map((source) => source.onDidChange));
  return {
    ...binding,
    gateFiles: files.gates,
    relay,
    webhooks,
    window,
    monitor,
    journal,
    gates,
    branches,
    allGates,
    onDidChange,
  };
}

/** Runs the command that the user settings name for a shown notification. */
function runUserCommand(notification: GateNotification, settings: Settings, log: Log): void {
  const command = settings.readUser('service.notifications.command');
  if (command.length === 0) return;
  import('./gates/notify/changeCommand.ts')
    .then(({ runChangeCommand }) => runChangeCommand(command, notification))
    .catch((error: unknown) => log.warn(`The command for notifications: ${messageOf(error)}`));
}

/** Returns an HTTP client whose code is loaded with the first request. */
function lazyHttp(): Http {
  const http = lazy(async () => (await import('../node/http/createHttp.ts')).createHttp());
  return { send: async (request) => (await http()).send(request) };
}

/** Opens the files that all windows of this editor share. They contain no tokens. */
function openStorage(folder: vscode.Uri, log: Log, own: <T extends Disposable>(item: T) => T) {
  const open = <T>(name: string, schema: z.ZodMiniType<T>, empty: T) =>
    own(new JsonFile({ path: vscode.Uri.joinPath(folder, name).fsPath, schema, empty, log }));
  return {
    connections: open('connections.json', connectionsFileSchema, emptyConnectionsFile),
    secretSync: open('secretExchange.json', secretSyncFileSchema, emptySecretSyncFile),
    tokenWarnings: open('tokenWarnings.json', tokenWarningsSchema, noTokenWarnings),
    gates: own(openGateFiles(vscode.Uri.joinPath(folder, 'gates').fsPath, log)),
  };
}
