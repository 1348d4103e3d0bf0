/** The two legacy settings, `service.connectedMode.connections.server` and `.cloud`. */
export const legacySections = ['server', 'cloud'] as const;
export type LegacySection = (typeof legacySections)[number];

/** `user`: the user's settings, `machine`: those of a remote machine. `workspace` and `folder` may be committed. */
export type LegacySettingsLevel = 'user' | 'machine' | 'workspace' | 'folder';

export interface SettingsLocation {
  readonly section: LegacySection;
  readonly level: LegacySettingsLevel;
  /** The caller's name of the folder, such as its URI. Present at level `folder` only. */
  readonly folder?: string;
}

export interface InspectedSection {
  /** The effective value of the two files below. It is used only if neither of their values is known. */
  readonly globalValue?: unknown;
  readonly globalLocalValue?: unknown;
  readonly globalRemoteValue?: unknown;
  readonly workspaceValue?: unknown;
  /** Present only in a workspace with several folders. The value of a single folder is the workspace's value. */
  readonly folders?: readonly { readonly folder: string; readonly value: unknown }[];
}

export interface SettingsPort {
  inspect(section: LegacySection): InspectedSection;
  /**
   * Writes a whole array in one update. Resolves with `changed`, without writing, if the settings differ from
   * `expected`: in the editor's view, which may be outdated, or in the file if it can be read.
   */
  replace(
    location: SettingsLocation,
    values: { readonly expected: readonly unknown[]; readonly next: readonly unknown[] },
  ): Promise<'replaced' | 'changed'>;
}

export interface LocatedSection {
  readonly location: SettingsLocation;
  readonly value: unknown;
}

export function locationsOf(section: LegacySection, inspected: InspectedSection): readonly LocatedSection[] {
  const { globalValue, globalLocalValue, globalRemoteValue, workspaceValue, folders = [] } = inspected;
  const isSplit = globalLocalValue !== undefined || globalRemoteValue !== undefined;
  const all: readonly LocatedSection[] = [
    { location: { section, level: 'user' }, value: isSplit ? globalLocalValue : globalValue },
    { location: { section, level: 'machine' }, value: globalRemoteValue },
    { location: { section, level: 'workspace' }, value: workspaceValue },
    ...folders.map(({ folder, value }) => ({
      location: { section, level: 'folder', folder } as const,
      value,
    })),
  ];
  return all.filter(({ value }) => value !== undefined);
}

/**
 * Returns whether elements can be removed from a place. The editor's `update` never writes the machine's file for
 * settings of this scope. If the user's and the machine's file both have a value, it is unknown which of them `update`
 * writes, so the user must edit both.
 */
export function canRemoveElements(location: SettingsLocation, all: readonly LocatedSection[]): boolean {
  if (location.level === 'machine') return false;
  return (
    location.level !== 'user' ||
    !all.some((other) => other.location.level === 'machine' && other.location.section === location.section)
  );
}

export function isSameLocation(a: SettingsLocation, b: SettingsLocation): boolean {
  return a.section === b.section && a.level === b.level && a.folder === b.folder;
}
