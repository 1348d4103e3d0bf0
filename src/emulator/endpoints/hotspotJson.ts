import type { Rights } from '../auth/rights.ts';
import { formatDate } from '../http/dates.ts';
import type { Json } from '../http/json.ts';
import type { ServerContext } from '../emulator.ts';
import { hotspotComments, type Hotspot } from '../store/hotspots.ts';
import { branchById, projectById, type Branch, type Project } from '../store/projects.ts';
import { ruleByKey } from '../store/rules.ts';
import { userByLogin } from '../store/users.ts';
import { baseName } from './components.ts';
import { commentJson } from './commentJson.ts';
import { usersJson } from './issueJson.ts';
import { componentKey } from './lookups.ts';

/** A hotspot, its branch and project, and the rights of the caller. */
export interface LocatedHotspot {
  readonly platform: ServerContext;
  readonly rights: Rights;
  readonly hotspot: Hotspot;
  readonly branch: Branch;
  readonly project: Project;
}

export function locateHotspot(
  platform: ServerContext,
  rights: Rights,
  hotspot: Hotspot,
): LocatedHotspot | undefined {
  const branch = branchById(platform.db, hotspot.branchId);
  const project = branch && projectById(platform.db, branch.projectId);
  return project && { platform, rights, hotspot, branch, project };
}

/** The fields that list and details have in common. */
const common = ({ hotspot }: LocatedHotspot) => ({
  status: hotspot.status,
  resolution: hotspot.resolution,
  line: hotspot.line,
  message: hotspot.message,
  author: hotspot.author ?? '',
  creationDate: formatDate(hotspot.createdAt),
  updateDate: formatDate(hotspot.updatedAt),
  textRange: hotspot.textRange === null ? undefined : (JSON.parse(hotspot.textRange) as Json),
  flows: [],
  messageFormattings: [],
});

export function hotspotJson(subject: LocatedHotspot): Json {
  const { platform, hotspot, project } = subject;
  return {
    key: hotspot.id,
    component: componentKey(project, hotspot.path),
    project: project.key,
    securityCategory: hotspot.category,
    vulnerabilityProbability: hotspot.probability,
    ...common(subject),
    // The list identifies a user by id, the details by login.
    assignee: hotspot.assignee === null ? undefined : userByLogin(platform.db, hotspot.assignee)?.id,
    ruleKey: hotspot.rule,
  };
}

export function hotspotDetails(subject: LocatedHotspot): Json {
  const { platform, rights, hotspot, project } = subject;
  const { db, dialect } = platform;
  const rule = ruleByKey(db, hotspot.rule);
  const comments = hotspotComments(db, hotspot.id);
  return {
    key: hotspot.id,
    component: fileJson(subject),
    project: projectJson(subject),
    rule: {
      key: hotspot.rule,
      name: rule?.name,
      securityCategory: hotspot.category,
      vulnerabilityProbability: hotspot.probability,
      riskDescription: rule?.description,
    },
    ...common(subject),
    hash: hotspot.lineHash,
    assignee: hotspot.assignee,
    changelog: [],
    comment: comments.map((comment) => commentJson(rights, comment)),
    users: usersJson(platform, [hotspot.assignee, ...comments.map(({ login }) => login)]),
    canChangeStatus: rights.has('securityhotspotadmin', project),
    codeVariants: dialect.entityIds ? [] : undefined,
  };
}

const projectJson = ({ project: { key, name } }: LocatedHotspot): Json => ({
  key,
  qualifier: 'TRK',
  name,
  longName: name,
});

const fileJson = ({ project, hotspot: { path } }: LocatedHotspot): Json => ({
  key: componentKey(project, path),
  qualifier: 'FIL',
  name: baseName(path),
  longName: path,
  path,
});

/** Returns the projects and files of hotspots, each once. */
export function hotspotComponents(subjects: readonly LocatedHotspot[]): Json[] {
  const components = new Map(
    subjects.flatMap((subject) => [
      [subject.project.key, projectJson(subject)],
      [componentKey(subject.project, subject.hotspot.path), fileJson(subject)],
    ]),
  );
  return [...components.values()];
}
