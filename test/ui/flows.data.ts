import type { CommandId } from '../../src/extension/host/commandTable.ts';
import type { DemoPlatform } from '../support/demoPlatform.ts';
import type { RowPath } from './byKeyboard.ts';

/** What flows are about. */
export interface World {
  readonly platform: DemoPlatform;
  /** A token that is revoked on the way, and its name. */
  readonly passing: { readonly token: string; readonly name: string };
  /** File that connections go into and come from. */
  readonly file: string;
  /** What the platform calls. */
  readonly receiver: { readonly url: string; status: number };
}

export type Words = string | ((world: World) => string);

/** One answer on the way: at the step, list or dialog of that title, something is typed or picked. */
export type Answer =
  | { readonly at: string; readonly type: Words }
  | { readonly at: string; readonly pick: string }
  /** A path in the editor's own dialog for files. */
  | { readonly at: string; readonly path: Words }
  /** Enter again: the answer before met a warning of this, and is meant. */
  | { readonly meant: string }
  | { readonly dialog: string; readonly press: string };

/** How a person sees that a flow has worked. */
export type Sight =
  /** A row by its accessible name, perhaps with or without a word beside it, or with the gate in the status bar. */
  | { readonly row: RegExp; readonly says?: string; readonly saysNot?: string; readonly gate?: string }
  | { readonly toast: string }
  | { readonly step: string }
  | { readonly objection: string }
  | { readonly text: string }
  /** Words of a Markdown preview. */
  | { readonly preview: string }
  /** A channel of the editor's output. */
  | { readonly output: string }
  /** Words of the history, which is closed at first. */
  | { readonly history: string }
  /** A page of the platform, in the browser. */
  | { readonly page: 'platform' }
  /** The details of the gate of this project. */
  | { readonly details: string }
  /** Steps of the walkthrough that it knows to be done. */
  | { readonly ticked: readonly [string, ...string[]] };

/** A row of the view, by the context value that the menus of package.json ask for. */
export type RowKind = keyof typeof rows;

/** Where a flow begins: the palette, the menu of a row, a button of the empty view. */
type Start =
  | { readonly command: CommandId }
  /** Of another row of that kind: it stands beside the kind. */
  | { readonly menuOf: RowKind; readonly of?: RowPath; readonly command: CommandId }
  | { readonly welcome: 'noConnection'; readonly command: CommandId };

export interface Flow {
  /** The sentence of its test. */
  readonly does: string;
  /** What happens elsewhere before. */
  readonly given?: (world: World) => unknown;
  readonly start: Start;
  readonly answers?: readonly Answer[];
  readonly shows: Sight;
  /** What a screen reader reads then equals the stored text of this name. */
  readonly reads?: 'tree' | 'picks' | 'details';
}

export const project = 'Demo Project, project';
const webhook = ['Administration', 'Global webhooks', 'build'] as const;
const ownWebhooks = [project, 'Webhooks, '] as const;

/** The row that stands for each kind while the flows below run. */
export const rows = {
  connection: ['Quality, connection'],
  'connection.token': ['Quality, connection'],
  'connection.muted': ['Quality, connection'],
  project: [project],
  'project.muted': [project],
  finding: [project, '1 issue on new code', 'demo.js', 'Unexpected'],
  boundFolder: [project, 'free, bound folder'],
  'folder.unbound': ['free, folder'],
  'folder.broken': ['astray, folder'],
  'agentHook.absent': ['bound, agent hooks'],
  webhooks: ['Administration', 'Global webhooks'],
  webhook,
  delivery: [...webhook, 'Delivery, '],
} as const satisfies Record<string, RowPath>;

