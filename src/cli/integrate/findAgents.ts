import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentLayout } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { isExecutable, isOnPath } from '../../node/process/findProgram.ts';

/** Returns the agents with a folder in the project or in the user's home, or a program on the PATH. */
export function findAgents(env: NodeJS.ProcessEnv, project: string): AgentLayout[] {
  const roots = [project, homeOf(env)];
  const search = { platform: process.platform, env, isExecutable };
  return agents.filter(
    ({ traces }) =>
      traces.folders.some((folder) => roots.some((root) => existsSync(join(root, folder)))) ||
      traces.programs.some((name) => isOnPath(name, search)),
  );
}
