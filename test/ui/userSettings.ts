import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { UiOptions } from '../harness/ui.ts';

/** Files of a folder that is bound to a project. */
export const boundTo = (projectKey: string, connectionId?: string) => ({
  '.vscode/settings.json': JSON.stringify({ 'service.connectedMode.project': { projectKey, connectionId } }),
});

/** Reads the settings of a folder. */
export async function settingsOf(folder: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(join(folder, '.vscode/settings.json'), 'utf8');
  return JSON.parse(text) as Record<string, unknown>;
}

export async function bindingOf(folder: string): Promise<unknown> {
  return (await settingsOf(folder))['service.connectedMode.project'];
}

/** The options of an editor whose user has these connections of version 3.5.4 in the settings, with their tokens. */
export const withServers = (
  servers: readonly object[],
  settings: Readonly<Record<string, unknown>> = {},
): UiOptions => ({
  settings: { ...settings, 'service.connectedMode.connections.server': servers },
  tokensMayLieIn: [/User\/settings\.json$/, /User\/History\//],
});
