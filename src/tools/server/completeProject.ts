import { ProtocolError } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { Complete } from './capabilities.ts';
import type { ToolHost } from './toolCapability.ts';
import { askTool } from './askTool.ts';

const found = z.object({ projects: z.array(z.object({ key: z.string() })), total: z.number() });

/**
 * Completes a project key while the user types it. Returns no values where the platform cannot be reached, and none
 * for other arguments.
 */
export function completeProject(host: ToolHost): Complete {
  return async ({ name, value }, context) => {
    if (name !== 'projectKey') return { values: [] };
    try {
      const answer = await askTool(host, 'search_my_service_projects', { q: value, pageSize: 20 }, context);
      const { projects, total } = z.parse(found, answer);
      return { values: projects.map(({ key }) => key), total, hasMore: total > projects.length };
    } catch (error) {
      if (error instanceof ProtocolError) return { values: [] };
      throw error;
    }
  };
}
