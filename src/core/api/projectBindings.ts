import * as z from 'zod/mini';
import { Failure } from '../failures.ts';
import type { Api, CallOptions } from './client.ts';

const binding = z.object({ projectId: z.optional(z.string()), projectKey: z.optional(z.string()) });
/** Named as 26.9 answered, or as older descriptions of the action have it. */
const answer = z.object({
  projectBindings: z._default(z.array(binding), []),
  bindings: z._default(z.array(binding), []),
});

/**
 * The key of the one project that is bound to a repository of a forge; undefined for none, several, or a platform that
 * does not know. Servers from 2025 on; the cloud answers with an id alone, which names no project for us.
 */
export async function findBoundProject(
  api: Api,
  repositoryUrl: string,
  options?: CallOptions,
): Promise<string | undefined> {
  try {
    const path = 'api/v2/dop-translation/project-bindings';
    const { projectBindings, bindings } = await api.get(path, { repositoryUrl }, answer, options);
    const keys = new Set([...projectBindings, ...bindings].flatMap(({ projectKey }) => projectKey ?? []));
    return keys.size === 1 ? [...keys][0] : undefined;
  } catch (error) {
    // An older server, or one that keeps it from this person: nothing is known then.
    if (Failure.is(error, 'notFound') || Failure.is(error, 'forbidden') || Failure.is(error, 'badRequest'))
      return undefined;
    throw error;
  }
}
