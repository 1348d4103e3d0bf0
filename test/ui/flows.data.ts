/**
 * Where each command and each kind of row of the view is used as a person uses it: a test file of this folder and the
 * sentence of its test. A unit test fails for what has no line here, and for a line that names no test.
 */
export const commandFlows: Readonly<Record<string, readonly [file: string, sentence: string]>> = {
  'service.addConnection': ['wizard.test.ts', 'proposes a name, and saves only at the end'],
  'service.editConnection': ['connections.test.ts', 'keep their bindings when they are renamed'],
  'service.replaceToken': ['connections.test.ts', 'offer another token when theirs is refused'],
  'service.deleteConnection': ['gates.test.ts', 'loses its binding with its connection, and is named before'],
  'service.checkConnection': [
    'connections.test.ts',
    'say why they are not connected, and come back by a check',
  ],
  'service.checkAllConnections': ['flows.test.ts', 'checks all connections'],
  'service.openConnection': ['flows.test.ts', 'opens the connection in the browser'],
  'service.exportConnections': [
    'flows.test.ts',
    'exports connections without their tokens, and imports them',
  ],
  'service.importConnections': [
    'flows.test.ts',
    'exports connections without their tokens, and imports them',
  ],
  'service.bindFolder': [
    'gates.test.ts',
    'is bound to a project that the platform finds while the person types',
  ],
  'service.unbindFolder': ['flows.test.ts', 'unbinds a folder'],
  'service.suggestBindings': [
    'suggestions.test.ts',
    'never come again when they were declined, but whenever one asks',
  ],
  'service.shareBinding': [
    'suggestions.test.ts',
    'become a file for others by Share Binding, without a name of a connection and without a token',
  ],
  'service.openProject': ['flows.test.ts', 'opens the project in the browser'],
  'service.showGate': ['flows.test.ts', 'shows the gate of the folder and what can be done'],
  'service.muteProject': ['diagnose.test.ts', 'is told that the project is muted, and unmutes it by Enter'],
  'service.unmuteProject': ['diagnose.test.ts', 'is told that the project is muted, and unmutes it by Enter'],
  'service.removeLegacySettings': ['flows.test.ts', 'says that there is nothing to remove from the settings'],
  'service.showMigrationReport': ['migration.test.ts', 'are told of in a report without a token'],
  'service.openWalkthrough': ['flows.test.ts', 'opens the walkthrough'],
  'service.connectRelay': ['flows.test.ts', 'asks for the address of a relay'],
  'service.explainSilence': [
    'diagnose.test.ts',
    'is told that the folder is bound to nothing, and binds it by Enter',
  ],
  'service.copyDiagnosticReport': ['diagnose.test.ts', 'gets a report without a token for those who help'],
  'service.showLog': ['flows.test.ts', 'shows the log'],
};

/** By the context value that the menus of package.json ask for. */
export const rowFlows: Readonly<Record<string, readonly [file: string, sentence: string]>> = {
  connection: ['flows.test.ts', 'offers the actions of each row by keyboard'],
  'connection.token': ['connections.test.ts', 'offer another token when theirs is refused'],
  project: ['flows.test.ts', 'offers the actions of each row by keyboard'],
  'project.muted': ['flows.test.ts', 'offers the actions of a muted project by keyboard'],
  boundFolder: ['flows.test.ts', 'offers the actions of each row by keyboard'],
  'folder.unbound': ['flows.test.ts', 'offers the actions of each row by keyboard'],
  'folder.broken': [
    'connections.test.ts',
    'are asked for where a binding does not name one, and its project is kept',
  ],
};
