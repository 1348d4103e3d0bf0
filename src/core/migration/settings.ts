/** The two legacy settings, `service.connectedMode.connections.server` and `.cloud`. */
export const legacySections = ['server', 'cloud'] as const;
export type LegacySection = (typeof legacySections)[number];

/**
 * `user`: the person's own settings file. `machine`: the file of a remote or server machine. `workspace`, `folder`:
 * files that are probably committed.
 */
export type SettingsLevel = 'user' | 'machine' | 'workspace' | 'folder';

/** Where one legacy array stands. */
export interface Place {
  readonly section: LegacySection;
  readonly level: SettingsLevel;
  /** At level `folder`: the caller's own name of the folder, such as its URI. */
  readonly folder?: string;
}

/** What the editor's `inspect` says of one section. */
export interface InspectedSection {
  /** The winner of the two files below: looked at only where neither of them is known. */
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
  readonly workspaceValue?: unknown;
  /** In a workspace of several folders only: with a single one its value is the workspace's. */
  readonly folders?: readonly { readonly folder: string; readonly value: unknown }[];
}

/** The editor's settings. */
export interface SettingsPort {
  inspect(section: LegacySection): InspectedSection;
  /**
   * Writes a whole array, in one update. Resolves with `changed`, and writes nothing, where the settings hold something
   * else than `expected`: as the editor sees them and, where the file can be read, on disk (a window may see old ones).
   */
  replace(
    place: Place,
    values: { readonly expected: readonly unknown[]; readonly next: readonly unknown[] },
  ): Promise<'replaced' | 'changed'>;
}

/** A section's value at one level. */
export interface PlacedSection {
  readonly place: Place;
  readonly value: unknown;
}

/** Every place where a section has a value. */
export function placesOf(section: LegacySection, inspected: InspectedSection): readonly PlacedSection[] {
  const { globalValue, globalLocalValue, globalRemoteValue, workspaceValue, folders = [] } = inspected;
  const isSplit = globalLocalValue !== undefined || globalRemoteValue !== undefined;
  const all: readonly PlacedSection[] = [
    { place: { section, level: 'user' }, value: isSplit ? globalLocalValue : globalValue },
    { place: { section, level: 'machine' }, value: globalRemoteValue },
    { place: { section, level: 'workspace' }, value: workspaceValue },
    ...folders.map(({ folder, value }) => ({ place: { section, level: 'folder', folder } as const, value })),
  ];
  return all.filter(({ value }) => value !== undefined);
}

/**
 * Where elements may be taken out. `update` never reaches the machine's file for settings of this scope, and where both
 * files have a value nothing says which of the two it writes: then both are left to the person.
 */
export function isWritable(place: Place, all: readonly PlacedSection[]): boolean {
  if (place.level === 'machine') return false;
  return (
    place.level !== 'user' ||
    !all.some((other) => other.place.level === 'machine' && other.place.section === place.section)
  );
}

export function samePlace(a: Place, b: Place): boolean {
  return a.section === b.section && a.level === b.level && a.folder === b.folder;
}
