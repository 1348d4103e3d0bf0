import * as z from 'zod';
import { changeHotspotStatus, type Hotspot, searchHotspots, showHotspot } from '../../core/api/hotspots.ts';
import { pathInProject } from '../../core/api/issues.ts';
import { Problem } from '../definition/fixes.ts';
import { branchInput, listOfKeys, projectKey } from '../definition/inputs.ts';
import { pageInput, pageOutput, readPage } from '../definition/paging.ts';
import { plainText } from '../definition/plainText.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

const hotspotRow = z.strictObject({
  key: z.string(),
  project: z.string(),
  file: z.string(),
  line: z.number().optional(),
  category: z.string().optional(),
  probability: z.string().optional(),
  status: z.string(),
  resolution: z.string().optional(),
  message: z.string().optional(),
});

export const hotspotTools: Tools = {
  change_security_hotspot_status: defineTool({
    title: 'Review a security hotspot',
    description: 'Sets the review status of a hotspot; REVIEWED requires a resolution.',
    effect: 'set',
    input: z.strictObject({
      hotspotKey: z.string().min(1),
      status: z.enum(['TO_REVIEW', 'REVIEWED']),
      resolution: z.enum(['FIXED', 'SAFE', 'ACKNOWLEDGED']).optional(),
      comment: z.string().optional(),
    }),
    output: z.strictObject({
      changedHotspot: z.string(),
      newStatus: z.string(),
      newResolution: z.string().optional(),
    }),
    async run({ api }, { hotspotKey: key, status, resolution, comment }) {
      if ((status === 'REVIEWED') !== (resolution !== undefined))
        throw new Problem('Pass resolution with status REVIEWED, and only with it.');
      await changeHotspotStatus(api, { key, status, resolution, comment });
      return { changedHotspot: key, newStatus: status, newResolution: resolution };
    },
  }),
  search_security_hotspots: defineTool({
    title: 'Search security hotspots',
    description: 'Security hotspots of a project, or by keys.',
    effect: 'read',
    input: z.strictObject({
      projectKey: projectKey.optional(),
      hotspotKeys: listOfKeys.optional(),
      ...branchInput,
      files: listOfKeys.optional(),
      status: z.enum(['TO_REVIEW', 'REVIEWED']).optional(),
      resolution: z.enum(['FIXED', 'SAFE', 'ACKNOWLEDGED']).optional(),
      newCode: z.boolean().optional(),
      onlyMine: z.boolean().optional(),
      ...pageInput,
    }),
    output: z.strictObject({ hotspots: z.array(hotspotRow), ...pageOutput }),
    async run({ api, target }, input) {
      const { projectKey: project, hotspotKeys: keys, pageSize, cursor, ...filters } = input;
      if (project === undefined && keys === undefined) throw new Problem('Pass projectKey or hotspotKeys.');
      const query = { ...filters, cloud: target.kind === 'cloud', ...(keys ? { keys } : { project }) };
      const { rows, ...rest } = await readPage(
        input,
        100,
        (page) => searchHotspots(api, { ...query, ...page }),
        hotspotRowOf,
      );
      return { hotspots: rows, ...rest };
    },
  }),
  show_security_hotspot: defineTool({
    title: 'Show a security hotspot',
    description: 'One hotspot with its risk and how to fix it.',
    effect: 'read',
    input: z.strictObject({ hotspotKey: z.string().min(1) }),
    output: z.strictObject({
      hotspotKey: z.string(),
      file: z.string(),
      line: z.number().optional(),
      status: z.string(),
      resolution: z.string().optional(),
      message: z.string().optional(),
      rule: z.string(),
      risk: z.string().optional(),
      fix: z.string().optional(),
      comments: z.array(z.string()),
      canChangeStatus: z.boolean().optional(),
    }),
    async run({ api }, { hotspotKey }) {
      const { key, component, project, rule, comment, ...hotspot } = await showHotspot(api, hotspotKey);
      const { riskDescription, vulnerabilityDescription, fixRecommendations } = rule;
      return {
        hotspotKey: key,
        file: pathInProject({ component: component.key, project: project.key }),
        line: hotspot.line,
        status: hotspot.status,
        resolution: hotspot.resolution,
        message: hotspot.message,
        rule: rule.key,
        risk: plainText([riskDescription, vulnerabilityDescription]),
        fix: plainText([fixRecommendations]),
        comments: comment.flatMap(({ markdown }) => markdown ?? []),
        canChangeStatus: hotspot.canChangeStatus,
      };
    },
  }),
};

function hotspotRowOf(hotspot: Hotspot): z.input<typeof hotspotRow> {
  const { key, project, line, securityCategory, vulnerabilityProbability, status, resolution, message } =
    hotspot;
  return {
    key,
    project,
    file: pathInProject(hotspot),
    line,
    category: securityCategory,
    probability: vulnerabilityProbability,
    status,
    resolution,
    message,
  };
}
