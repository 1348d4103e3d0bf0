import * as vscode from 'vscode';
import { Failure } from '../core/failures.ts';
import { registerAgentHooks } from './agentHooks/registerAgentHooks.ts';
import { registerBindings } from './bindings/registerBindings.ts';
import { registerConnections } from './connections/registerConnections.ts';
import { registerDiagnosis } from './diagnose/registerDiagnosis.ts';
import { registerGates } from './gates/registerGates.ts';
import { registerHistory } from './gates/historyView.ts';
import type { CommandHandlers } from './host/commands.ts';
import { contextKeys } from './host/commandTable.ts';
import { registerIssues } from './issues/registerIssues.ts';
import { registerLinks } from './links/registerLinks.ts';
import { registerLmTools } from './lmTools/registerLmTools.ts';
import { registerMigration } from './migration/registerMigration.ts';
import { registerOpenInIde } from './openInIde/registerOpenInIde.ts';
import type { ApiSource } from './publicApi.ts';
import { registerRelay } from './push/registerRelay.ts';
import { registerSecrets } from './secrets/registerSecrets.ts';
import type { Host } from './host/hostServices.ts';
import { createServices, type Services } from './services.ts';
import { registerSettingsHelp } from './settingsHelp/registerSettingsHelp.ts';
import { registerToolServer } from './toolServer/registerToolServer.ts';
import { registerTree } from './tree/registerTree.ts';
import { registerWalkthrough } from './walkthrough/registerWalkthrough.ts';
import { registerWebhooks } from './webhooks/registerWebhooks.ts';

export interface App extends ApiSource {
  /** Resolves when the connections have been read. Never rejects: a failure is reported. */
  readonly ready: Promise<void>;
  /** Resolves when all features have started, so that commands find them. Never rejects: a failure is reported. */
  readonly started: Promise<void>;
  readonly commands: Omit<CommandHandlers, 'service.showLog'>;
}

/**
 * Creates the features. Each one registers its views and returns its commands, and `start` if it follows the
 * connections. Features start in the order of this list, after the connections have been read.
 */
export function createApp(host: Host): App {
  const services = createServices(host);
  const load = () => loadConnections(services);
  host.own(services.store.onDidChange(() => showStorage(services)));
  // First of all: the features are created while the window answers.
  const ready = load().catch(services.reporting('start'));
  const connections = registerConnections(services, load);
  const bindings = registerBindings(services);
  const gates = registerGates(services);
  const issues = registerIssues(services);
  const relay = registerRelay(services);
  const toolServer = registerToolServer(services);
  const walkthrough = registerWalkthrough(services);
  const migration = registerMigration(services);
  registerTree(services, issues.list);
  registerLmTools(services);
  const history = registerHistory(services);
  const following: readonly { start(): void | Promise<void> }[] = [
    connections,
    walkthrough,
    registerLinks(services),
    registerSettingsHelp(services),
    bindings,
    gates,
    issues,
    relay,
    registerOpenInIde(services),
    toolServer,
    registerSecrets(services),
    migration,
  ];
  const start = async () => {
    await Promise.all([services.secretSync.start(), ready]);
    for (const feature of following) await feature.start();
  };
  const { allGates, onDidChange } = services;
  return {
    ready,
    started: start().catch(services.reporting('start')),
    connections: services.connections,
    gates: allGates,
    onDidChange,
    commands: {
      ...connections.commands,
      ...bindings.commands,
      ...gates.commands,
      ...history.commands,
      ...issues.commands,
      ...relay.commands,
      ...toolServer.commands,
      ...walkthrough.commands,
      ...migration.commands,
      ...registerAgentHooks(services),
      ...registerWebhooks(services),
      ...registerDiagnosis(services),
    },
  };
}

/** Reads the connections. The log and the view report a file that cannot be read; the extension continues. */
async function loadConnections({ store, reporting }: Services): Promise<void> {
  try {
    await store.load();
  } catch (error) {
    if (!Failure.is(error)) throw error;
  }
  showStorage({ store, reporting });
}

/** A starting window may take half a second to answer. Only its view needs these keys, so nothing waits for them. */
function showStorage({ store, reporting }: Pick<Services, 'store' | 'reporting'>): void {
  const { executeCommand } = vscode.commands;
  Promise.all([
    executeCommand('setContext', contextKeys.storageBroken, store.failure !== undefined),
    executeCommand('setContext', contextKeys.ready, true),
  ]).catch(reporting('start'));
}
