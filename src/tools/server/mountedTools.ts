import type { RequestListener } from 'node:http';
import type { MountContext } from '../../node/http/server/mountContext.ts';
import { createEndpoint } from '../http/endpoint.ts';
import { ClientQuota } from '../http/clientQuota.ts';
import type { Configuration } from '../definition/configuration.ts';
import { createLog } from './toolServerConfig.ts';
import { productServe } from './serveHttp.ts';
import type { ToolFilter } from '../definition/toolsets.ts';

/** The tools that only read and need no administrator, as every hosted server offers. No client can extend this set. */
const subset: ToolFilter = {
  toolsets: new Set(['projects', 'issues', 'quality-gates', 'rules', 'measures']),
  readOnly: true,
};

const callsPerMinute = 6_000;

/** Creates the tool server of a platform. Its tools send it the client's token, so it decides what clients may see. */
export function createMountedTools(platform: MountContext): RequestListener {
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
