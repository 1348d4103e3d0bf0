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

/** An optional field that did not hold what it should: its value was taken as text, or its default was used instead. */
export interface FieldRepair {
  readonly field: string;
  readonly by: 'text' | 'default';
}

/** An element that can be read. */
export interface LegacyConnection {
  readonly target: Target;
  readonly identity: LegacyIdentity;
  readonly receiveNotifications: boolean;
  /** Undefined: none, or an empty one. */
  readonly token: string | undefined;
  /** Its token field holds something else than text, which may still contain a token: it can't be stored as one. */
  readonly hasUnreadableToken: boolean;
  /** Where versions 3.6 and 3.7 kept its token, most trusted first. */
  readonly oldKeys: readonly string[];
  /** They have no successor and are lost when the element leaves the settings. */
  readonly unknownFields: readonly string[];
  readonly repairs: readonly FieldRepair[];
}

export interface LegacyElement {
  readonly ref: ElementRef;
  /** Names this very element, token included, for as long as the report is on the screen. Not to be shown or stored. */
  readonly key: string;
  readonly content: LegacyConnection | ElementProblem;
}

/**
 * Only the field that names the platform has a type: an optional field of another type costs its own value, never the
 * connection and its token. `readOptional` reads those.
 */
const common = {
  connectionId: z.optional(z.unknown()),
  token: z.optional(z.unknown()),
  disableNotifications: z.optional(z.unknown()),
};
const serverElement = z.looseObject({ ...common, serverUrl: z.string() });
const cloudElement = z.looseObject({
  ...common,
  organizationKey: z.string(),
  region: z.optional(z.unknown()),
});

const text = z.string();
const scalar = z.union([z.number(), z.boolean()]);
const flag = z.boolean();
const regionName = z.pipe(
  z.pipe(
    z.string(),
    z.transform((name) => name.trim().toUpperCase()),
  ),
  z.enum(['EU', 'US']),
);

/** In a file that a repository carries. */
export function isCommitted({ level }: Place): boolean {
  return level === 'workspace' || level === 'folder';
}

/** Whether the settings show a token, or something in its place that may be one. */
export function hasToken({ content }: LegacyElement): boolean {
  return !('problem' in content) && (content.token !== undefined || content.hasUnreadableToken);
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

/** Returns a problem only where the field that names the platform, `serverUrl` or `organizationKey`, can't be read. */
export function readElement(section: LegacySection, element: unknown): LegacyConnection | ElementProblem {
  return section === 'server' ? readServer(element) : readCloud(element);
}

function readServer(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = serverElement.safeParse(element);
  if (!data) return problemOf(error);
  const serverUrl = parseServerUrl(data.serverUrl);
  if (serverUrl === undefined) return { problem: 'malformed', field: 'serverUrl', expected: 'http address' };
  const { id, ...rest } = readOptional(data);
  return {
    target: { kind: 'server', serverUrl },
    identity: { kind: 'server', address: serverUrl, id },
    // As it was typed first: that is how it was stored.
    oldKeys: [...new Set([data.serverUrl, withoutTrailingSlashes(data.serverUrl), serverUrl])],
    unknownFields: unknownFields(data, serverElement),
    ...rest,
  };
}

function readCloud(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = cloudElement.safeParse(element);
  if (!data) return problemOf(error);
  const organizationKey = data.organizationKey.trim();
  if (organizationKey === '')
    return { problem: 'malformed', field: 'organizationKey', expected: 'organization key' };
  // The old versions, too, took an unknown region for the EU.
  const region = readField(data, 'region', regionName);
  const { id, repairs, ...rest } = readOptional(data);
  const place = region.value ?? 'EU';
  return {
    target: { kind: 'cloud', organizationKey, region: place },
    identity: { kind: 'cloud', address: `${place}/${organizationKey}`, id },
    oldKeys: [`${place}_${data.organizationKey}`, data.organizationKey],
    unknownFields: unknownFields(data, cloudElement),
    repairs: [...repairs, ...region.repairs],
    ...rest,
  };
}

type Fields = Readonly<Record<string, unknown>>;

function readOptional(data: Fields): Pick<
  LegacyConnection,
  'token' | 'hasUnreadableToken' | 'receiveNotifications' | 'repairs'
> & {
  readonly id: string | null;
} {
  const id = idOf(data);
  const token = readField(data, 'token', text);
  const disabled = readField(data, 'disableNotifications', flag);
  return {
    id: id.value,
    token: usable(token.value),
    hasUnreadableToken: token.repairs.length > 0 && data.token !== null,
    receiveNotifications: disabled.value !== true,
    repairs: [...id.repairs, ...token.repairs, ...disabled.repairs],
  };
}

/** Returns the id to the letter, since bindings name it to the letter; null for a blank one. A number or a boolean is taken as text. */
function idOf(data: Fields): { readonly value: string | null; readonly repairs: readonly FieldRepair[] } {
  const field = 'connectionId';
  const other = scalar.safeParse(data[field]);
  if (other.success) return { value: String(other.data), repairs: [{ field, by: 'text' }] };
  const { value, repairs } = readField(data, field, text);
  return { value: value?.trim() ? value : null, repairs };
}

/** Returns the value of an optional field; undefined without a repair where it is absent, with one where the schema refuses it. */
function readField<T>(
  data: Fields,
  field: string,
  schema: z.ZodMiniType<T>,
): { readonly value: T | undefined; readonly repairs: readonly FieldRepair[] } {
  if (data[field] === undefined) return { value: undefined, repairs: [] };
  const parsed = schema.safeParse(data[field]);
  return parsed.success
    ? { value: parsed.data, repairs: [] }
    : { value: undefined, repairs: [{ field, by: 'default' }] };
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
