import * as z from 'zod/mini';
import type { Target } from '../connections/connection.ts';
import { parseServerUrl } from '../connections/serverUrl.ts';
import { parse, parseJson } from '../parsing.ts';
import { Failure } from '../failures.ts';

/** The content of a binding file in a repository: the platform and the project, never a connection's id or a token. */
export interface SharedBinding {
  readonly target: Target;
  readonly projectKey: string;
}

const text = z.string().check(z.trim(), z.minLength(1));

/** The field names of this project and of the real platform's tools, in lower case, because programs differ in case. */
const sharedFile = z.object({
  projectkey: text,
  serverurl: z.optional(text),
  sonarqubeuri: z.optional(text),
  organizationkey: z.optional(text),
  sonarcloudorganization: z.optional(text),
  region: z.optional(text),
});

/**
 * Parses the text of a binding file.
 * @throws {Failure} `malformed`, with `path` and the field
 */
export function parseSharedBinding(content: string, path: string): SharedBinding {
  const value = z.safeParse(z.record(z.string(), z.unknown()), parseJson(content, path)).data;
  const lower =
    value && Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]));
  const file = parse(sharedFile, lower, path);
  const projectKey = file.projectkey;
  const organizationKey = file.organizationkey ?? file.sonarcloudorganization;
  if (organizationKey !== undefined) {
    const region = (file.region ?? 'EU').toUpperCase();
    if (region !== 'EU' && region !== 'US')
      throw new Failure('malformed', `${path}: region: expected EU or US`);
    return { target: { kind: 'cloud', organizationKey, region }, projectKey };
  }
  const serverUrl = parseServerUrl(file.serverurl ?? file.sonarqubeuri ?? '');
  if (serverUrl === undefined)
    throw new Failure('malformed', `${path}: expected a server address or an organization`);
  return { target: { kind: 'server', serverUrl }, projectKey };
}

export function sharedBindingText({ target, projectKey }: SharedBinding): string {
  const place =
    target.kind === 'server'
      ? { serverUrl: target.serverUrl }
      : { organizationKey: target.organizationKey, region: target.region };
  return `${JSON.stringify({ ...place, projectKey }, undefined, 2)}\n`;
}
