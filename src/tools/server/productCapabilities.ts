import { gateView, readGateView } from '../app/gateResource.ts';
import type { Configuration } from '../definition/configuration.ts';
import { select, toolCatalogue, type CatalogueTool } from '../catalogue/toolCatalogue.ts';
import {
  type Capabilities,
  toolCapability,
  type ToolHost,
  type PromptCapability,
  type ResourceCapability,
  type CompleteArgument,
} from './capabilities.ts';
import type { ToolFilter } from '../definition/toolsets.ts';
import type { Log } from '../../core/log.ts';
import type { CallTool } from '../definition/access.ts';
import type { ServerContext } from '@modelcontextprotocol/server';

/** Computes the product's capabilities once; the returned function gives each request the part that it may see. */
export function createProductCapabilities(
  { projectKey, platform }: Configuration,
  host: ToolHost,
  version: string,
): (filter: ToolFilter) => Capabilities {
  const offered = new Map(
    toolCatalogue
      .map((tool) => (projectKey === undefined ? tool : withoutProject(tool)))
      .map((tool) => [tool.name, toolCapability(tool, host)]),
  );
  const capabilities = {
    name: 'service',
    title: 'Service code quality',
    version,
    instructions: instructionsFor(projectKey),
    prompts: promptsFor(projectKey),
    complete: completeProject(host),
  };
  const summary = projectSummary(host, projectKey);
  return (filter) => {
    const names = select(toolCatalogue, { ...filter, kind: platform?.kind }).map(({ name }) => name);
    return {
      ...capabilities,
      tools: names.flatMap((name) => offered.get(name) ?? []),
      resources: withGateView(summary, names),
    };
  };
}

/** Returns a tool without `projectKey`, for a server with a default project: the agent cannot get the key wrong. */
function withoutProject(tool: CatalogueTool): CatalogueTool {
  const { projectKey, ...properties } = tool.inputSchema.properties;
  if (projectKey === undefined) return tool;
  const { required: mandatory = [], ...rest } = tool.inputSchema;
  const required = mandatory.filter((name) => name !== 'projectKey');
  return { ...tool, inputSchema: { ...rest, properties, ...(required.length > 0 && { required }) } };
}

/** Returns the instructions that an agent gets once for all tools. Each conversation pays for them. */
function instructionsFor(projectKey: string | undefined): string {
  const project =
    projectKey === undefined
      ? 'Find project keys with search_my_service_projects, or read them in a configuration file of the workspace.'
      : `All tools work on the project ${projectKey}.`;
  return [
    'Tools of a code-quality platform.',
    project,
    'Without branch and pullRequest, the main branch is used.',
    'For a failing quality gate, start with explain_quality_gate.',
    'Errors explain what to do. Tell the user if only the user can do it.',
  ].join(' ');
}

/** Returns the function that makes the tool calls. The first call loads its code. */
export function lazyToolCalls(
  configuration: Configuration,
  log: Log,
  version: string,
  loginOf?: NodeJS.ProcessEnv,
): CallTool {
  let client: Promise<CallTool> | undefined;
  return async (call) => {
    client ??= import('../catalogue/toolCalls.ts').then(({ createToolCaller }) =>
      createToolCaller(configuration, log, version, loginOf),
    );
    return (await client)(call);
  };
}

const projectKey = { name: 'projectKey', description: 'Key of the project', required: true };
const branch = { name: 'branch', description: 'Branch (default: the main branch)' };

/** Step-by-step instructions that use the tools well. They need no platform. */
const guides = [
  {
    name: 'review_quality_gate',
    title: 'Review the quality gate',
    description: 'Why the gate fails, and a plan to fix it.',
    steps: (of: string) => [
      `Review the quality gate of ${of}.`,
      '1. Call explain_quality_gate. If the gate does not fail, say so and stop.',
      '2. For each failing condition, new code first, open the files behind it in the workspace and read the rule with show_rule.',
      '3. Propose the smallest changes of code that make each condition pass. Never lower the gate, and never mark an issue as false positive or accepted to make it pass; list issues that look wrong so that a person can decide.',
      '4. End with a table: condition, reason, proposed change.',
    ],
  },
  {
    name: 'catch_up',
    title: 'Catch up with a project',
    description: 'What changed in a project since yesterday or another date.',
    steps: (of: string) => [
      `Tell me what changed in ${of} since yesterday, or since the date I name.`,
      '1. Call get_changes_since.',
      '2. If the gate changed to failed, call explain_quality_gate.',
      '3. Answer in a few sentences: gate, changed measures, new issues by file.',
    ],
  },
];

/** Returns the prompts that the server offers. They ask for the project unless there is a default. */
function promptsFor(defaultProject: string | undefined): readonly PromptCapability[] {
  return guides.map(({ steps, ...shown }) => ({
    listed: { ...shown, arguments: defaultProject === undefined ? [projectKey, branch] : [branch] },
    get: (given) => {
      const project = defaultProject ?? given.projectKey ?? '';
      const of = `the project ${project}${given.branch ? `, branch ${given.branch}` : ''}`;
      const text = steps(of).join('\n');
      return Promise.resolve({
        description: shown.description,
        messages: [{ role: 'user', content: { type: 'text', text } }],
      });
    },
  }));
}

const template = 'service://projects/{projectKey}/summary';
const pattern = /^service:\/\/projects\/([^/]+)\/summary$/;
const mimeType = 'application/json';
const description = 'Quality gate with the causes of a failure, and the usual measures.';

/** Returns one resource per project with its main data. Only the default project is listed by name. */
function projectSummary(host: ToolHost, defaultProject: string | undefined): ResourceCapability {
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

/** Adds the page of a tool. It is not listed, because clients find it by the tool, and it is nothing to add to a chat. */
function withGateView(resources: ResourceCapability, toolNames: readonly string[]): ResourceCapability {
  return {
    ...resources,
    async read(uri, context) {
      if (uri !== gateView) return resources.read(uri, context);
      const content = await readGateView(toolNames);
      return content && { contents: [content] };
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

/** Calls a tool for a request whose result in the protocol is not a tool result. @throws {ToolError} */
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

/** Completes a project key while the user types it. Returns no values without an answer. */
function completeProject(host: ToolHost): CompleteArgument {
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
