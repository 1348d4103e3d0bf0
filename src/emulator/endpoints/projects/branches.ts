import type { Database } from '../../store/database.ts';
import { get } from '../../http/endpoint.ts';
import type { Json } from '../../http/json.ts';
import { formatDate } from '../../http/dates.ts';
import { required } from '../../http/parameters.ts';
import { latestAnalysis } from '../../store/analyses/analyses.ts';
import { measuresOf } from '../../store/analyses/measures.ts';
import { branchesOf, type Branch } from '../../store/projects/projects.ts';
import { requireProject } from '../lookups.ts';

function stateOf(db: Database, branch: Branch): Record<string, Json> {
  const analysis = latestAnalysis(db, branch.id);
  return {
    status: { qualityGateStatus: measuresOf(db, branch.id).get('alert_status') },
    analysisDate: analysis && formatDate(analysis.date),
  };
}

export const branchEndpoints = [
  get('project_branches/list', { project: required() }, ({ server, rights, values }) => {
    const { db, dialect } = server;
    const project = requireProject(db, values.project);
    rights.require(rights.mayReadGate(project));
    return {
      branches: branchesOf(db, project.id, 'BRANCH').map((branch) => ({
        name: branch.name,
        isMain: branch.isMain === 1,
        type: dialect.isCloud ? 'LONG' : 'BRANCH',
        ...stateOf(db, branch),
      })),
    };
  }),
  get(
    { path: 'project_pull_requests/list', only: 'branches' },
    { project: required() },
    ({ server, rights, values }) => {
      const project = requireProject(server.db, values.project);
      rights.require(rights.mayReadGate(project));
      return {
        pullRequests: branchesOf(server.db, project.id, 'PULL_REQUEST').map((pull) => ({
          key: pull.name,
          title: pull.title,
          branch: pull.source,
          base: pull.target,
          ...stateOf(server.db, pull),
        })),
      };
    },
  ),
];
