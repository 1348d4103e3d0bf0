import { endpoint } from '../http/endpoint.ts';
import { flag, list } from '../http/parameters.ts';
import { pageOf, paging, pagingJson } from '../http/paging.ts';
import { organizations, organizationsOf } from '../store/organizations.ts';

export const organizationEndpoints = [
  endpoint({
    path: 'organizations/search',
    method: 'GET',
    only: 'cloud',
    parameters: { member: flag, organizations: list, ...paging },
    answer: ({ platform: { db }, rights, values }) => {
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
  }),
];
