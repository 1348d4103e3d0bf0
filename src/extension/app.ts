import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { neutralBrand } from '../core/brand.ts';
import { PlatformAccess } from '../core/connections/access.ts';
import { baseUrlOf, type Connection } from '../core/connections/connection.ts';
import { SecretSync } from '../core/connections/secretSync.ts';
import { daysLeft } from '../core/connections/tokenExpiry.ts';
import { ConnectionStore } from '../core/connections/store.ts';
import { TokenStore } from '../core/connections/tokenStore.ts';
import type { Disposable } from '../core/disposables.ts';
import { Emitter } from '../core/events.ts';
import { Failure } from '../core/failures.ts';
import { GateMonitor } from '../core/gate/monitor.ts';
import type { Log } from '../core/log.ts';
import { systemClock as clock } from '../node/process/clock.ts';
import { bindingCommands } from './bindings/bindingCommands.ts';
import { FolderBindings } from './bindings/folderBindings.ts';
import { resolveProjectNames } from './bindings/resolveProjectNames.ts';
import { suggestOnce } from './bindings/suggestions/suggestOnce.ts';
import { refuseUserBinding } from './bindings/refuseUserBinding.ts';
import { coalesce } from './host/coalesce.ts';
import { lazyCommands, type CommandHandlers } from './host/commands.ts';
import { connectionCommandIds, contextKeys, gateCommandIds, webhookCommandIds } from './host/commandTable.ts';
import { keepContextKeys } from './host/keepContextKeys.ts';
import { cloudAddresses } from './connections/cloudAddresses.ts';
import { autoCheckConnections } from './connections/autoCheckConnections.ts';
import { networkAddresses, retryWhenBack } from './connections/retryWhenBack.ts';
import { ProjectNames } from './connections/projectNames.ts';
import { warnOfExpiry } from './connections/warnOfExpiry.ts';
import { ConnectionStates } from './connections/states.ts';
import { CheckedOutBranches } from './gates/checkedOutBranches.ts';
import { folderGates, shownGates } from './gates/folderGates.ts';
import { gateReader } from './gates/gateReader.ts';
import type { HistoryEntry } from './gates/history/historyItem.ts';
import { HistoryView } from './gates/history/historyView.ts';
import { showGateStatusBar } from './gates/gateStatusBar.ts';
import { toastNotifier } from './gates/toastNotifier.ts';
import { watchFolders } from './gates/watchFolders.ts';
import { lazy } from './host/lazy.ts';
import { hasLegacySettings } from './migration/legacySettings.ts';
import { lazyHttp } from './host/lazyHttp.ts';
import { overviewOf } from './tree/overview.ts';
import type { ApiSource } from './publicApi.ts';
import { helpInSettings } from './settingsHelp/helpInSettings.ts';
import { isWindowAlive } from './host/isWindowAlive.ts';
import type { Report } from './host/report.ts';
import { proposeRelay } from './push/proposeRelay.ts';
import { RelayPushes } from './push/relayPushes.ts';
import { relaySetting } from './push/relayKey.ts';
import { secretsOnDemand } from './secrets/secretsOnDemand.ts';
import { pollIntervals, Settings } from './host/settings.ts';
import { openStorage } from './host/storage.ts';
import { offeredServers } from './toolServer/offeredServers.ts';
import { offerToolServer } from './toolServer/offerToolServer.ts';
import { showConnectionsView } from './tree/connectionsView.ts';
import { askOpened } from './webhooks/askOpened.ts';
import { WebhookLists } from './webhooks/webhookLists.ts';
import { openWalkthrough } from './walkthrough/walkthrough.ts';
import { windowPort } from './host/windowPort.ts';

interface AppOptions {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly report: Report;
  readonly own: <T extends Disposable>(item: T) => T;
}

export interface App extends ApiSource {
  /** Resolves when the connections have been read. Never rejects: a failure is reported. */
  readonly ready: Promise<void>;
  /** Resolves when all features have started, so that commands find them. Never rejects: a failure is reported. */
  readonly started: Promise<void>;
  readonly commands: Omit<CommandHandlers, 'service.showLog'>;
}

