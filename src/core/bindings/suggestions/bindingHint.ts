export const hintOrigins = [
  'sharedFile',
  'propertiesFile',
  'buildFile',
  'gitRemote',
  'packageName',
  'folderName',
] as const;
export type HintOrigin = (typeof hintOrigins)[number];

/** Text in a folder that may identify its project. It is untrusted, because it comes from a repository. */
export interface BindingHint {
  readonly origin: HintOrigin;
  /** The file that contains it, relative to the folder. */
  readonly path?: string;
  /** `key`: the project's key, by the author or a rule of the platform. `name`: a possible name of the project. */
  readonly kind: 'key' | 'name';
  readonly text: string;
  /** The platform that the file names. It is only compared with existing connections; no request is sent to it. */
  readonly place?: PlatformHint;
}

export type PlatformHint =
  { readonly serverUrl: string } | { readonly organizationKey: string; readonly region?: 'EU' | 'US' };

/** Returns whether the platform allows this text as a project key. Other text does not need a request. */
export function isProjectKey(text: string): boolean {
  return text.length <= 400 && /^[\w.:-]+$/.test(text) && /\D/.test(text);
}
