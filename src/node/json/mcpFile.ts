import { editJson, isObject, type JsonDocument, openJsonDocument, refuse } from './jsonDocument.ts';

/** Name of our entry in a client's file of tool servers. */
export const serverName = 'service';

/** Parses a file of tool servers, whose entries stand under `key`. Throws `malformed` for what is none; see `openJsonDocument`. */
export function openMcpFile(path: string, key: string, bytes: Uint8Array): JsonDocument {
  const document = openJsonDocument(path, bytes);
  const servers = (document.value as Record<string, unknown>)[key];
  if (servers !== undefined && !isObject(servers)) throw refuse(document, `"${key}" is no object`);
  return document;
}

/** Our entry; undefined where there is none. */
export function mcpEntryOf(document: JsonDocument, key: string): unknown {
  const servers = (document.value as Record<string, Record<string, unknown> | undefined>)[key];
  return servers && Object.hasOwn(servers, serverName) ? servers[serverName] : undefined;
}

/** The text with our entry set, or taken out where it is undefined; everything else as it was. */
export function withMcpEntry(document: JsonDocument, key: string, entry: object | undefined): JsonDocument {
  return editJson(document, [key, serverName], entry);
}