/** Everything that a person can do in the view and by commands, by keyboard alone, in the order in which it is done. */
export const flows: readonly Flow[] = [
  {
    does: 'adds a connection from the empty view',
    start: { welcome: 'noConnection', command: 'service.addConnection' },
    answers: [
      { at: 'Add Connection (1/5)', pick: 'Server' },
      { at: 'Add Connection (2/5)', type: ({ platform }) => platform.url },
      { at: 'Add Connection (3/5)', pick: 'Paste a token' },
      { at: 'User token', type: ({ passing }) => passing.token },
      { at: 'Add Connection (4/5)', type: 'Quality' },
      { at: 'Add Connection (5/5)', pick: 'Receive notifications' },
    ],
    shows: { row: /^Demo Project, project, quality gate Failed, folders bound/ },
  },
  {
    does: 'checks all connections, and sees that a token was revoked',
    given: ({ platform, passing: { name } }) => platform.post('user_tokens/revoke', { name }),
    start: { command: 'service.checkAllConnections' },
    shows: { row: /^Quality, connection, Token refused/ },
  },
  {
    does: 'replaces the token',
    start: { menuOf: 'connection.token', command: 'service.replaceToken' },
    answers: [
      { at: 'Replace Token of Quality', pick: 'Paste a token' },
      { at: 'User token', type: ({ platform }) => platform.token },
    ],
    shows: { row: /^Quality, connection, Connected/ },
  },
  {
    does: 'checks one connection, and sees that its platform starts',
    given: ({ platform }) => platform.control({ status: 'STARTING' }),
    start: { menuOf: 'connection', command: 'service.checkConnection' },
    shows: { row: /^Quality, connection, Starting/ },
  },
  {
    does: 'edits a connection, whose platform is up again',
    given: ({ platform }) => platform.control({ status: 'UP' }),
    start: { menuOf: 'connection', command: 'service.editConnection' },
    answers: [
      { at: 'Edit Connection Quality (1/4)', type: ({ platform }) => platform.url },
      { at: 'Edit Connection Quality (2/4)', pick: 'Keep the stored token' },
      { at: 'Edit Connection Quality (3/4)', type: 'Quality' },
      { at: 'Edit Connection Quality (4/4)', pick: 'Receive notifications' },
    ],
    shows: { row: /^Quality, connection, Connected/ },
  },
  {
    does: 'opens the platform in the browser',
    start: { menuOf: 'connection', command: 'service.openConnection' },
    shows: { page: 'platform' },
  },
  {
    does: 'mutes a connection',
    start: { menuOf: 'connection', command: 'service.muteConnection' },
    answers: [{ at: 'Mute Notifications', pick: 'Quality: until I turn it back on' }],
    shows: { row: /^Quality, connection/, says: 'muted' },
  },
  {
    does: 'turns notifications of a connection back on',
    start: { menuOf: 'connection.muted', command: 'service.unmuteConnection' },
    shows: { row: /^Quality, connection/, saysNot: 'muted' },
  },
  {
    does: 'binds a folder that names its project',
    start: { menuOf: 'folder.unbound', command: 'service.suggestBindings' },
    answers: [{ at: 'Suggested Projects for free', pick: 'Demo Project' }],
    shows: { row: /^Demo Project, project, quality gate Failed, folders bound, free/ },
  },
  {
    does: 'unbinds a folder',
    start: { menuOf: 'boundFolder', command: 'service.unbindFolder' },
    shows: { row: /^free, folder, Not bound/ },
  },
  {
    does: 'binds a folder to a project that it searches',
    start: { menuOf: 'folder.unbound', command: 'service.bindFolder' },
    answers: [{ at: 'Bind free to a Project on Quality', pick: 'Demo Project' }],
    shows: { row: /^Demo Project, project, quality gate Failed, folders bound, free/ },
  },
  {
    does: 'repairs a binding that names a missing connection',
    start: { menuOf: 'folder.broken', command: 'service.bindFolder' },
    answers: [{ at: 'Bind astray to a Project on Quality', pick: 'Demo Project' }],
    shows: {
      row: /^Demo Project, project, quality gate Failed, folders bound, free, astray/,
      gate: 'Gate: Failed',
    },
    reads: 'tree',
  },
  {
    does: 'mutes a project',
    start: { menuOf: 'project', command: 'service.muteProject' },
    answers: [{ at: 'Mute Notifications', pick: 'Demo Project: until I turn it back on' }],
    shows: { row: /^Demo Project, project/, says: 'muted' },
  },
  {
    does: 'hears of a project again',
    start: { menuOf: 'project.muted', command: 'service.unmuteProject' },
    shows: { row: /^Demo Project, project/, saysNot: 'muted' },
  },
  {
    does: 'opens an issue behind the gate on the platform',
    start: { menuOf: 'finding', command: 'service.actOnFinding' },
    answers: [{ at: "Unexpected 'debugger' statement.", pick: 'Open Issue in Browser' }],
    shows: { page: 'platform' },
  },
  {
    does: 'opens a project in the browser',
    start: { menuOf: 'project', command: 'service.openProject' },
    shows: { page: 'platform' },
  },
  {
    does: 'reads the details of a gate',
    start: { menuOf: 'project', command: 'service.showGateDetails' },
    shows: { details: 'Demo Project' },
    reads: 'details',
  },
  {
    does: 'sees what can be done about the gate of the folder',
    start: { command: 'service.showGate' },
    shows: { step: 'Quality gate of Demo Project: Failed' },
    reads: 'picks',
  },
  {
    // Opened for the first time only now.
    does: 'sees in the walkthrough what was done before',
    start: { command: 'service.openWalkthrough' },
    shows: { ticked: ['Connect to your platform', 'Bind your folders'] },
  },
  {
    does: 'reads what is new',
    start: { command: 'service.showWhatsNew' },
    shows: { preview: 'Exactly one notification' },
  },
  {
    does: 'forgets the history of gates',
    start: { command: 'service.clearHistory' },
    answers: [{ dialog: 'Clear the quality gate history', press: 'Clear' }],
    shows: { history: 'No quality gate changed in the last 30 days.' },
  },
  {
    does: 'exports connections without their tokens',
    start: { command: 'service.exportConnections' },
    answers: [{ at: 'Export Connections', path: ({ file }) => file }],
    shows: { toast: 'Connections exported without their tokens: 1.' },
  },
  {
    does: 'is asked which agent hooks to install',
    start: { menuOf: 'agentHook.absent', command: 'service.setUpGuards' },
    shows: { step: 'Agent hooks in bound' },
  },
  {
    does: 'makes a webhook',
    start: { menuOf: 'webhooks', command: 'service.createWebhook' },
    answers: [
      { at: 'Create Webhook (1/3)', type: 'build' },
      { at: 'Create Webhook (2/3)', type: ({ receiver }) => receiver.url },
      { meant: 'for the platform it means its own machine' },
      { at: 'Create Webhook (3/3)', pick: 'No secret' },
    ],
    shows: { row: /^Global webhooks, 1 of 10$/ },
  },
  {
    does: 'refreshes the list, and sees that a delivery has failed',
    given: ({ platform }) => platform.analyze('demo', 'bad'),
    start: { menuOf: 'webhooks', command: 'service.refreshWebhooks' },
    shows: { row: /^Global webhooks, 1 of 10 · failed: 1$/ },
  },
  {
    does: 'reads what was delivered',
    start: { menuOf: 'delivery', command: 'service.showDelivery' },
    shows: { text: 'The payload is indented here for reading.' },
  },
  {
    does: 'sends a delivery again',
    given: ({ receiver }) => {
      receiver.status = 200;
    },
    start: { menuOf: 'delivery', command: 'service.redeliver' },
    answers: [{ dialog: 'is this machine. Send the delivery there?', press: 'Send' }],
    shows: {
      toast:
        'The receiver answered with status 200. The delivery was sent again from this machine, unsigned.',
    },
  },
  {
    does: 'edits a webhook',
    start: { menuOf: 'webhook', command: 'service.editWebhook' },
    answers: [
      { at: 'Edit Webhook build (1/3)', type: 'build of the night' },
      { at: 'Edit Webhook build (2/3)', type: ({ receiver }) => receiver.url },
      { meant: 'for the platform it means its own machine' },
      { at: 'Edit Webhook build (3/3)', pick: 'Continue without a secret' },
    ],
    shows: { row: /^build of the night, webhook, Failed/ },
  },
  {
    does: 'deletes a webhook',
    start: { menuOf: 'webhook', command: 'service.deleteWebhook' },
    answers: [{ dialog: 'Delete webhook “build', press: 'Delete' }],
    shows: { row: /^Global webhooks, 0 of 10$/ },
  },
  {
    does: 'makes a webhook of one project',
    start: { menuOf: 'webhooks', of: ownWebhooks, command: 'service.createWebhook' },
    answers: [
      { at: 'Create Webhook (1/3)', type: 'own' },
      { at: 'Create Webhook (2/3)', type: ({ receiver }) => receiver.url },
      { meant: 'for the platform it means its own machine' },
      { at: 'Create Webhook (3/3)', pick: 'No secret' },
    ],
    shows: { row: /^Webhooks, 1 of 10$/ },
  },
  {
    does: 'deletes the webhook of the project',
    start: { menuOf: 'webhook', of: [...ownWebhooks, 'own, webhook'], command: 'service.deleteWebhook' },
    answers: [{ dialog: 'Delete webhook “own', press: 'Delete' }],
    shows: { row: /^Webhooks, 0 of 10$/ },
  },
  {
    does: 'writes the tool server into the file of an editor',
    start: { command: 'service.configureToolServer' },
    answers: [
      { at: 'Configure Tool Server for…', pick: 'VS Code' },
      { at: 'Folders', pick: 'bound' },
      { at: 'Configure Tool Server for VS Code', pick: 'service-cli' },
    ],
    shows: { toast: 'The tool server was added to' },
  },
  {
    does: 'learns that there is nothing to remove from the settings',
    start: { command: 'service.removeLegacySettings' },
    shows: { toast: 'There are no migrated connections to remove from the settings.' },
  },
  {
    does: 'reads what was moved from the settings',
    start: { command: 'service.showMigrationReport' },
    shows: { preview: 'There are no connections in the settings.' },
  },
  {
    does: 'copies a diagnostic report',
    start: { command: 'service.copyDiagnosticReport' },
    shows: { toast: 'The diagnostic report was copied to the clipboard' },
  },
  {
    does: 'is asked for the address of a relay',
    start: { command: 'service.connectRelay' },
    answers: [{ at: 'Connect to Relay (1/2)', type: 'no address' }],
    shows: { objection: 'Enter an http or https address' },
  },
  {
    does: 'shows the log',
    start: { command: 'service.showLog' },
    shows: { output: 'Service' },
  },
  {
    does: 'deletes a connection',
    start: { menuOf: 'connection', command: 'service.deleteConnection' },
    answers: [{ dialog: 'Delete connection “Quality”?', press: 'Delete' }],
    shows: { text: 'Connect to your code-quality platform' },
  },
  {
    does: 'imports connections, each of which then wants a token',
    start: { command: 'service.importConnections' },
    answers: [
      { at: 'Import Connections', path: ({ file }) => file },
      { at: 'Import Connections', type: '' },
    ],
    shows: { row: /^Quality, connection, Token missing/ },
  },
];
