import type { StdioEntry } from '../core/mcpConfig/entries.ts';
import type { AgentLayout, ToolServerFile } from './agent.ts';
import { agents } from './agents.ts';

export interface AgentToolServerFile extends Pick<ToolServerFile, 'key'> {
  /** The title of the agent, which is not translated. */
  readonly title: string;
  /** Relative to the project folder or, with scope `global`, to the user's home folder. */
  readonly path: string;
  readonly scope: 'project' | 'global';
  /** The reference to the environment variable with the token; undefined where the file cannot refer to variables. */
  readonly tokenReference: string | undefined;
  readonly local: (entry: StdioEntry) => object;
  /** Returns the entry for a server at an http or https address; undefined where it would contain the token. */
  readonly network: ((url: string) => object) | undefined;
}

export const toolServerFiles: readonly AgentToolServerFile[] = agents.flatMap(filesOf);

function filesOf({ title, toolServer }: AgentLayout): AgentToolServerFile[] {
  if (!toolServer) return [];
  const { key, paths, variable, fields, network } = toolServer;
  const tokenReference = variable?.('SERVICE_TOKEN');
  const file = {
    title,
    key,
    tokenReference,
    local: (entry: StdioEntry) => ({ ...fields, ...entry }),
    network: network && ((url: string) => network(url, `Bearer ${tokenReference}`)),
  };
  return (['project', 'global'] as const).flatMap((scope) => {
    const path = paths[scope];
    return path === undefined ? [] : [{ ...file, scope, path }];
  });
}
