import * as z from 'zod/mini';
import { parse, parseJson } from '../parsing.ts';
import { sameTarget, uniqueName, type Connection } from './connection.ts';
import { parseServerUrl } from './serverUrl.ts';
import type { ConnectionDraft } from './store.ts';

const shared = {
  name: z.string().check(z.minLength(1)),
  receiveNotifications: z._default(z.boolean(), true),
};
const serverUrl = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const url = parseServerUrl(text);
    if (url !== undefined) return url;
    context.issues.push({ code: 'custom', message: 'expected a server address', input: text });
    return z.NEVER;
  }),
);

/** A list of connections that users share. It has no tokens and no uuids, which are valid on one machine. */
const listSchema = z.object({
  version: z.literal(1),
  connections: z.array(
    z.union([
      z.object({ ...shared, serverUrl }),
      z.object({
        ...shared,
        organizationKey: z.string().check(z.minLength(1)),
        region: z._default(z.enum(['EU', 'US']), 'EU'),
      }),
    ]),
  ),
});

/** Returns the file that Export Connections writes and Import Connections reads. It contains no token and no uuid. */
export function connectionListText(connections: readonly Connection[]): string {
  const list = {
    version: 1,
    connections: connections.map((connection) => ({
      name: connection.connectionId,
      ...(connection.kind === 'server'
        ? { serverUrl: connection.serverUrl }
        : { organizationKey: connection.organizationKey, region: connection.region }),
      receiveNotifications: connection.receiveNotifications,
    })),
  };
  return `${JSON.stringify(list, undefined, 2)}\n`;
}

/**
 * Returns the connections of a list whose targets `existing` does not contain, under unused names. Other content of the
 * file, such as a token, is ignored.
 * @throws {Failure} `malformed`, with `path`
 */
export function readConnectionList(
  text: string,
  path: string,
  existing: readonly Connection[],
): readonly ConnectionDraft[] {
  const drafts: ConnectionDraft[] = [];
  for (const { name, receiveNotifications, ...place } of parse(listSchema, parseJson(text, path), path)
    .connections) {
    const target =
      'serverUrl' in place ? { kind: 'server' as const, ...place } : { kind: 'cloud' as const, ...place };
    const known = [...existing, ...drafts];
    if (known.some((connection) => sameTarget(connection, target))) continue;
    const connectionId = uniqueName(
      name,
      known.map((connection) => connection.connectionId),
    );
    drafts.push({ ...target, connectionId, receiveNotifications });
  }
  return drafts;
}
