import * as z from 'zod';
import { checkConnection } from '../../core/connections/check.ts';
import { oldestServerVersion } from '../../core/connections/serverVersion.ts';
import { baseUrlOf } from '../../core/connections/connection.ts';
import { neutralBrand } from '../../core/brand.ts';
import { fixes, Problem } from '../definition/fixes.ts';
import { defineTool } from '../definition/tool.ts';

/** Makes the same check as connected mode. A platform that merely answers does not prove that the token is valid. */
export const pingSystem = defineTool({
  name: 'ping_system',
  title: 'Check the connection',
  description: 'Checks address, token and organization.',
  toolset: 'projects',
  effect: 'read',
  input: z.strictObject({}),
  output: z.strictObject({
    response: z.literal('pong'),
    url: z.string(),
    version: z.string().optional(),
    login: z.string().optional(),
  }),
  async run({ api, target, token, signal }) {
    const url = baseUrlOf(target, neutralBrand.cloud);
    const place = { kind: target.kind, url };
    const result = await checkConnection(target, token, api, { signal });
    switch (result.state) {
      case 'connected':
        return { response: 'pong' as const, url: api.baseUrl, version: result.version, login: result.login };
      case 'starting':
        throw new Problem(fixes.starting(place, result.status));
      case 'versionTooOld':
        throw new Problem(fixes.versionTooOld(place, result.version, oldestServerVersion));
      case 'organizationNotFound':
        throw new Problem(fixes.organizationNotFound(result.organizationKey));
      case 'wrongTokenKind':
        throw new Problem(fixes.wrongTokenKind(place, result.kind));
      case 'tokenMissing':
      case 'tokenRefused':
        throw new Problem(fixes.tokenRefused(place));
      case 'unreachable':
        throw result.failure;
    }
  },
});
