import type { IncomingMessage, RequestListener } from 'node:http';
import type { BodyReader } from '../../node/http/server/bodyReader.ts';
import { createEndpoint } from '../http/endpoint.ts';
import { ClientQuota } from '../http/clientQuota.ts';
import type { Configuration } from '../definition/configuration.ts';
import { createLog } from './toolServerConfig.ts';
import { productServe } from './serveRequests.ts';
import type { ToolFilter } from '../definition/toolsets.ts';

/**
 * The tools that every hosted server offers: those that only read and need no administrator. The user's own tool
 * server offers more, and no client can extend this set.
 */
const subset: ToolFilter = {
  toolsets: new Set(['projects', 'issues', 'quality-gates', 'rules', 'measures']),
  readOnly: true,
};

const callsPerMinute = 6_000;

/** A platform that mounts the tool server beside its own paths. */
export interface HostPlatform {
  /** `http://host:port` under which this process reaches the platform. */
  readonly address: string;
  readonly isCloud: boolean;
  /** Whether a name in a Host header, IPv6 in brackets, belongs to the platform. */
  readonly isOwnHost: (name: string) => boolean;
  /** Reads bodies within the budget of the platform's server. */
  readonly bodies: BodyReader;
  /** Called when a request has been authenticated. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Creates the tool server that a platform hosts. Its tools send their requests to the platform's own address with the client's
 * token, so the platform decides in one place what a client may see.
 */
export function createHostedTools(platform: HostPlatform): RequestListener {
  const { address, isCloud } = platform;
  const configuration: Configuration = {
    platform: isCloud
      ? { kind: 'cloud', region: 'EU', hosts: { web: address, api: address }, organization: undefined }
      : { kind: 'server', url: address },
    token: undefined,
    ...subset,
    projectKey: undefined,
    problems: [],
  };
  const log = createLog((line) => process.stderr.write(line));
  return createEndpoint({
    admission: { isOwnHost: platform.isOwnHost, allowedOrigins: [] },
    quota: new ClientQuota(callsPerMinute, () => performance.now()),
    bodies: platform.bodies,
    onAuthenticated: platform.onAuthenticated,
    serve: productServe({ configuration, filter: subset, log }),
    tokenHelp: undefined,
    log,
  });
}
