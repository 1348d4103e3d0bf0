import { endpoint } from '../http/endpoint.ts';
import { authenticationRequired } from '../http/errors.ts';
import { required } from '../http/parameters.ts';
import { checkPositivePage, pageOf, paging, pagingJson } from '../http/paging.ts';
import { addFavorite, favoritesOf, removeFavorite } from '../store/favorites.ts';
import { projectById } from '../store/projects.ts';
import { requireBrowse, requireComponent } from './lookups.ts';

export const favoriteEndpoints = [
  endpoint({
    path: 'favorites/search',
    method: 'GET',
    parameters: paging,
    answer: ({ platform: { db }, rights, values }) => {
      if (!rights.user) throw authenticationRequired();
      checkPositivePage(values);
      const projects = [...favoritesOf(db, rights.user.id)].flatMap((id) => projectById(db, id) ?? []);
      const shown = projects
        .filter((project) => rights.ownerHas('user', project))
        .sort((a, b) => a.name.localeCompare(b.name, 'en'));
      return {
        paging: pagingJson(values, shown.length),
        favorites: pageOf(shown, values).map(({ key, name }) => ({ key, name, qualifier: 'TRK' })),
      };
    },
  }),
  ...(
    [
      ['favorites/add', addFavorite],
      ['favorites/remove', removeFavorite],
    ] as const
  ).map(([path, change]) =>
    endpoint({
      path,
      method: 'POST',
      parameters: { component: required() },
      answer: ({ platform, rights, values }) => {
        if (!rights.user) throw authenticationRequired();
        const { project } = requireComponent(platform, values.component);
        requireBrowse(rights, project);
        change(platform.db, rights.user.id, project.id);
      },
    }),
  ),
];
