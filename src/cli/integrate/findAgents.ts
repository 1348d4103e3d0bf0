import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentLayout } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { isExecutable, isOnPath } from '../../node/process/findProgram.ts';

interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly project: string;
}

/** Returns the agents with a folder in the project or in the user's home, or a program on the PATH. */
export function findAgents(machine: Machine): AgentLayout[] {
  return agents.filter((agent) => isFound(agent, machine));
}

function isFound({ traces }: AgentLayout, { env, project }: Machine): boolean {
  const roots = [project, homeOf(env)];
  return (
    traces.folders.some((folder) => roots.some((root) => existsSync(join(root, folder)))) ||
    traces.programs.some((name) => isOnPath(name, { platform: process.platform, env, isExecutable }))
  );
}
