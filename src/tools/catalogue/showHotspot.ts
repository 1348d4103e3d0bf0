import * as z from 'zod';
import { showHotspot as show } from '../../core/api/hotspots.ts';
import { pathInProject } from '../../core/api/issues.ts';
import { plainText } from '../definition/plainText.ts';
import { defineTool } from '../definition/tool.ts';

export const showHotspot = defineTool({
  name: 'show_security_hotspot',
  title: 'Show a security hotspot',
  description: 'One hotspot with its risk and how to fix it.',
  toolset: 'security-hotspots',
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
  async run({ api, signal }, { hotspotKey }) {
    const { key, component, project, rule, comment, ...hotspot } = await show(api, hotspotKey, { signal });
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
});