/** The composition root: the only place that creates long-lived objects. Only `load` and `start` do work. */
export function createApp({ context, log, report, own }: AppOptions): App {
  const settings = new Settings(log);
  const intervals = pollIntervals(settings);
  const window = windowPort();
  const reporting = (work: string) => (error: unknown) => {
    report(error, work);
  };

  // Connections and their data
  const cloud = () => cloudAddresses(neutralBrand.cloud, settings.read('service.connectedMode.cloudHosts'));
  const baseUrl = (connection: Connection) => baseUrlOf(connection, cloud());
  const files = openStorage(context.globalStorageUri, log, own);
  const secretSync = own(new SecretSync({ file: files.secretSync, clock, newNonce: randomUUID, log }));
  const tokenStore = own(new TokenStore({ secrets: context.secrets, secretSync, log }));
  const store = own(new ConnectionStore({ file: files.connections, tokenStore, newUuid: randomUUID, log }));
  const userAgent = `${neutralBrand.userAgent}/${versionOf(context)} (VS Code ${vscode.version})`;
  const http = lazyHttp();
  const access = new PlatformAccess({ http, log, userAgent, tokenStore, cloud });
  const apiFor = (connection: Connection) => access.apiFor(connection);
  const states = own(
    new ConnectionStates({
      check: (connection, signal) => access.checkConnection(connection, { signal }),
      intervalMs: intervals.intervalMs,
      clock,
      random: Math.random,
      log,
    }),
  );
  const bindings = own(new FolderBindings({ connections: store, log }));
  const names = own(new ProjectNames({ apiFor, memory: context.globalState, log }));
  const webhooks = own(new WebhookLists({ apiFor, store, tokenStore, log }));

  // Gates
  const relay = own(new RelayPushes({ settings, tokenStore, log, report }));
  const monitor: GateMonitor = own(
    new GateMonitor({
      apiFor,
      files: files.gates,
      clock,
      random: Math.random,
      log,
      notifier: toastNotifier({
        isWindowAlive,
        connectionOf: (uuid) => store.get(uuid),
        baseUrlOf: baseUrl,
        nameOf: (uuid, project) => names.of(uuid, project),
        mute: (answer) => monitor.journal.mute(answer),
        report,
      }),
      window,
      ...intervals,
      notifiesNewIssues: () => settings.read('service.notifications.newIssues'),
      pushes: relay,
    }),
  );
  const gates = gateReader({ journal: monitor.journal, states, names });
  const named = (changes: readonly HistoryEntry[]) =>
    changes.map((change) => ({
      ...change,
      projectName: change.projectName ?? names.of(change.connection, change.project),
    }));
  const branches = own(new CheckedOutBranches(log));
  const allGates = () => folderGates(bindings, gates, (folder) => branches.of(folder));

  // Settings of earlier versions
  const migration = lazy(async () => {
    const { createMigration } = await import('./chunks/migration.ts');
    return createMigration({ context, store, tokenStore, cloud, own, log, report });
  });

  const isLookingForSecrets = () => settings.read('service.secrets.diagnostics');

  // Tool server for agents
  const cli = vscode.Uri.joinPath(context.extensionUri, 'dist/cli.js').fsPath;
  const program = { runtime: process.execPath, cli };

  // Hooks of AI editors
  const agentHooksChanged = own(new Emitter<void>(reporting('showing guards')));
  const agentHookRows = lazy(async () => {
    const { AgentHookRows } = await import('./chunks/agentHooks.ts');
    const changed = () => {
      agentHooksChanged.fire();
    };
    return own(new AgentHookRows({ extension: context.extension, changed, report }));
  });

  // Views
  const daysLeftOf = (uuid: string) => daysLeft(tokenStore.expiryOf(uuid), clock.now());
  const onDidChange = coalesce(
    store.onDidChange,
    states.onDidChange,
    bindings.onDidChange,
    branches.onDidChange,
    monitor.journal.onDidChange,
    names.onDidChange,
    webhooks.onDidChange,
  );
  own(
    showConnectionsView({
      overview: () => overviewOf({ store, states, bindings, branches, gates, daysLeftOf, webhooks }),
      onDidChange,
      addressOf: baseUrl,
      guards: {
        isOffered: () => vscode.workspace.isTrusted && vscode.workspace.workspaceFolders !== undefined,
        list: async () => (await agentHookRows()).list(),
        onDidChange: agentHooksChanged.event,
      },
      onDidChangeVisibility: (isVisible) => {
        monitor.setViewed(isVisible);
      },
      onOpened: (node) => {
        askOpened(node, (uuid) => store.get(uuid), webhooks).catch(reporting('asking for webhooks'));
      },
    }),
  );
  const history = own(
    new HistoryView({
      changes: () => named(monitor.journal.changes()),
      clear: () => monitor.journal.clearHistory(),
      connectionName: (uuid) => store.get(uuid)?.connectionId,
      onDidChange,
    }),
  );
  const detailsPanels = lazy(async () => {
    const { DetailsPanels } = await import('./chunks/gateDetails.ts');
    const nameOf = (uuid: string, project: string) => names.of(uuid, project);
    return own(
      new DetailsPanels({ apiFor, baseUrlOf: baseUrl, nameOf, journal: monitor.journal, onDidChange, log }),
    );
  });
  own(showGateStatusBar({ shown: () => shownGates(allGates()), onDidChange }));

  // Commands
  const connections = () => store.list();
  const picker = { list: connections, stateOf: (uuid: string) => states.of(uuid) };
  const bindingOptions = { connections, access, bindings, names, picker, clock, log };
  const check = async (connection: Connection, signal: AbortSignal) => {
    await Promise.all([states.check(connection, { signal }), monitor.check(connection.uuid)]);
  };
  const reported = reporting('start');
  const ready = load().catch(reported);
  const started = start().catch(reported);
  return {
    ready,
    started,
    connections,
    gates: allGates,
    onDidChange,
    commands: {
      ...lazyCommands(connectionCommandIds, async () => {
        const { connectionCommands } = await import('./chunks/connectionCommands.ts');
        return connectionCommands({
          store,
          tokenStore,
          cloud,
          access,
          bindings,
          picker,
          clock,
          log,
          check,
          load,
        });
      }),
      ...bindingCommands(bindingOptions),
      ...lazyCommands(gateCommandIds, async () => {
        const { gateCommands } = await import('./chunks/gateCommands.ts');
        return gateCommands({
          all: allGates,
          baseUrlOf: baseUrl,
          check: (uuid) => monitor.check(uuid),
          picker,
          showDetails: async (connection, project, branch) => {
            await (await detailsPanels()).show({ connection, project, branch });
          },
          mute: (answer) => monitor.journal.mute(answer),
          unmute: (connection, project) => monitor.journal.unmute({ connection, project }),
        });
      }),
      'service.openWalkthrough': () => openWalkthrough({ connections, bindings, log }),
      ...lazyCommands(['service.exportConnections', 'service.importConnections'], async () => {
        const { transferCommands } = await import('./chunks/transfer.ts');
        return transferCommands(store);
      }),
      ...lazyCommands(['service.copyDiagnosticReport', 'service.explainSilence'], async () => {
        const { diagnoseCommands } = await import('./chunks/diagnose.ts');
        return diagnoseCommands({
          context,
          store,
          states,
          bindings,
          gates,
          monitor,
          relay,
          branchOf: (folder) => branches.of(folder),
          cloud,
          expiryOf: (uuid) => tokenStore.expiryOf(uuid),
          check: (connection, signal) => access.checkConnection(connection, { signal }),
          report,
        });
      }),
      'service.connectRelay': async (argument) => {
        const { connectRelay } = await import('./chunks/push.ts');
        await connectRelay(typeof argument === 'string' ? argument : undefined, { settings, tokenStore });
      },
      ...lazyCommands(webhookCommandIds, async () => {
        const { webhookCommands } = await import('./chunks/webhookCommands.ts');
        return webhookCommands({ picker, lists: webhooks, gates: allGates, apiFor, http, userAgent, own });
      }),
      ...history.commands,
      'service.configureToolServer': async (argument) => {
        const { configureToolServer } = await import('./chunks/toolServer.ts');
        await configureToolServer(argument, { access, picker, cloud, program, version: versionOf(context) });
      },
      ...lazyCommands(
        ['service.setUpGuards', 'service.installGuards', 'service.repairGuards', 'service.removeGuards'],
        async () => (await import('./chunks/agentHooks.ts')).agentHookCommands(context.extension),
      ),
      ...lazyCommands(
        ['service.removeLegacySettings', 'service.showMigrationReport'],
        async () => (await migration()).commands,
      ),
    },
  };

  async function start(): Promise<void> {
    await Promise.all([secretSync.start(), ready]);
    own(autoCheckConnections({ store, tokenStore, states, report }));
    own(retryWhenBack({ states, window, addresses: networkAddresses, clock }));
    own(refuseUserBinding(bindings, report));
    own(keepContextKeys({ connections, bindings, onDidChange, report }));
    own(
      vscode.window.registerUriHandler({
        handleUri: async (uri) => {
          try {
            const { followLink } = await import('./chunks/links.ts');
            await followLink(uri, { connections, access, bindings, names, cloud });
          } catch (error) {
            report(error, 'following a link');
          }
        },
      }),
    );
    own(
      helpInSettings(async () => {
        const { settingsHelp } = await import('./chunks/settingsHelp.ts');
        const onDidChangeConnections = store.onDidChange;
        return settingsHelp({
          connections,
          onDidChangeConnections,
          access,
          gates,
          baseUrlOf: baseUrl,
          clock,
          report,
          log,
        });
      }, report),
    );
    own(
      suggestOnce({
        store,
        states,
        bindings,
        isWanted: () => settings.read('service.connectedMode.suggestBindings'),
        memory: context.workspaceState,
        offer: async () => (await import('./chunks/suggestions.ts')).offerBindings(bindingOptions),
        report,
      }),
    );
    own(warnOfExpiry({ store, states, daysLeftOf, memory: context.globalState, clock, report }));
    own(resolveProjectNames({ bindings, states, names, report }));
    // The checked-out branches must be known before the first poll, which asks about them.
    await Promise.all([monitor.start(), branches.start()]);
    own(watchFolders({ monitor, bindings, branches, settings, states, report }));
    relay.start(monitor);
    const toolServer = offerToolServer({
      servers: () => offeredServers(store.list(), cloud(), program),
      tokenOf: (connection) => access.tokenOf(connection),
      onDidChange: coalesce(store.onDidChange, tokenStore.onDidChange),
      version: versionOf(context),
      report: reporting('offering the tool server'),
    });
    if (toolServer) own(toolServer);
    // The start does not wait for these features: their results appear when they arrive.
    if (settings.read(relaySetting) === '') {
      const folders = bindings.list().map(({ folder }) => folder.uri);
      proposeRelay({ folders, memory: context.globalState, log }).catch(reporting('looking for a relay'));
    }
    own(
      secretsOnDemand({
        isOn: isLookingForSecrets,
        load: async () =>
          (await import('./chunks/secrets.ts')).createSecrets({ clock, isOn: isLookingForSecrets, report }),
        report,
      }),
    );
    if (hasLegacySettings())
      migration()
        .then((loaded) => loaded.atStart())
        .catch(reporting('migration of the settings'));
  }

  /** Reads the connections. The log and the view report a file that cannot be read; the extension continues. */
  async function load(): Promise<void> {
    try {
      await store.load();
    } catch (error) {
      if (!Failure.is(error)) throw error;
    }
    // A starting window may take half a second to answer. Only its view needs these keys: `load` does not wait.
    const { executeCommand } = vscode.commands;
    Promise.all([
      executeCommand('setContext', contextKeys.storageBroken, store.failure !== undefined),
      executeCommand('setContext', contextKeys.ready, true),
    ]).catch(reported);
  }
}

function versionOf({ extension }: vscode.ExtensionContext): string {
  return (extension.packageJSON as { version: string }).version;
}
