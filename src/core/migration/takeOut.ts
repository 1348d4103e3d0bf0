import { messageOf } from '../failures.ts';
import type { Log } from '../log.ts';
import type { PlannedRemoval } from './judge.ts';
import type { MigrationReport } from './report.ts';
import {
  type SettingsLocation,
  locationsOf,
  type LocatedSection,
  isSameLocation,
  type SettingsPort,
} from './settings.ts';

interface TakenOut {
  readonly removed: readonly PlannedRemoval[];
  readonly failures: MigrationReport['failures'];
}

/**
 * Removes elements from the settings, with one update for each array, because the editor's history keeps every step. An
 * empty rest of an array is written too, because removing its key would remove the comments around it.
 */
export async function takeOut(
  { settings, log }: { readonly settings: SettingsPort; readonly log: Log },
  locations: readonly LocatedSection[],
  removals: readonly PlannedRemoval[],
): Promise<TakenOut> {
  const removed: PlannedRemoval[] = [];
  const failures: MigrationReport['failures'][number][] = [];
  for (const { location, value } of locations) {
    const leaving = removals.filter(({ element }) => isSameLocation(element.ref, location));
    if (leaving.length === 0 || !Array.isArray(value)) continue;
    const indices = new Set(leaving.map(({ element }) => element.ref.index));
    const next = value.filter((_, index) => !indices.has(index));
    const reason = await replace(settings, location, value, next);
    if (reason === undefined) removed.push(...leaving);
    else failures.push({ location, reason });
  }
  for (const { reason } of failures) log.warn(`Migration: settings not written: ${reason}`);
  return { removed, failures };
}

/** Replaces an array. Resolves with undefined, or with the reason why it was not written. */
async function replace(
  settings: SettingsPort,
  location: SettingsLocation,
  expected: readonly unknown[],
  next: readonly unknown[],
): Promise<string | undefined> {
  const now = locationsOf(location.section, settings.inspect(location.section)).find((other) =>
    isSameLocation(other.location, location),
  );
  if (JSON.stringify(now?.value) !== JSON.stringify(expected)) return 'changed meanwhile';
  try {
    return (await settings.replace(location, { expected, next })) === 'changed'
      ? 'changed meanwhile'
      : undefined;
  } catch (error) {
    return messageOf(error);
  }
}
