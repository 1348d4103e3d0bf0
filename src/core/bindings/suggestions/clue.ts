import type { Target } from '../../connections/connection.ts';

/** Where a clue was found, most telling first. */
export const clueOrigins = [
  'sharedFile',
  'propertiesFile',
  'buildFile',
  'gitRemote',
  'packageName',
  'folderName',
] as const;
export type ClueOrigin = (typeof clueOrigins)[number];

/** Something in a folder that hints at its project. It comes from a repository: nobody has checked it. */
export interface Clue {
  readonly origin: ClueOrigin;
  /** The file it stands in, relative to the folder. */
  readonly path?: string;
  /** `key`: what the project's key is, by the author's own word or by the platform's rule. `name`: what it may be called. */
  readonly kind: 'key' | 'name';
  readonly text: string;
  /** Where the project is said to be; compared with the connections there are, never asked itself. */
  readonly place?: PlaceHint;
}

export type PlaceHint =
  { readonly serverUrl: string } | { readonly organizationKey: string; readonly region?: 'EU' | 'US' };

export function isAt(target: Target, place: PlaceHint): boolean {
  if ('serverUrl' in place) return target.kind === 'server' && target.serverUrl === place.serverUrl;
  return (
    target.kind === 'cloud' &&
    target.organizationKey === place.organizationKey &&
    (place.region === undefined || target.region === place.region)
  );
}

/** The platform's own rule; what it refuses cannot be a project's key and is not worth a request. */
export function isProjectKey(text: string): boolean {
  return text.length <= 400 && /^[\w.:-]+$/.test(text) && /\D/.test(text);
}
