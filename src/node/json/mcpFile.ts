import { isFields } from '../../core/fields.ts';
import { editJson, type JsonDocument, openJsonDocument, refuse } from './jsonDocument.ts';

/** Name of this product's entry in a client's file of tool servers. */
export const serverName = 'service';

/**
 * Parses a file of tool servers, whose entries are below `key`.
 *
 * @throws {Failure} `malformed` as `openJsonDocument`, and where the value of `key` is not an object.
 */
export function openMcpFile(path: string, key: string, bytes: Uint8Array): JsonDocument {
  const document = openJsonDocument(path, bytes);
  const servers = (document.value as Record<string, unknown>)[key];
  if (servers !== undefined && !isFields(servers)) throw refuse(document, `"${key}" is not an object`);
  return document;
}

/** Returns this product's entry; undefined if the file has no such entry. */
export function mcpEntryOf(document: JsonDocument, key: string): unknown {
  const servers = (document.value as Record<string, Record<string, unknown> | undefined>)[key];
  return servers && Object.hasOwn(servers, serverName) ? servers[serverName] : undefined;
}

/** Returns the document with this product's entry set, or removed when `entry` is undefined. */
export function withMcpEntry(document: JsonDocument, key: string, entry: object | undefined): JsonDocument {
  return editJson(document, [key, serverName], entry);
}
