import * as z from 'zod/mini';
import { isOneOf, refusals } from '../failures.ts';
import type { Api } from './client.ts';

const binding = z.object({ projectId: z.optional(z.string()), projectKey: z.optional(z.string()) });
/** The list is named `projectBindings` in the answer of 26.9 and `bindings` in older descriptions of the action. */
const answer = z.object({
  projectBindings: z._default(z.array(binding), []),
  bindings: z._default(z.array(binding), []),
});

/**
 * Returns the key of the only project that is bound to a repository of a code host. Returns undefined if no project or
 * several are bound, or if the platform refuses the question. Servers answer it from 2025 on. The cloud returns only an
 * id, from which the project key cannot be derived.
 */
export async function findBoundProject(api: Api, repositoryUrl: string): Promise<string | undefined> {
  try {
    const path = 'api/v2/dop-translation/project-bindings';
    const { projectBindings, bindings } = await api.get(path, { repositoryUrl }, answer);
    const keys = new Set([...projectBindings, ...bindings].flatMap(({ projectKey }) => projectKey ?? []));
    return keys.size === 1 ? [...keys][0] : undefined;
  } catch (error) {
    // The server is older, or this user may not read its bindings.
    if (isOneOf(error, refusals)) return undefined;
    throw error;
  }
}
