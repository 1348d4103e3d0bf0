import * as z from 'zod/mini';
import type { Api, CallOptions, Page } from './client.ts';
import { displayName } from './texts.ts';

const project = z.object({ key: z.string(), name: displayName });
export type Project = z.output<typeof project>;

interface ProjectQuery {
  /** Part of the name or the key. The platform refuses a single character: it is then left out. */
  readonly text?: string;
  /** Cloud only, required there. */
  readonly organization?: string | undefined;
  /** 1-based. */
  readonly page?: number;
  /** At most 500. */
  readonly pageSize?: number;
}

/** Projects the caller may browse, by name; of a search the platform gives at most the first 10,000. */
export function searchProjects(
  api: Api,
  { text = '', organization, page = 1, pageSize = 100 }: ProjectQuery,
  options?: CallOptions,
): Promise<Page<Project>> {
  // The filter language has no escape for the quote.
  const words = text.replaceAll('"', ' ').trim();
  return api.list(
    'api/components/search_projects',
    { filter: words.length < 2 ? undefined : `query = "${words}"`, organization, p: page, ps: pageSize },
    { key: 'components', item: project },
    options,
  );
}

const shown = z.object({ component: project });

/** Rejects with `notFound`, or with `forbidden` for what the caller may not browse and for every analysis token. */
export async function showProject(api: Api, key: string, options?: CallOptions): Promise<Project> {
  return (await api.get('api/components/show', { component: key }, shown, options)).component;
}
