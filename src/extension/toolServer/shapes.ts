import * as vscode from 'vscode';
import { neutralBrand } from '../../core/brand.ts';
import type { Hosted } from '../../core/mcpConfig/hosted.ts';
import {
  containerEntry,
  localEntry,
  type NetworkEntry,
  networkEntry,
  type PlatformVariables,
  type StdioEntry,
} from '../../core/mcpConfig/entries.ts';
import { showInformation } from '../ui/messages.ts';
import { choose } from '../ui/quickInput/pickOne.ts';
import { askText } from '../ui/quickInput/askText.ts';
import type { Program } from './offeredServers.ts';

type Shape = 'command' | 'ownCopy' | 'container' | 'network' | 'hosted';

interface ShapeOptions {
  readonly title: string;
  readonly variables: PlatformVariables;
  /** The client's syntax for the variable that contains the token. */
  readonly tokenReference: string;
  /** Whether the platform hosts a tool server; undefined when the platform could not be asked. */
  readonly hosted: Hosted | undefined;
  readonly program: Program;
  /** The version of this product, which is the proposed tag. */
  readonly version: string;
}

/**
 * Asks the user for the form of the entry. Resolves with undefined when the user leaves or chooses a form that is not
 * available.
 */
export async function askEntry(options: ShapeOptions): Promise<StdioEntry | NetworkEntry | undefined> {
  const { title, variables, tokenReference, hosted, program } = options;
  const shape = await choose({
    title,
    placeholder: vscode.l10n.t('Select how to run the tool server'),
    choices: shapes(options),
  });
  switch (shape) {
    case undefined:
      return undefined;
    case 'command':
      return localEntry(['service-cli'], variables, tokenReference);
    case 'ownCopy': {
      const { command, args, env } = localEntry([program.runtime, program.cli], variables, tokenReference);
      return { command, args, env: { ...env, ELECTRON_RUN_AS_NODE: '1' } };
    }
    case 'container':
      return askContainer(options);
    case 'network':
      return askNetwork(options);
    case 'hosted':
      if (hosted?.available) return networkEntry(hosted.url, tokenReference);
      void showInformation(whyNotHosted(hosted));
      return undefined;
  }
}

function shapes({ hosted }: ShapeOptions): readonly (vscode.QuickPickItem & { readonly value: Shape })[] {
  return [
    {
      label: vscode.l10n.t('service-cli, without a container'),
      detail: vscode.l10n.t(
        'Uses service-cli from the PATH. Suitable for a file that you share with your team.',
      ),
      value: 'command',
    },
    {
      label: vscode.l10n.t('Bundled copy, without a container'),
      detail: vscode.l10n.t('No installation, but for this machine only. Repeat after each update.'),
      value: 'ownCopy',
    },
    {
      label: vscode.l10n.t('Container'),
      detail: `docker run … ${neutralBrand.toolServerImage}`,
      value: 'container',
    },
    {
      label: vscode.l10n.t('Network'),
      detail: vscode.l10n.t('A tool server that is already running, over http or https'),
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
  tokenReference,
  version,
}: ShapeOptions): Promise<StdioEntry | undefined> {
  const answer = await askText({
    title,
    prompt: vscode.l10n.t('Enter a tag of the image {0}', neutralBrand.toolServerImage),
    value: version,
    check: (text) =>
      /^\w[\w.-]{0,127}$/.test(text.trim())
        ? undefined
        : {
            severity: 'error',
            text: vscode.l10n.t('Use only letters, digits, dots, underscores and hyphens.'),
          },
  });
  if (!answer) return undefined;
  const container = { runtime: 'docker', image: neutralBrand.toolServerImage, tag: answer.value.trim() };
  return containerEntry(container, variables, tokenReference);
}

async function askNetwork({ title, tokenReference }: ShapeOptions): Promise<NetworkEntry | undefined> {
  const answer = await askText({
    title,
    prompt: vscode.l10n.t('Enter the address of the tool server'),
    value: 'http://127.0.0.1:8080/mcp',
    check: (text) =>
      isNetworkAddress(text.trim())
        ? undefined
        : { severity: 'error', text: vscode.l10n.t('Enter an http or https address without a user name.') },
  });
  return answer && networkEntry(answer.value.trim(), tokenReference);
}

function isNetworkAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}
