import type { ResourceCapability } from './capabilities.ts';
import type { ToolHost } from './toolCapability.ts';
import { askTool } from './askTool.ts';

const template = 'service://projects/{projectKey}/summary';
const pattern = /^service:\/\/projects\/([^/]+)\/summary$/;
const mimeType = 'application/json';
const description = 'Gate with the reasons of a red one, and the usual measures.';

/**
 * One resource per project, with the data that a developer reads first. Only the default project is listed by name.
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
