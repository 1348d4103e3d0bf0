import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { isFields, type Fields } from '../../core/fields.ts';

/** The versions of the protocol that begin with a handshake. */
const handshakeVersions: readonly unknown[] = [
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
];

/** The version in which each request describes its client, in these fields of `_meta`. */
export const selfContainedVersion = '2026-07-28';
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const clientKey = 'io.modelcontextprotocol/clientInfo';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** A request or notification with the usual fields. */
export interface PlainRequest {
  /** Undefined for a notification. */
  readonly id: string | number | undefined;
  readonly method: string;
  readonly params: Fields;
  /** The same, as the client sent it. */
  readonly message: JSONRPCRequest;
}

/**
 * Returns the request or notification, or undefined for any other value and for one with unusual fields. The functions
 * of this file accept less than the schemas of the SDK, never more.
 */
export function plainRequestOf(value: unknown): PlainRequest | undefined {
  if (!isFields(value)) return undefined;
  const { jsonrpc, id, method, params = {}, ...rest } = value;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isFields(params) || !isEmpty(rest))
    return undefined;
  if ('id' in value && typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  return { id: id as PlainRequest['id'], method, params, message: value as unknown as JSONRPCRequest };
}

/** Whether the parameters are empty, apart from a token for reports of progress. */
export function hasNoParameters(params: Fields): boolean {
  const { _meta = {}, ...rest } = params;
  if (!isEmpty(rest) || !isFields(_meta)) return false;
  const { progressToken, ...others } = _meta;
  return isEmpty(others) && (!('progressToken' in _meta) || isProgressToken(progressToken));
}

/** Whether the parameters only describe the client, in the version in which each request does so. */
export function onlyDescribesClient(params: Fields): boolean {
  const { _meta, ...rest } = params;
  if (!isEmpty(rest) || !isFields(_meta)) return false;
  const { [versionKey]: version, [clientKey]: client, [capabilitiesKey]: capabilities, ...others } = _meta;
  return (
    version === selfContainedVersion &&
    (!(clientKey in _meta) || isClient(client)) &&
    areCapabilities(capabilities) &&
    hasNoParameters({ _meta: others })
  );
}

/** Returns the version that a handshake agrees on, or undefined for a handshake with unusual fields. */
export function handshakeVersionOf(params: Fields): string | undefined {
  const { protocolVersion, capabilities, clientInfo, ...rest } = params;
  if (!handshakeVersions.includes(protocolVersion) || !isEmpty(rest)) return undefined;
  return isClient(clientInfo) && areCapabilities(capabilities) ? (protocolVersion as string) : undefined;
}

/** Whether the value names a client without pictures. */
function isClient(value: unknown): boolean {
  if (!isFields(value) || !('name' in value && 'version' in value) || 'icons' in value) return false;
  return Object.values(value).every((field) => typeof field === 'string');
}

/** The capabilities whose fields may be any objects. */
const freeForm: readonly string[] = ['experimental', 'extensions'];

function areCapabilities(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { roots = {}, ...others } = value;
  if (!isFields(roots)) return false;
  const { listChanged, ...rest } = roots;
  return (
    isEmpty(rest) &&
    (!('listChanged' in roots) || typeof listChanged === 'boolean') &&
    Object.entries(others).every(([name, capability]) =>
      freeForm.includes(name)
        ? isFields(capability) && Object.values(capability).every(isFields)
        : hasOnlyObjects(capability),
    )
  );
}

/** Whether the value holds only objects and not `applyDefaults`, which is the only flag below a capability. */
function hasOnlyObjects(value: unknown): boolean {
  return isFields(value) && !('applyDefaults' in value) && Object.values(value).every(hasOnlyObjects);
}

function isProgressToken(value: unknown): boolean {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

function isEmpty(value: Fields): boolean {
  return Object.keys(value).length === 0;
}
