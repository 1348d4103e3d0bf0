import * as vscode from 'vscode';
import { neutralBrand } from '../../core/brand.ts';
import type { AgentToolServerFile } from '../../agents/toolServerFiles.ts';
import {
  type Hosted,
  containerEntry,
  localEntry,
  type PlatformVariables,
} from '../../core/mcpConfig/entries.ts';
import { showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { askText, inputError } from '../ui/quickInput/askText.ts';
import type { Program } from './offeredServers.ts';

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
export async function askEntry(options: ShapeOptions): Promise<object | undefined> {
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
