import { cpSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The folders of one editor: its user's home, settings, extensions and logs. Everything it writes lies in `folder`. */
export interface EditorHome {
  readonly folder: string;
  /** Where the editor's user has `~`. */
  readonly home: string;
  readonly userData: string;
  readonly extensions: string;
  readonly serverData: string;
  /** The user's `settings.json`: a running window does not see changes made to it from outside. */
  readonly settingsFile: string;
}

/** An extension as packaged: its id, and the folder or files that the package holds. */
export interface InstalledExtension {
  readonly id: string;
  readonly version: string;
  readonly from: string;
  /** Paths relative to `from`. */
  readonly files: readonly string[];
}

/** Settings that switch off requests to networks, welcome pages and panes that open on start. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'remote.autoForwardPorts': false,
  'security.workspace.trust.startupPrompt': 'never',
  'service.connectedMode.suggestBindings': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'workbench.enableExperiments': false,
  'workbench.reduceMotion': 'on',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
};

/**
 * Lays out a home for a first start.
 * @param settings the user's settings, added to those that keep an editor quiet
 * @param extensions laid out as installed extensions
 */
export async function layOutHome(
  folder: string,
  settings: Readonly<Record<string, unknown>> = {},
  ...extensions: readonly InstalledExtension[]
): Promise<EditorHome> {
  const places: EditorHome = {
    folder,
    home: join(folder, 'home'),
    userData: join(folder, 'user'),
    extensions: join(folder, 'extensions'),
    serverData: join(folder, 'server'),
    settingsFile: join(folder, 'user/User/settings.json'),
  };
  for (const path of [places.home, places.extensions, places.serverData, join(places.userData, 'User')])
    await mkdir(path, { recursive: true });
  await writeFile(places.settingsFile, JSON.stringify({ ...quietSettings, ...settings }, undefined, 2));
  // Without this file the first start loads no extension at all.
  const list = extensions.map((extension) => install(places.extensions, extension));
  await writeFile(join(places.extensions, 'extensions.json'), JSON.stringify(list));
  return places;
}

function install(extensions: string, { id, version, from, files }: InstalledExtension): object {
  const relativeLocation = `${id}-${version}`;
  const to = join(extensions, relativeLocation);
  for (const file of files) cpSync(join(from, file), join(to, file));
  return {
    identifier: { id },
    version,
    location: { $mid: 1, path: to, scheme: 'file' },
    relativeLocation,
  };
}
