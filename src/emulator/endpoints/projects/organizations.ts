import type { Plan } from '../../serverContext.ts';
import { get } from '../../http/endpoint.ts';
import { notFound } from '../../errors.ts';
import { flag, list, pageOf, paging, pagingJson, required, selector } from '../../http/parameters.ts';
import { organizationById, organizations, organizationsOf } from '../../store/projects/organizations.ts';

export const organizationEndpoints = [
  get(
    { path: 'organizations/search', only: 'cloud' },
    { member: flag, organizations: list, ...paging },
    ({ server: { db }, rights, values }) => {
      const all =
        values.member && rights.user
          ? organizationsOf(db, rights.user.id)
          : values.member
            ? []
            : organizations(db);
      const wanted = values.organizations;
      const found = wanted ? all.filter(({ key }) => wanted.includes(key)) : all;
      return {
        paging: pagingJson(values, found.length),
        organizations: pageOf(found, values).map(({ key, name }) => ({
          key,
          name,
          actions: { admin: rights.hasGlobal('admin') },
        })),
      };
    },
  ),
];

/** Whether a plan includes agent features. The platform reports this, but never the plan itself. */
export const hasAgentFeatures = (plan: Plan): boolean => plan !== 'free';

/** The answers of the cloud's other host, in the shapes that clients of the platform read. None is recorded. */
export const cloudEndpoints = [
  get(
    { path: 'organizations/organizations', host: 'v2', only: 'cloud' },
    { organizationKey: selector },
    ({ server: { db }, values: { organizationKey } }) =>
      organizations(db)
        .filter(({ key }) => organizationKey === undefined || key === organizationKey)
        .map(({ id, key }) => ({ uuidV4: id, key })),
  ),
  get(
    { path: 'a3s-analysis/org-config/{id}', host: 'v2', only: 'cloud' },
    { id: required() },
    ({ server: { db, plan }, values: { id } }) => {
      if (!organizationById(db, id)) throw notFound('Organization not found');
      return { eligible: hasAgentFeatures(plan) };
    },
  ),
  get(
    { path: 'enterprises/enterprises', host: 'v2', only: 'cloud' },
    { enterpriseKey: selector },
    ({ server: { plan }, values: { enterpriseKey } }) =>
      [{ id: 'demo-enterprise', key: 'demo-enterprise', name: 'Demo enterprise' }].filter(
        ({ key }) => plan === 'enterprise' && (enterpriseKey ?? key) === key,
      ),
  ),
  get({ path: 'enterprises/portfolios', host: 'v2', only: 'cloud' }, { enterpriseId: required() }, () => ({
    portfolios: [],
    page: { total: 0 },
  })),
];
