import type { Database } from '../../store/database.ts';
import { get } from '../../http/endpoint.ts';
import { formatDate } from '../../http/dates.ts';
import { badRequest } from '../../errors.ts';
import type { Json } from '../../http/json.ts';
import {
  list,
  optional,
  required,
  selector,
  checkIndexedPage,
  paging,
  pagingJson,
} from '../../http/parameters.ts';
import type { ServerContext } from '../../serverContext.ts';
import { latestAnalysis, type Analysis } from '../../store/analyses/analyses.ts';
import { fileOf, filePathsOf } from '../../store/analyses/files.ts';
import { findProjects } from '../../store/projects/projects.ts';
import {
  componentKey,
  requireBrowse,
  requireComponent,
  requireOrganization,
  type Component,
} from '../lookups.ts';
import { projectJson } from './projects.ts';

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns key, name and path of a component, the start of every answer about it. */
export function componentJson(db: Database, { project, branch, path }: Component): Record<string, Json> {
  if (path === '') return { key: project.key, name: project.name };
  const file = fileOf(db, branch.id, path);
  return {
    key: componentKey(project, path),
    name: file ? baseName(path) : path,
    path,
  };
}

function shownJson(server: ServerContext, component: Component, analysis: Analysis | undefined): Json {
  const { project, path } = component;
  const isProject = path === '';
  return {
    organization: server.dialect.isCloud && isProject ? project.organization : undefined,
    ...componentJson(server.db, component),
    analysisDate: analysis && formatDate(analysis.date),
    version: analysis?.version,
  };
}

/** Returns the text of `query = "text"`, the only filter that clients send. */
function searchedText(filter: string): string {
  const [, text] = /^\s*query\s*=\s*"(.*)"\s*$/u.exec(filter) ?? [];
  if (text === undefined) throw badRequest(`Cannot parse '${filter}'`);
  return text;
}

export const componentEndpoints = [
  get(
    'components/show',
    { component: required(), branch: selector, pullRequest: selector },
    ({ server, rights, values }) => {
      const component = requireComponent(server.db, values.component, values);
      requireBrowse(rights, component.project);
      const analysis = latestAnalysis(server.db, component.branch.id);
      return {
        component: shownJson(server, component, analysis),
      };
    },
  ),
  get(
    'components/search_projects',
    {
      filter: optional({ min: 2 }),
      organization: selector,
      f: list,
      ...paging,
    },
    ({ server, rights, values }) => {
      const { db, dialect } = server;
      const organization = requireOrganization(server, values.organization);
      checkIndexedPage(values);
      const { total, items } = findProjects(
        db,
        { userId: rights.user?.id, organization, text: values.filter && searchedText(values.filter) },
        values,
      );
      const fields = new Set(values.f);
      const shows = (field: string): boolean => fields.has('_all') || fields.has(field);
      return {
        paging: pagingJson(values, total),
        components: items.map((project) => {
          return {
            ...projectJson(dialect, project),
            analysisDate:
              shows('analysisDate') && project.analysisDate !== null
                ? formatDate(project.analysisDate)
                : undefined,
          };
        }),
      };
    },
  ),
];

export interface TreeItem {
  readonly key: string;
  readonly name: string;
  readonly path: string;
}

export function filesBelow(db: Database, { project, branch, path: root }: Component): TreeItem[] {
  return filePathsOf(db, branch.id)
    .filter((path) => root === '' || path.startsWith(`${root}/`))
    .map((path) => ({
      key: componentKey(project, path),
      name: baseName(path),
      path,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
