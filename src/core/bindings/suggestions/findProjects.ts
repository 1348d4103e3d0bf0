import type { Api, CallOptions } from '../../api/client.ts';
import { type Project, searchProjects, showProject } from '../../api/components.ts';
import type { Connection } from '../../connections/connection.ts';
import { Failure } from '../../failures.ts';
import type { Log } from '../../log.ts';
import type { Clue } from './clue.ts';
import { type FoundProject, lookupsFor } from './suggest.ts';

export interface FindOptions {
  readonly connections: readonly Connection[];
  /** Undefined where the token is missing. */
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  readonly log: Log;
  readonly signal?: AbortSignal;
}

/** The platform's largest page: whoever has fewer projects is asked once, whatever the number of folders. */
const wholeListSize = 500;
/** Questions to one platform; a workspace that has more is bound in several goes. */
export const maxLookups = 200;

/**
 * Projects that may be what the clues of some folders mean. A platform with few projects is asked for all of them; of a
 * larger one first the keys are asked for, then, for the folders without one, the names: one question at a time. A
 * platform that does not answer is left out, with a line in the log. Rejects only with `cancelled`.
 */
export async function findProjects(
  folders: readonly (readonly Clue[])[],
  { connections, apiFor, log, signal }: FindOptions,
): Promise<readonly FoundProject[]> {
  const ask = async (connection: Connection): Promise<readonly FoundProject[]> => {
    try {
      const api = await apiFor(connection);
      if (!api) return [];
      const projects = await findAt(connection, api, folders, { log, ...(signal && { call: { signal } }) });
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
  folders: readonly (readonly Clue[])[],
  { log, call }: { readonly log: Log; readonly call?: CallOptions },
): Promise<readonly Project[]> {
  const organization = connection.kind === 'cloud' ? connection.organizationKey : undefined;
  const asked = folders.map((clues) => lookupsFor(clues, [connection]));
  if (asked.every((lookups) => lookups.length === 0)) return [];
  const all = await searchProjects(api, { organization, pageSize: wholeListSize }, call);
  if (all.total <= all.items.length) return all.items;

  const found = new Map<string, readonly Project[]>();
  const look = async (kind: 'key' | 'search', texts: readonly string[]): Promise<void> => {
    for (const text of new Set(texts)) {
      if (found.size === maxLookups) {
        log.warn(`Suggested bindings: ${connection.connectionId} is asked no more than ${maxLookups} times`);
        return;
      }
      found.set(`${kind} ${text}`, kind === 'key' ? await shown(api, text, call) : await called(text));
    }
  };
  const called = async (text: string) =>
    (await searchProjects(api, { text, organization, pageSize: 20 }, call)).items;
  const textsOf = (lookups: ReturnType<typeof lookupsFor>, kind: 'key' | 'search') =>
    lookups.filter((lookup) => lookup.kind === kind).map(({ text }) => text);

  await look(
    'key',
    asked.flatMap((lookups) => textsOf(lookups, 'key')),
  );
  const isKnown = (key: string): boolean => (found.get(`key ${key}`)?.length ?? 0) > 0;
  const open = asked.filter((lookups) => !textsOf(lookups, 'key').some(isKnown));
  await look(
    'search',
    open.flatMap((lookups) => textsOf(lookups, 'search')),
  );
  return [...found.values()].flat();
}

/** The project of this key, if this account may look at it. */
async function shown(api: Api, key: string, call?: CallOptions): Promise<readonly Project[]> {
  try {
    return [await showProject(api, key, call)];
  } catch (error) {
    if (Failure.is(error, 'notFound') || Failure.is(error, 'forbidden')) return [];
    throw error;
  }
}
