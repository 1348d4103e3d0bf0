import type { CallToolResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { neutralBrand } from '../../core/brand.ts';
import { messageOf } from '../../core/failures.ts';
import type { Log } from '../../core/log.ts';
import { secretPlaces } from '../../node/credentials/findSecretPlace.ts';
import { findKeyring } from '../../node/credentials/keyring.ts';
import { type ServiceHome, serviceHome } from '../../node/files/serviceHome.ts';
import { createHttp } from '../../node/http/createHttp.ts';
import { createNetwork } from '../../node/network/network.ts';
import { Access, type CallTool, type ToolCall } from '../definition/access.ts';
import { questionOf } from '../definition/confirmation.ts';
import { fixes, Problem } from '../definition/fixes.ts';
import { allTools } from './allTools.ts';
import type { Configuration } from '../definition/configuration.ts';
import type { Tool } from '../definition/tool.ts';
import { visibleContent, visibleText } from '../../core/visibleContent.ts';

/**
 * Returns the function that makes the tool calls. This module holds everything that a call needs: the tools with their
 * schemas, the Web API and the network. It is a separate bundle that the first call loads, because neither a start nor
 * a `tools/list` needs it.
 *
 * @param loginOf Environment of the user whose login of service-cli is used for a client without a token. When absent,
 *   such a client gets an error.
 */
export function createToolCaller(
  configuration: Configuration,
  log: Log,
  version: string,
  loginOf?: NodeJS.ProcessEnv,
): CallTool {
  const userAgent = `${neutralBrand.userAgent}/${version}`;
  // All clients use the network settings of the process.
  const env = loginOf ?? process.env;
  let home: ServiceHome;
  try {
    home = serviceHome(env);
  } catch (error) {
    return () => Promise.resolve(failed(`${messageOf(error)}.`));
  }
  const keyringModule = env.SERVICE_KEYRING === 'off' ? undefined : findKeyring();
  const place = secretPlaces(env, home, keyringModule);
  const http = createHttp(createNetwork({ env, configFile: home.config, place }));
  const findLogin =
    loginOf && (() => import('../definition/cliLogin.ts').then((login) => login.findLogin(loginOf, place)));
  const access = new Access({ configuration, http, log, userAgent, findLogin });
  const { projectKey } = configuration;
  const tools = new Map(
    allTools.map((tool) => [tool.name, projectKey === undefined ? tool : withProject(tool, projectKey)]),
  );
  return async (request) => {
    const tool = tools.get(request.name);
    if (!tool) throw new Error(`toolCatalogue.data.json names ${request.name}: run npm run generate:tools`);
    try {
      const content = await run(tool, request, access);
      request.credentials.onAccepted?.();
      const visible = visibleContent(content);
      return answer(visible, tool.summary?.(visible));
    } catch (error) {
      return failed(await explain(error, tool, access, log));
    }
  };
}

async function run(tool: Tool, request: ToolCall, access: Access): Promise<Record<string, unknown>> {
  const input = parseArguments(tool, request.args);
  if (tool.confirmation !== undefined && input.confirm !== true)
    throw new Problem(fixes.unconfirmed(questionOf(tool.confirmation, input) ?? ''));
  const call = await access.open(request.credentials, request);
  if (tool.only !== undefined && tool.only !== call.target.kind)
    throw new Problem(fixes.wrongKindOfPlatform(tool.name, tool.only));
  return tool.output.parse(await tool.run(call, input));
}

function parseArguments(tool: Tool, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parsed = tool.input.safeParse(args);
  if (!parsed.success)
    throw new Problem(
      `The arguments of ${tool.name} are not valid:\n${z.prettifyError(parsed.error)}\nThey are: ${Object.keys(tool.input.shape).join(', ')}`,
    );
  const { branch, pullRequest } = parsed.data;
  if (branch !== undefined && pullRequest !== undefined) throw new Problem(fixes.bothBranches);
  return parsed.data;
}

/** Returns the answer as structured content and, for clients that read only text, as text, which also has a hint. */
function answer(content: Record<string, unknown>, summary: string | undefined): CallToolResult {
  const texts = [JSON.stringify(content)];
  if (summary !== undefined) texts.push(summary);
  if (typeof content.nextCursor === 'string') texts.push(fixes.moreRows);
  if (typeof content.nextLine === 'number') texts.push(fixes.moreLines(content.nextLine));
  return { content: texts.map((text) => ({ type: 'text', text })), structuredContent: content };
}

function failed(text: string): CallToolResult {
  return { content: [{ type: 'text', text: visibleText(text) }], isError: true };
}

async function explain(error: unknown, { name }: Tool, access: Access, log: Log): Promise<string> {
  try {
    return await access.explain(error);
  } catch (bug) {
    log.error(`${name}: ${messageOf(bug)}`);
    return fixes.bug(name);
  }
}

/** Returns a tool with a fixed project. `withoutProject` does the same for its entry in the catalogue. */
function withProject(tool: Tool, projectKey: string): Tool {
  if (!('projectKey' in tool.input.shape)) return tool;
  const { projectKey: fixed, ...shape } = tool.input.shape;
  return {
    ...tool,
    input: z.strictObject(shape),
    run: (call, input) => tool.run(call, { ...input, projectKey }),
  };
}
