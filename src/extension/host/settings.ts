import * as vscode from 'vscode';
import type { Disposable } from '../../core/disposables.ts';
import type { Log } from '../../core/log.ts';
import { describeIssues } from '../../core/parsing.ts';
import { settings, shortestPollInterval, type SettingKey, type SettingValue } from './settingTable.ts';

const section = 'service';

/** The editor copies the top level of what it returns, which without a section are the settings of all extensions. */
const ownSettings = (resource?: vscode.Uri) => vscode.workspace.getConfiguration(section, resource);

/** Reads settings. For an invalid value it returns the default and logs one line. */
export class Settings {
  readonly #log: Log;
  /** The last logged problem of each key. */
  readonly #refused = new Map<string, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param resource the file or folder whose value is read, for a setting that folders may set */
  read<K extends SettingKey>(key: K, resource?: vscode.Uri): SettingValue<K> {
    return this.#parse(key, ownSettings(resource).get<unknown>(key.slice(section.length + 1)));
  }

  /** Reads a value of the user settings. Values of the workspace are ignored. */
  readUser<K extends SettingKey>(key: K): SettingValue<K> {
    const value = ownSettings().inspect(key.slice(section.length + 1))?.globalValue;
    return value === undefined ? (settings[key].fallback as SettingValue<K>) : this.#parse(key, value);
  }

  #parse<K extends SettingKey>(key: K, value: unknown): SettingValue<K> {
    const { schema, fallback } = settings[key];
    const result = schema.safeParse(value);
    if (result.success) return result.data as SettingValue<K>;
    const problem = describeIssues(result.error);
    if (this.#refused.get(key) !== problem)
      this.#log.warn(`Setting ${key}: ${problem}. The default is used.`);
    this.#refused.set(key, problem);
    return fallback as SettingValue<K>;
  }

  async write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> {
    await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  }
}

/** @param name of a setting, or the first parts of several names, such as `service.issues` */
export function onDidChangeSetting(name: string, listener: () => void): Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration(name)) listener();
  });
}

/** Returns the polling intervals in milliseconds; each call reads the current settings. */
export function pollIntervals(settings: Settings) {
  return {
    intervalMs: () =>
      Math.max(settings.read('service.notifications.pollInterval'), shortestPollInterval) * 1000,
    /** The interval while no window has the focus. Undefined: the user leaves the choice to the extension. */
    unfocusedIntervalMs: () => {
      const seconds = settings.read('service.notifications.unfocusedPollInterval');
      return seconds === null ? undefined : seconds * 1000;
    },
  };
}
