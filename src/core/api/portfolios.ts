import * as z from 'zod/mini';
import type { Api, Page, PageQuery } from './client.ts';
import { displayName } from './texts.ts';

const portfolio = z.object({ key: z.string(), name: displayName });
type Portfolio = z.output<typeof portfolio>;

interface PortfolioQuery extends PageQuery {
  readonly text?: string | undefined;
}

/** Returns one page of a server's portfolios. Rejects with `notFound` on editions without portfolios. */
export function searchPortfolios(
  api: Api,
  { text, page = 1, pageSize = 100 }: PortfolioQuery,
): Promise<Page<Portfolio>> {
  const list = { key: 'components', item: portfolio };
  return api.list('api/views/search', { q: text, p: page, ps: pageSize }, list);
}

const enterprise = z.object({ id: z.string(), key: z.string(), name: displayName });
export type Enterprise = z.output<typeof enterprise>;

/** Returns the enterprises, or only the one with this `key`, from the cloud's v2 host. */
export async function listEnterprises(
  v2: Api,
  { key }: { readonly key?: string | undefined },
): Promise<readonly Enterprise[]> {
  return v2.get('enterprises/enterprises', { enterpriseKey: key }, z.array(enterprise));
}

const cloudPortfolio = z.object({ id: z.string(), name: displayName });

/** Returns a page of an enterprise's portfolios from the cloud's v2 host. They have only an id, returned as `key`. */
export async function searchEnterprisePortfolios(
  v2: Api,
  {
    enterprise: enterpriseId,
    text,
    page = 1,
    pageSize = 50,
  }: PortfolioQuery & { readonly enterprise: string },
): Promise<Page<Portfolio>> {
  const parameters = { enterpriseId, q: text, pageIndex: page, pageSize };
  const list = { key: 'portfolios', item: cloudPortfolio };
  const { items, total } = await v2.list('enterprises/portfolios', parameters, list);
  return { items: items.map(({ id, name }) => ({ key: id, name })), total };
}
