import * as vscode from 'vscode';
import type { Log } from '../../core/log.ts';
import { describeIssues } from '../../core/parsing.ts';
import { settings, shortestPollInterval, type SettingKey, type SettingValue } from './settingTable.ts';

/** Reads settings; nonsense in a hand-written file means the default and one line in the log, not a failure. */
export class Settings {
  readonly #log: Log;
  /** What has been complained about already, by key. */
  readonly #refused = new Map<string, string>();

  constructor(log: Log) {
    this.#log = log;
  }

  read<K extends SettingKey>(key: K): SettingValue<K> {
    const { schema, fallback } = settings[key];
    const result = schema.safeParse(vscode.workspace.getConfiguration().get<unknown>(key));
    if (result.success) return result.data as SettingValue<K>;
    const problem = describeIssues(result.error);
    if (this.#refused.get(key) !== problem)
      this.#log.warn(`Setting ${key}: ${problem}. The default is used.`);
    this.#refused.set(key, problem);
    return fallback as SettingValue<K>;
  }

  /** Writes the person's own value. */
  async write<K extends SettingKey>(key: K, value: SettingValue<K>): Promise<void> {
    await vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
  }
}

/** How often gates are polled, in milliseconds, as the settings say at the time of the call. */
export function pollIntervals(settings: Settings) {
  return {
    intervalMs: () =>
      Math.max(settings.read('service.notifications.pollInterval'), shortestPollInterval) * 1000,
    /** While no window has the focus; undefined: the user leaves it to us. */
    unfocusedIntervalMs: () => {
      const seconds = settings.read('service.notifications.unfocusedPollInterval');
      return seconds === null ? undefined : seconds * 1000;
    },
  };
}
