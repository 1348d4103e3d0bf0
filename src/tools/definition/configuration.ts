import { type CloudHosts, type CloudRegion, neutralBrand } from '../../core/brand.ts';
import { likelyAddress } from '../../core/connections/serverAddress.ts';
import { mandatoryToolset, defaultToolsets, parseToolsets, type Toolset, toolsets } from './toolsets.ts';

/** The platform that the variables name. For the cloud, the organization may still be missing. */
export type Platform =
  | { readonly kind: 'server'; readonly url: string }
  | {
      readonly kind: 'cloud';
      readonly region: CloudRegion;
      readonly hosts: CloudHosts;
      readonly organization: string | undefined;
    };

/** Returns the address that users open in a browser, without trailing slash. */
export function webAddressOf(platform: Platform): string {
  return platform.kind === 'server' ? platform.url : platform.hosts.web;
}

export interface Configuration {
  readonly platform: Platform | undefined;
  /** Set for stdio only: over HTTP each request brings its own token. */
  readonly token: string | undefined;
  /** The reason why the token is missing although its variable is set. It is reported when no other token is found. */
  readonly tokenProblem?: string | undefined;
  readonly toolsets: ReadonlySet<Toolset>;
  readonly readOnly: boolean;
  readonly projectKey: string | undefined;
  /** Problems with the variables, with fixes. They do not stop the start: every call answers with them. */
  readonly problems: readonly string[];
}

const { cloud } = neutralBrand;

type Environment = Readonly<Record<string, string | undefined>>;

const variables = {
  token: neutralBrand.environment.token,
  organization: neutralBrand.environment.organization,
  url: neutralBrand.environment.url,
  toolsets: 'SERVICE_TOOLSETS',
  readOnly: 'SERVICE_READ_ONLY',
  project: 'SERVICE_PROJECT_KEY',
} as const;

/** Reads the variables. Never throws: a value that cannot be used becomes a problem. */
export function readConfiguration(environment: Environment): Configuration {
  const problems: string[] = [];
  const read = (name: string): string | undefined => {
    const value = valueOf(environment, name);
    if (value === undefined || !isPlaceholder(value)) return value;
    problems.push(unresolved(name));
    return undefined;
  };
  const token = valueOf(environment, variables.token);
  return {
    platform: platformOf(read(variables.url), read(variables.organization), problems),
    ...(token !== undefined && isPlaceholder(token)
      ? { token: undefined, tokenProblem: unresolved(variables.token) }
      : { token }),
    toolsets: toolsetsOf(read(variables.toolsets), problems),
    readOnly: readOnlyOf(read(variables.readOnly), problems),
    projectKey: read(variables.project),
    problems,
  };
}

function valueOf(environment: Environment, name: string): string | undefined {
  const value = environment[name]?.trim();
  return value === '' ? undefined : value;
}

/** Whether the value contains a placeholder. Editors pass on placeholders that they could not replace. */
function isPlaceholder(value: string): boolean {
  return /\$\{[^}]*\}/.test(value);
}

function unresolved(name: string): string {
  return `${name} contains a placeholder that your editor did not replace. Set the variable that the placeholder names, or enter the value (but never a token in a shared file), and restart the tool server.`;
}

function platformOf(
  address: string | undefined,
  organization: string | undefined,
  problems: string[],
): Platform | undefined {
  if (address === undefined)
    return organization === undefined
      ? undefined
      : { kind: 'cloud', region: 'EU', hosts: cloud.EU, organization };
  const url = likelyAddress(address);
  if (url === undefined) {
    problems.push(
      `${variables.url} must be an http or https address without user name, query and fragment. Set it to the address that you open in the browser, such as https://quality.example.com.`,
    );
    return undefined;
  }
  for (const region of ['EU', 'US'] as const)
    if (cloud[region].web === url) return { kind: 'cloud', region, hosts: cloud[region], organization };
  // Organizations exist only on the cloud, so another address with an organization is an alias of the cloud.
  return organization === undefined
    ? { kind: 'server', url }
    : { kind: 'cloud', region: 'EU', hosts: { web: url, api: url }, organization };
}

function toolsetsOf(text: string | undefined, problems: string[]): ReadonlySet<Toolset> {
  if (text === undefined) return new Set(defaultToolsets);
  const list = parseToolsets(text);
  if (list.known) return list.toolsets;
  problems.push(unknownToolsets(variables.toolsets, list.unknown));
  return new Set([mandatoryToolset]);
}

/** @param where the variable, option or header that names them */
export function unknownToolsets(where: string, unknown: readonly string[]): string {
  return `${where} names unknown toolsets: ${unknown.join(', ')}. Known toolsets: ${Object.keys(toolsets).join(', ')}, all.`;
}

function readOnlyOf(text: string | undefined, problems: string[]): boolean {
  if (text === undefined || text === 'false') return false;
  if (text !== 'true') problems.push(`${variables.readOnly} must be true or false.`);
  // An unclear value is treated as `true`, because the user who set the variable wanted protection.
  return true;
}
