import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { parseServerUrl, type Target, withoutTrailingSlashes } from '../connections/connection.ts';
import type { LegacyIdentity } from '../connections/connectionsFile.ts';
import type { LegacySection, Place, PlacedSection } from './settings.ts';

/** One element of a legacy array; without index: the value itself, which is no array. */
export interface ElementRef extends Place {
  readonly index?: number;
}

/** Why an element cannot be read: the field (absent: the element or value itself) and what was expected of it. */
export interface ElementProblem {
  readonly problem: 'malformed';
  readonly field?: string;
  readonly expected: string;
}

/** An element that can be read. */
export interface LegacyConnection {
  readonly target: Target;
  readonly identity: LegacyIdentity;
  readonly receiveNotifications: boolean;
  /** Undefined: none, or an empty one. */
  readonly token: string | undefined;
  /** Where versions 3.6 and 3.7 kept its token, most trusted first. */
  readonly oldKeys: readonly string[];
  /** They have no successor and are lost when the element leaves the settings. */
  readonly unknownFields: readonly string[];
}

export interface LegacyElement {
  readonly ref: ElementRef;
  /** Names this very element, token included, for as long as the report is on the screen. Not to be shown or stored. */
  readonly key: string;
  readonly content: LegacyConnection | ElementProblem;
}

const common = {
  connectionId: z.optional(z.string()),
  token: z.optional(z.string()),
  disableNotifications: z.optional(z.boolean()),
};
const serverElement = z.looseObject({ ...common, serverUrl: z.string() });
const cloudElement = z.looseObject({
  ...common,
  organizationKey: z.string(),
  region: z.optional(z.string()),
});

/** In a file that a repository carries. */
export function isCommitted({ level }: Place): boolean {
  return level === 'workspace' || level === 'folder';
}

/** Every element of a section at one place; total over whatever stands there. */
export function elementsOf({ place, value }: PlacedSection): readonly LegacyElement[] {
  if (!Array.isArray(value)) {
    const content = { problem: 'malformed', expected: 'array' } as const;
    return [{ ref: place, key: keyOf(place, value), content }];
  }
  return value.map((element: unknown, index) => ({
    ref: { ...place, index },
    key: keyOf(place, element),
    content: readElement(place.section, element),
  }));
}

/** Makes a malformed element of what no schema or address rule takes. */
export function readElement(section: LegacySection, element: unknown): LegacyConnection | ElementProblem {
  return section === 'server' ? readServer(element) : readCloud(element);
}

function readServer(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = serverElement.safeParse(element);
  if (!data) return problemOf(error);
  const serverUrl = parseServerUrl(data.serverUrl);
  if (serverUrl === undefined) return { problem: 'malformed', field: 'serverUrl', expected: 'http address' };
  return {
    target: { kind: 'server', serverUrl },
    identity: { kind: 'server', address: serverUrl, id: idOf(data) },
    // As it was typed first: that is how it was stored.
    oldKeys: [...new Set([data.serverUrl, withoutTrailingSlashes(data.serverUrl), serverUrl])],
    unknownFields: unknownFields(data, serverElement),
    ...rest(data),
  };
}

function readCloud(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = cloudElement.safeParse(element);
  if (!data) return problemOf(error);
  const organizationKey = data.organizationKey.trim();
  if (organizationKey === '')
    return { problem: 'malformed', field: 'organizationKey', expected: 'organization key' };
  const region = (data.region ?? 'EU').trim().toUpperCase();
  if (region !== 'EU' && region !== 'US')
    return { problem: 'malformed', field: 'region', expected: 'EU or US' };
  return {
    target: { kind: 'cloud', organizationKey, region },
    identity: { kind: 'cloud', address: `${region}/${organizationKey}`, id: idOf(data) },
    oldKeys: [`${region}_${data.organizationKey}`, data.organizationKey],
    unknownFields: unknownFields(data, cloudElement),
    ...rest(data),
  };
}

/** To the letter, since bindings name it to the letter. A blank one is none. */
function idOf({ connectionId }: { readonly connectionId?: string | undefined }): string | null {
  return connectionId?.trim() ? connectionId : null;
}

function rest({
  token,
  disableNotifications = false,
}: {
  readonly token?: string | undefined;
  readonly disableNotifications?: boolean | undefined;
}): Pick<LegacyConnection, 'token' | 'receiveNotifications'> {
  return { token: usable(token), receiveNotifications: !disableNotifications };
}

/** A token without the blanks that came with pasting; undefined for an empty one. */
function usable(token: string | undefined): string | undefined {
  const trimmed = token?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function unknownFields(data: object, { shape }: { readonly shape: object }): readonly string[] {
  return Object.keys(data).filter((field) => !Object.hasOwn(shape, field));
}

function problemOf(error: z.core.$ZodError): ElementProblem {
  const issue = error.issues[0];
  const field = issue?.path[0];
  const expected = issue?.code === 'invalid_type' ? issue.expected : 'another value';
  return { problem: 'malformed', expected, ...(field !== undefined && { field: String(field) }) };
}

function keyOf(place: Place, value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([place.section, place.level, place.folder, value]))
    .digest('hex');
}
