import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Target } from '../connections/connection.ts';
import { parseServerUrl, withoutTrailingSlashes } from '../connections/serverUrl.ts';
import type { LegacyIdentity } from '../connections/store.ts';
import type { LegacySection, SettingsLocation, LocatedSection } from './settings.ts';

/** Refers to one element of a legacy array, or, without index, to a value that is not an array. */
export interface ElementRef extends SettingsLocation {
  readonly index?: number;
}

/** Why an element cannot be read: the field and its expected content; no field if the whole element has the problem. */
export interface ElementProblem {
  readonly problem: 'malformed';
  readonly field?: string;
  readonly expected: string;
}

/** An optional field with a value of the wrong type, which was converted to text or replaced by the default. */
export interface FieldRepair {
  readonly field: string;
  readonly by: 'text' | 'default';
}

export interface LegacyConnection {
  readonly target: Target;
  readonly identity: LegacyIdentity;
  readonly receiveNotifications: boolean;
  /** Undefined for an absent or empty token. */
  readonly token: string | undefined;
  /** Whether the token field is not text. It may still contain a token, but cannot be stored as one. */
  readonly hasUnreadableToken: boolean;
  /** The keys under which versions 3.6 and 3.7 stored its token, the most trusted first. */
  readonly oldKeys: readonly string[];
  /** Fields without a successor. They are lost when the element is removed from the settings. */
  readonly unknownFields: readonly string[];
  readonly repairs: readonly FieldRepair[];
}

export interface LegacyElement {
  readonly ref: ElementRef;
  /** A hash, including the token, that identifies the element during a report. It must not be shown or stored. */
  readonly key: string;
  readonly content: LegacyConnection | ElementProblem;
}

/** Only the field that names the platform is typed. `readOptional` reads the others: a wrong type loses one value. */
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

/** Returns whether a place is in a file that is probably committed to a repository. */
export function isCommitted({ level }: SettingsLocation): boolean {
  return level === 'workspace' || level === 'folder';
}

/** Returns whether an element contains a token, or a value in its place that may contain one. */
export function hasToken({ content }: LegacyElement): boolean {
  return !('problem' in content) && (content.token !== undefined || content.hasUnreadableToken);
}

/** Returns every element of a section at one place. Never throws: a value that is not an array becomes one problem. */
export function elementsOf({ location, value }: LocatedSection): readonly LegacyElement[] {
  if (!Array.isArray(value)) {
    const content = { problem: 'malformed', expected: 'array' } as const;
    return [{ ref: location, key: elementKey(location, value), content }];
  }
  return value.map((element: unknown, index) => ({
    ref: { ...location, index },
    key: elementKey(location, element),
    content: readElement(location.section, element),
  }));
}

/** Returns a problem only if the field that names the platform, `serverUrl` or `organizationKey`, cannot be read. */
export function readElement(section: LegacySection, element: unknown): LegacyConnection | ElementProblem {
  return section === 'server' ? readServer(element) : readCloud(element);
}

function readServer(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = serverElement.safeParse(element);
  if (!data) return problemOf(error);
  const serverUrl = parseServerUrl(data.serverUrl);
  if (serverUrl === undefined) {
    const expected = isHttpAddress(data.serverUrl) ? 'bare http address' : 'http address';
    return { problem: 'malformed', field: 'serverUrl', expected };
  }
  const { id, ...rest } = readOptional(data);
  return {
    target: { kind: 'server', serverUrl },
    identity: { kind: 'server', address: serverUrl, id },
    // The typed form comes first, because the old versions stored the token under it.
    oldKeys: [...new Set([data.serverUrl, withoutTrailingSlashes(data.serverUrl), serverUrl])],
    unknownFields: unknownFields(data, serverElement),
    ...rest,
  };
}

/** Whether the text is an http address, with or without a user name, a query and a fragment. */
function isHttpAddress(address: string): boolean {
  return URL.canParse(address.trim()) && /^https?:$/u.test(new URL(address.trim()).protocol);
}

function readCloud(element: unknown): LegacyConnection | ElementProblem {
  const { data, error } = cloudElement.safeParse(element);
  if (!data) return problemOf(error);
  const organizationKey = data.organizationKey.trim();
  if (organizationKey === '')
    return { problem: 'malformed', field: 'organizationKey', expected: 'organization key' };
  // The old versions also treated an unknown region as the EU.
  const region = readField(data, 'region', regionName);
  const { id, repairs, ...rest } = readOptional(data);
  const location = region.value ?? 'EU';
  return {
    target: { kind: 'cloud', organizationKey, region: location },
    identity: { kind: 'cloud', address: `${location}/${organizationKey}`, id },
    oldKeys: [`${location}_${data.organizationKey}`, data.organizationKey],
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

/** Returns the exact id, because bindings refer to it; null for a blank one. Numbers and booleans become text. */
function idOf(data: Fields): { readonly value: string | null; readonly repairs: readonly FieldRepair[] } {
  const field = 'connectionId';
  const other = scalar.safeParse(data[field]);
  if (other.success) return { value: String(other.data), repairs: [{ field, by: 'text' }] };
  const { value, repairs } = readField(data, field, text);
  return { value: value?.trim() ? value : null, repairs };
}

/** Returns an optional field; undefined without a repair if it is absent, with one if it is refused. */
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

/** Returns a token without the blanks of a paste around it; undefined for an empty one. */
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

function elementKey(location: SettingsLocation, value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([location.section, location.level, location.folder, value]))
    .digest('hex');
}
