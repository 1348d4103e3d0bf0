import type { RequestListener } from 'node:http';
import type { MountContext } from '../../emulator/emulator.ts';
import { createEndpoint } from '../../tools/http/endpoint.ts';
import { ClientQuota } from '../../tools/http/clientQuota.ts';
import type { Configuration } from '../../tools/definition/configuration.ts';
import { createLog } from '../../tools/server/log.ts';
import { productServe } from '../../tools/server/productServe.ts';
import type { ToolFilter } from '../../tools/definition/toolFilter.ts';

/**
 * The tools that every hosted server offers: those that only read and need no administrator. The user's own tool
 * server offers more, and no caller can extend this set.
 */
const subset: ToolFilter = {
  toolsets: new Set(['projects', 'issues', 'quality-gates', 'rules', 'measures']),
  readOnly: true,
};

const callsPerMinute = 6_000;

/**
 * The tool server that a platform hosts. Its tools send their requests to the platform's own address with the caller's
 * token, as all clients do, so the platform decides in one place what a caller may see.
 */
export function createHostedTools(site: MountContext): RequestListener {
  const { address, isCloud } = site;
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
    admission: { isOwnHost: site.isOwnHost, allowedOrigins: [] },
    quota: new ClientQuota(callsPerMinute, () => performance.now()),
    bodies: site.bodies,
    onAuthenticated: site.onAuthenticated,
    serve: productServe({ configuration, filter: subset, log }),
    log,
  });
}
