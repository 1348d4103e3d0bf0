import * as z from 'zod';
import { changeHotspotStatus as change } from '../../core/api/hotspots.ts';
import { Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';

export const changeHotspotStatus = defineTool({
  name: 'change_security_hotspot_status',
  title: 'Review a security hotspot',
  description: 'Sets the review status of a hotspot; REVIEWED requires a resolution.',
  toolset: 'security-hotspots',
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
  async run({ api, signal }, { hotspotKey: key, status, resolution, comment }) {
    if ((status === 'REVIEWED') !== (resolution !== undefined))
      throw new Problem('Pass resolution with status REVIEWED, and only with it.');
    await change(api, { key, status, resolution, comment }, { signal });
    return { changedHotspot: key, newStatus: status, newResolution: resolution };
  },
});
