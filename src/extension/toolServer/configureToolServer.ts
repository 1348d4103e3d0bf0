import { homedir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { getServerEdition } from '../../core/api/system.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import { type AgentToolServerFile, toolServerFiles } from '../../agents/toolServerFiles.ts';
import { neutralBrand } from '../../core/brand.ts';
import {
  containerEntry,
  hostedToolServer,
  localEntry,
  variablesFor,
  type Hosted,
  type PlatformVariables,
} from '../../core/mcpConfig/entries.ts';
import { isOnPath } from '../../node/process/findProgram.ts';
import { mcpEntryOf, openMcpFile, withMcpEntry } from '../../node/json/mcpFile.ts';
import { foldersArgument } from '../host/arguments.ts';
import { readIfPresent, readInside, statInside, writeInside } from '../host/folders/workspaceFile.ts';
import { expectWritable } from '../bindings/folderBindings.ts';
import { pickFolder } from '../bindings/pickFolder.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { pickConnection, type PickServices } from '../connections/pickConnection.ts';
import { isConfirmed, showError, showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { askText, inputError } from '../ui/quickInput/askText.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import type { Program } from './offeredServers.ts';

interface ConfigureOptions extends PickServices, Pick<ConnectionServices, 'apiFor' | 'cloud' | 'version'> {
  readonly program: Program;
}

interface McpFile {
  readonly file: vscode.Uri;
  /** The folder that it belongs to; undefined for one in the user's home, where links are the user's own. */
  readonly root: vscode.Uri | undefined;
}

/** Writes an entry for the tool server into the file of an agent: which platform, which agent, how it is run. */
export async function configureToolServer(argument: unknown, options: ConfigureOptions): Promise<void> {
  const { cloud, program, version } = options;
  const connection = await pickConnection(
    argument,
    vscode.l10n.t('Select the connection for the tool server'),
    options,
  );
  if (!connection) return;
  const agentFile = await pickAgentFile();
  if (!agentFile) return;
  const place = await mcpFileOf(agentFile, argument);
  if (!place) return;
  const entry = await askEntry({
    title: vscode.l10n.t('Configure Tool Server for {0}', agentFile.title),
    variables: variablesFor(connection, cloud()),
    agentFile,
    hosted: agentFile.network && (await hostedBy(connection, options)),
    program,
    isCliMissing: place.file.scheme === 'file' && !isOnPath('service-cli'),
    version,
  });
  if (entry) await writeMcpEntry(place, agentFile, entry);
}

function pickAgentFile(): Promise<AgentToolServerFile | undefined> {
  return choose({
    title: vscode.l10n.t('Configure Tool Server for…'),
    placeholder: vscode.l10n.t('Select the editor or agent to configure'),
    choices: toolServerFiles.map((file) => ({
      label: file.title,
      description: file.scope === 'global' ? vscode.l10n.t('in every project') : vscode.l10n.t('in a folder'),
      detail: file.scope === 'global' ? `~/${file.path}` : file.path,
      value: file,
    })),
  });
}

async function mcpFileOf(
  { scope, path }: AgentToolServerFile,
  argument: unknown,
): Promise<McpFile | undefined> {
  if (scope === 'global')
    return { file: vscode.Uri.joinPath(vscode.Uri.file(homedir()), path), root: undefined };
  const folder = await pickFolder(
    foldersArgument(argument),
    vscode.workspace.workspaceFolders ?? [],
    vscode.l10n.t('Select a folder for the configuration file'),
  );
  if (!folder) return undefined;
  expectWritable(folder);
  const place = { file: vscode.Uri.joinPath(folder.uri, path), root: folder.uri };
  // Refused before anything else is asked.
  await statInside(place.root, place.file);
  return place;
}

/** Returns the tool server that the platform hosts; undefined if the platform could not be asked. */
async function hostedBy(
  connection: Connection,
  { apiFor, cloud }: ConfigureOptions,
): Promise<Hosted | undefined> {
  const unknown = { version: undefined, edition: undefined };
  if (connection.kind === 'cloud') return hostedToolServer(connection, unknown, cloud());
  const api = await apiFor(connection);
  if (!api) return undefined;
  const title = vscode.l10n.t('Checking whether {0} hosts a tool server…', connection.connectionId);
  try {
    const { version, edition } = await withProgress(title, (signal) =>
      getServerEdition(api.with({ signal, timeoutMs: 5_000 })),
    );
    return hostedToolServer(connection, { version, edition }, cloud());
  } catch (error) {
    if (Failure.is(error)) return undefined;
    throw error;
  }
}

type Shape = 'command' | 'ownCopy' | 'container' | 'network' | 'hosted';

interface ShapeOptions {
  readonly title: string;
  readonly variables: PlatformVariables;
  readonly agentFile: AgentToolServerFile;
  /** Whether the platform hosts a tool server; undefined when the platform could not be asked. */
  readonly hosted: Hosted | undefined;
  readonly program: Program;
  /** Whether the PATH has no service-cli; false also for a file on another machine, whose PATH is unknown. */
  readonly isCliMissing: boolean;
  /** The version of this product, which is the proposed tag. */
  readonly version: string;
}

/** Asks for the form of the entry; undefined when the user leaves or chooses one that is not available. */
async function askEntry(options: ShapeOptions): Promise<object | undefined> {
  const { title, variables, agentFile, hosted, program } = options;
  const { tokenReference, local, network } = agentFile;
  const shape = await choose({
    title,
    placeholder: vscode.l10n.t('Select how to run the tool server'),
    choices: shapes(options),
  });
  switch (shape) {
    case undefined:
      return undefined;
    case 'command':
      return local(localEntry(['service-cli'], variables, tokenReference));
    case 'ownCopy': {
      const { command, args, env } = localEntry([program.runtime, program.cli], variables, tokenReference);
      return local({ command, args, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } });
    }
    case 'container':
      return askContainer(options);
    case 'network':
      return askNetwork(options);
    case 'hosted':
      if (hosted?.available) return network?.(hosted.url);
      void showInformation(whyNotHosted(hosted));
      return undefined;
  }
}

type ShapeItem = vscode.QuickPickItem & { readonly value: Shape };

/** Returns the forms; of those without a container, the one that works at once first. */
function shapes({ hosted, agentFile, isCliMissing }: ShapeOptions): readonly ShapeItem[] {
  const command: ShapeItem = {
    label: vscode.l10n.t('service-cli, without a container'),
    detail: isCliMissing
      ? vscode.l10n.t('Not found on the PATH of this machine. Install service-cli before you use the file.')
      : vscode.l10n.t('Uses service-cli from the PATH. Suitable for a file that you share with your team.'),
    value: 'command',
  };
  const ownCopy: ShapeItem = {
    label: vscode.l10n.t('Bundled copy, without a container'),
    detail: vscode.l10n.t('No installation, but for this machine only. Repeat after each update.'),
    value: 'ownCopy',
  };
  const own = isCliMissing ? [ownCopy, command] : [command, ownCopy];
  // The other forms need a reference to the token. service-cli has its own login.
  if (!agentFile.network) return own;
  return [
    ...own,
    {
      label: vscode.l10n.t('Container'),
      detail: `docker run … ${neutralBrand.toolServerImage}`,
      value: 'container',
    },
    {
      label: vscode.l10n.t('Network'),
      detail: vscode.l10n.t('A tool server that is already running, over http or https.'),
      value: 'network',
    },
    {
      label: vscode.l10n.t('Hosted by the platform'),
      detail: hosted?.available ? hosted.url : whyNotHosted(hosted),
      value: 'hosted',
    },
  ];
}

function whyNotHosted(hosted: Hosted | undefined): string {
  if (!hosted || hosted.available) return vscode.l10n.t('Unknown: the platform could not be reached.');
  return hosted.reason === 'edition'
    ? vscode.l10n.t('Not available: requires a commercial edition, version 2026.3 or later.')
    : vscode.l10n.t('Not available: requires server version 2026.3 or later.');
}

async function askContainer({
  title,
  variables,
  agentFile,
  version,
}: ShapeOptions): Promise<object | undefined> {
  const answer = await askText({
    title,
    prompt: vscode.l10n.t('Enter a tag of the image {0}', neutralBrand.toolServerImage),
    value: version,
    check: (text) =>
      /^\w[\w.-]{0,127}$/.test(text.trim())
        ? undefined
        : inputError(vscode.l10n.t('Use only letters, digits, dots, underscores and hyphens.')),
  });
  if (!answer) return undefined;
  const container = { runtime: 'docker', image: neutralBrand.toolServerImage, tag: answer.value.trim() };
  return agentFile.local(containerEntry(container, variables, agentFile.tokenReference));
}

async function askNetwork({ title, agentFile }: ShapeOptions): Promise<object | undefined> {
  const answer = await askText({
    title,
    prompt: vscode.l10n.t('Enter the address of the tool server'),
    value: 'http://127.0.0.1:8080/mcp',
    check: (text) =>
      isNetworkAddress(text.trim())
        ? undefined
        : inputError(vscode.l10n.t('Enter an http or https address without a user name.')),
  });
  return answer && agentFile.network?.(answer.value.trim());
}

function isNetworkAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

/**
 * Writes an entry into a configuration file. Comments and the other entries stay as they are; a file that cannot be read
 * is left alone, and opened instead. Rejects with `link` if a symbolic link of the folder is in the way.
 */
export async function writeMcpEntry(
  { file, root }: McpFile,
  { key, title, tokenReference }: AgentToolServerFile,
  entry: object,
): Promise<void> {
  const name = vscode.workspace.asRelativePath(file);
  const open = async () => {
    const bytes = await (root ? readInside(root, file) : readIfPresent(file));
    return openMcpFile(name, key, bytes ?? new TextEncoder().encode('{}\n'));
  };
  let document;
  try {
    document = await open();
    const present = mcpEntryOf(document, key);
    if (present !== undefined && !isDeepStrictEqual(present, entry)) {
      const question = vscode.l10n.t(
        '{0} already contains another tool server named “service”. Replace it?',
        name,
      );
      if (!(await isConfirmed(question, vscode.l10n.t('Replace')))) return;
      // Another program may have changed the file while the user decided.
      document = await open();
    }
  } catch (error) {
    if (!Failure.is(error, 'malformed')) throw error;
    await offerFile(
      showError,
      vscode.l10n.t('{0} could not be read and was not changed: {1}', name, error.message),
      file,
    );
    return;
  }
  const { text } = withMcpEntry(document, key, entry);
  const bytes = new TextEncoder().encode(text);
  await (root ? writeInside(root, file, bytes) : vscode.workspace.fs.writeFile(file, bytes));
  await offerFile(showInformation, addedText(name, title, tokenReference !== undefined), file);
}

function addedText(name: string, title: string, hasReference: boolean): string {
  return hasReference
    ? vscode.l10n.t(
        'The tool server was added to {0}. Restart {1} with your user token in the environment variable SERVICE_TOKEN. The file contains no token.',
        name,
        title,
      )
    : vscode.l10n.t(
        'The tool server was added to {0}. Log in with “service-cli auth login”, then restart {1}. The file contains no token.',
        name,
        title,
      );
}

async function offerFile(
  show: (text: string, action: string) => Thenable<string | undefined>,
  text: string,
  file: vscode.Uri,
): Promise<void> {
  const open = vscode.l10n.t('Open File');
  if ((await show(text, open)) === open) await vscode.window.showTextDocument(file);
}
