import * as z from 'zod/mini';
import type { Target } from '../../core/connections/connection.ts';
import { parseServerUrl } from '../../core/connections/serverUrl.ts';

/** The arguments that commands accept. A command ignores an argument that does not parse, and asks the user. */
const connection = z.object({ uuid: z.string() });
const project = z.extend(connection, { projectKey: z.string() });
export const gateRef = z.extend(project, { branch: z.optional(z.string()) });
/** A gate, or a node of the tree that shows a gate. */
const gate = z.union([z.extend(project, { gate: z.object({ branch: z.optional(z.string()) }) }), gateRef]);
const webhook = z.object({
  uuid: z.string(),
  projectKey: z.optional(z.string()),
  webhookKey: z.optional(z.string()),
  deliveryId: z.optional(z.string()),
});
const folder = z.union([
  z.pipe(
    z.object({ folderUri: z.string() }),
    z.transform(({ folderUri }) => [folderUri]),
  ),
  z.pipe(
    z.object({ folders: z.array(z.object({ uri: z.string() })) }),
    z.transform(({ folders }) => folders.map(({ uri }) => uri)),
  ),
]);

const place = z.union([
  z.object({ serverUrl: z.string() }),
  z.object({
    organizationKey: z.string().check(z.minLength(1)),
    region: z.optional(z.enum(['EU', 'US'])),
  }),
]);

/** Returns the target of a connection to add. The argument never has a token, which only the user enters. */
export function targetArgument(argument: unknown): Target | undefined {
  const resolved = place.safeParse(argument).data;
  if (!resolved) return undefined;
  if ('organizationKey' in resolved)
    return { kind: 'cloud', organizationKey: resolved.organizationKey, region: resolved.region ?? 'EU' };
  const serverUrl = parseServerUrl(resolved.serverUrl);
  return serverUrl === undefined ? undefined : { kind: 'server', serverUrl };
}

export function connectionArgument(argument: unknown): string | undefined {
  return connection.safeParse(argument).data?.uuid;
}

export function projectArgument(argument: unknown): z.output<typeof project> | undefined {
  return project.safeParse(argument).data;
}

/** A gate, as the commands name it. `branch` is undefined for the main branch. */
export interface GateRef {
  readonly uuid: string;
  readonly projectKey: string;
  readonly branch: string | undefined;
}

export function gateArgument(argument: unknown): GateRef | undefined {
  const { data } = gate.safeParse(argument);
  if (!data) return undefined;
  const { branch } = 'gate' in data ? data.gate : data;
  return { uuid: data.uuid, projectKey: data.projectKey, branch };
}

/** Returns a group of webhooks, a webhook, or a delivery. Without `projectKey` it is a global one. */
export function webhookArgument(argument: unknown): z.output<typeof webhook> | undefined {
  return webhook.safeParse(argument).data;
}

/** Returns the URIs of the folders that the argument names; empty when it names none. */
export function foldersArgument(argument: unknown): readonly string[] {
  return folder.safeParse(argument).data ?? [];
}
