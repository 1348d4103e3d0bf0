import type { ServerContext } from '@modelcontextprotocol/server';
import type { ResourceCapability, ToolHost, CompleteArgument } from './capabilities.ts';

const template = 'service://projects/{projectKey}/summary';
const pattern = /^service:\/\/projects\/([^/]+)\/summary$/;
const mimeType = 'application/json';
const description = 'Quality gate with the causes of a failure, and the usual measures.';

/**
 * Returns one resource per project, with the data that a developer reads first. Only the default project is listed by
 * name.
 */
export function projectSummary(host: ToolHost, defaultProject: string | undefined): ResourceCapability {
  const uri = `service://projects/${encodeURIComponent(defaultProject ?? '')}/summary`;
  const name = 'project-summary';
  const shared = { name, title: 'Project summary', description, mimeType };
  return {
    listed: defaultProject === undefined ? [] : [{ uri, ...shared }],
    templates: [{ uriTemplate: template, ...shared }],
    async read(asked, context) {
      const key = pattern.exec(asked)?.[1];
      if (key === undefined) return undefined;
      const projectKey = decodeKey(key);
      // With a default project, the tools have no project parameter, so the resources of other projects do not exist.
      if (projectKey === undefined || (defaultProject !== undefined && projectKey !== defaultProject))
        return undefined;
      const args = defaultProject === undefined ? { projectKey } : {};
      const [gate, { measures }] = await Promise.all([
        askTool(host, 'explain_quality_gate', args, context),
        askTool(host, 'get_component_measures', args, context),
      ]);
      const text = JSON.stringify({ projectKey, ...gate, measures });
      return { contents: [{ uri: asked, mimeType, text }] };
    },
  };
}

function decodeKey(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    // A URI with a stray percent sign names no project: the caller answers that the resource does not exist.
    return undefined;
  }
}

/** The text of a tool's error. The protocol answers it as an internal error. */
class ToolError extends Error {}

/**
 * Calls a tool and returns its structured answer, for requests whose result in the protocol is not a tool result.
 * @throws {ToolError} if the tool answers with an error
 */
async function askTool(
  { callTool, credentialsOf }: ToolHost,
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<Record<string, unknown>> {
  const { content, structuredContent, isError } = await callTool({
    name,
    args,
    credentials: credentialsOf(context),
    signal: context.mcpReq.signal,
    progress: () => undefined,
  });
  if (isError !== true && structuredContent) return structuredContent as Record<string, unknown>;
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  throw new ToolError(text);
}

/** The part of the tool's answer that is needed here; the tool has checked it against its output schema. */
interface FoundProjects {
  readonly projects: readonly { readonly key: string }[];
  readonly total: number;
}

/**
 * Completes a project key while the user types it. Returns no values if the platform cannot be reached, and none
 * for other arguments.
 */
export function completeProject(host: ToolHost): CompleteArgument {
  return async ({ name, value }, context) => {
    if (name !== 'projectKey') return { values: [] };
    try {
      const answer = await askTool(host, 'search_my_service_projects', { q: value, pageSize: 20 }, context);
      const { projects, total } = answer as unknown as FoundProjects;
      return { values: projects.map(({ key }) => key), total, hasMore: total > projects.length };
    } catch (error) {
      if (error instanceof ToolError) return { values: [] };
      throw error;
    }
  };
}
