import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import { serverStatus, serverVersion } from './texts.ts';

// Some builds omit `id` and `version` for anonymous callers.
const systemStatus = z.object({ version: z.optional(serverVersion), status: serverStatus });
type SystemStatus = z.output<typeof systemStatus>;

/**
 * Returns the server's version and status. The server does not check the credential, so an answer proves nothing about
 * it.
 */
export function getSystemStatus(api: Api, options?: CallOptions): Promise<SystemStatus> {
  return api.get('api/system/status', {}, systemStatus, options);
}
