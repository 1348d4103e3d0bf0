/** Each of these lists belongs to one feature, whose code is loaded with the first of its commands. */
export const connectionCommandIds = [
  'service.addConnection',
  'service.editConnection',
  'service.replaceToken',
  'service.deleteConnection',
  'service.checkConnection',
  'service.checkAllConnections',
  'service.openConnection',
] as const;

export const gateCommandIds = [
  'service.showGate',
  'service.showGateDetails',
  'service.openProject',
  'service.muteProject',
  'service.unmuteProject',
  'service.muteConnection',
  'service.unmuteConnection',
] as const;

export const issueCommandIds = [
  'service.showGateIssues',
  'service.nextGateIssue',
  'service.previousGateIssue',
  'service.actOnFinding',
  'service.fixGate',
  'service.showGateCoverage',
  'service.checkChanges',
  'service.filterGateIssues',
  'service.refreshGateIssues',
  'service.analyzeFile',
] as const;

export const bindingCommandIds = [
  'service.bindFolder',
  'service.unbindFolder',
  'service.shareBinding',
] as const;

export const agentHookCommandIds = [
  'service.setUpGuards',
  'service.installGuards',
  'service.repairGuards',
  'service.removeGuards',
] as const;

export const webhookCommandIds = [
  'service.createWebhook',
  'service.editWebhook',
  'service.deleteWebhook',
  'service.refreshWebhooks',
  'service.showDelivery',
  'service.redeliver',
] as const;

/** Every command of package.json; the manifest test compares the two lists. */
export const commandIds = [
  ...connectionCommandIds,
  ...gateCommandIds,
  ...issueCommandIds,
  'service.exportConnections',
  'service.importConnections',
  ...bindingCommandIds,
  'service.suggestBindings',
  'service.filterHistory',
  'service.copyHistory',
  'service.clearHistory',
  'service.configureToolServer',
  ...agentHookCommandIds,
  'service.auditAgents',
  'service.removeLegacySettings',
  'service.showMigrationReport',
  'service.explainSilence',
  'service.copyDiagnosticReport',
  'service.connectRelay',
  ...webhookCommandIds,
  'service.openWalkthrough',
  'service.showWhatsNew',
  'service.showLog',
] as const;

export type CommandId = (typeof commandIds)[number];

/** The id of the walkthrough in package.json. */
export const walkthroughId = 'service.service-ide#start';

export const viewId = 'service.connectedMode';
export const gateViewId = 'service.qualityGate';
export const historyViewId = 'service.history';
export const agentHooksViewId = 'service.agentHooks';

/** Context keys that `when` clauses of package.json read. */
export const contextKeys = {
  /** True after the connections have been read: the view then shows the actual state. */
  ready: 'service.ready',
  /** True when the file of connections exists and cannot be read. */
  storageBroken: 'service.storageBroken',
  /** True when at least one connection exists. */
  hasConnection: 'service.hasConnection',
  /** True when a folder of this window is bound. */
  hasBinding: 'service.hasBinding',
  /** True while the project of the active file is on a platform that analyses single files. */
  offersFileAnalysis: 'service.offersFileAnalysis',
  /** True when agent hooks were installed from this window. */
  hasAgentHooks: 'service.hasAgentHooks',
} as const;
