import type { AuthInfo } from '@modelcontextprotocol/server';
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { unknownToolsets } from '../definition/configuration.ts';
import { parseToolsets, type ToolFilter } from '../definition/toolsets.ts';
import type { Refusal } from './requestGuard.ts';

/** The client that sent a request and the tools that it wants to see, all read from the headers. */
export interface AuthenticatedClient {
  readonly token: string;
  /** Used instead of the token where the token itself must not be kept. */
  readonly digest: string;
  readonly isDeprecated: boolean;
  readonly organization: string | undefined;
  /** Can only remove tools from those that the configuration offers. */
  readonly filter: Partial<ToolFilter>;
}

type Recognized =
  | { readonly client: AuthenticatedClient; readonly refusal?: never }
  | { readonly client?: never; readonly refusal: Refusal };

/** Names in lower case, as Node returns them. */
const names = {
  token: 'service_token',
  organization: 'service_org',
  toolsets: 'service_toolsets',
  readOnly: 'service_read_only',
} as const;

/** Returns the client that the headers describe, or the answer that refuses it. It does not check the token. */
export function identifyClient(headers: IncomingHttpHeaders): Recognized {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  const token = bearer ?? single(headers[names.token]);
  if (token === undefined) return { refusal: noToken };
  const filter: { -readonly [K in keyof ToolFilter]?: ToolFilter[K] } = {};
  const toolsets = single(headers[names.toolsets]);
  if (toolsets !== undefined) {
    const list = parseToolsets(toolsets);
    if (!list.known) return refused(unknownToolsets('SERVICE_TOOLSETS', list.unknown));
    filter.toolsets = list.toolsets;
  }
  const readOnly = single(headers[names.readOnly]);
  if (readOnly !== undefined) {
    if (readOnly !== 'true' && readOnly !== 'false')
      return refused('The header SERVICE_READ_ONLY must be true or false.');
    filter.readOnly = readOnly === 'true';
  }
  const organization = single(headers[names.organization]);
  const digest = createHash('sha256').update(token).digest('base64url').slice(0, 16);
  return { client: { token, digest, isDeprecated: bearer === undefined, organization, filter } };
}

const noToken: Refusal = {
  status: 401,
  message: 'No token. Send the header Authorization: Bearer <user token>.',
};

function refused(message: string): Recognized {
  return { refusal: { status: 400, message } };
}

function single(value: string | readonly string[] | undefined): string | undefined {
  const text = typeof value === 'string' ? value.trim() : undefined;
  return text === '' ? undefined : text;
}

interface ServedClient extends AuthenticatedClient {
  /** To be called when the platform has accepted the client's token. */
  readonly onAccepted: () => void;
}

/** Returns the client that `createServe` attached to the request. */
export function clientOf(authInfo: AuthInfo | undefined): ServedClient | undefined {
  return authInfo?.extra?.client as ServedClient | undefined;
}
