import type { Api } from '../../api/client.ts';
import { type Project, searchProjects, showProject } from '../../api/components.ts';
import { organizationOf, type Connection } from '../../connections/connection.ts';
import { Failure } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { BindingHint } from './collect.ts';
import { type FoundProject, textsFor } from './suggest.ts';

export interface FindOptions {
  readonly connections: readonly Connection[];
  /** Resolves with undefined if the connection's token is missing. */
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/** The platform's largest page. With at most this many projects, one request serves any number of folders. */
const wholeListSize = 500;
/** The largest number of lookups on one platform. A workspace that needs more must be bound in several steps. */
export const maxLookups = 200;

/**
 * Returns the projects that the hints of some folders may identify. It requests all projects of a platform with at most
 * 500. On a larger one it looks up the keys, then the names for the folders without a result, one request at a time. A
 * platform that does not answer is left out and logged. Rejects only with `cancelled`.
 */
export async function findProjects(
  folders: readonly (readonly BindingHint[])[],
  { connections, apiFor, log, signal }: FindOptions,
): Promise<readonly FoundProject[]> {
  const ask = async (connection: Connection): Promise<readonly FoundProject[]> => {
    try {
      const api = await apiFor(connection);
      if (!api) return [];
      const projects = await findAt(connection, signal ? api.with({ signal }) : api, folders, log);
      return projects.map((project) => ({ connection, project }));
    } catch (error) {
      if (!Failure.is(error) || error.code === 'cancelled') throw error;
      log.warn(`Suggested bindings: ${connection.connectionId}: ${error.message}`);
      return [];
    }
  };
  return (await Promise.all(connections.map(ask))).flat();
}

async function findAt(
  connection: Connection,
  api: Api,
  folders: readonly (readonly BindingHint[])[],
  log: Log,
): Promise<readonly Project[]> {
  const organization = organizationOf(connection);
  const asked = folders.map((hints) => ({
    keys: textsFor(hints, connection, 'key'),
    names: textsFor(hints, connection, 'name'),
  }));
  if (asked.every(({ keys, names }) => keys.length + names.length === 0)) return [];
  const all = await searchProjects(api, { organization, pageSize: wholeListSize });
  if (all.total <= all.items.length) return all.items;

  const found = new Map<string, readonly Project[]>();
  const lookUp = async (kind: BindingHint['kind'], texts: readonly string[]): Promise<void> => {
    for (const text of new Set(texts)) {
      if (found.size === maxLookups) {
        log.warn(`Suggested bindings: ${connection.connectionId} is asked no more than ${maxLookups} times`);
        return;
      }
      found.set(`${kind} ${text}`, kind === 'key' ? await shown(api, text) : await called(text));
    }
  };
  const called = async (text: string) =>
    (await searchProjects(api, { text, organization, pageSize: 20 })).items;
  const allKeys = asked.flatMap(({ keys }) => keys);
  await lookUp('key', allKeys);
  const isKnown = (key: string): boolean => (found.get(`key ${key}`)?.length ?? 0) > 0;
  const open = asked.filter(({ keys }) => !keys.some(isKnown));
  const openNames = open.flatMap(({ names }) => names);
  await lookUp('name', openNames);
  return [...found.values()].flat();
}

async function shown(api: Api, key: string): Promise<readonly Project[]> {
  try {
    return [await showProject(api, key)];
  } catch (error) {
    if (Failure.is(error, 'notFound') || Failure.is(error, 'forbidden')) return [];
    throw error;
  }
}
