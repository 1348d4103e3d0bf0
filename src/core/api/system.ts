import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import { serverStatus, serverVersion } from './texts.ts';

// Some builds leave `id` and `version` out for anonymous callers.
const systemStatus = z.object({ version: z.optional(serverVersion), status: serverStatus });
type SystemStatus = z.output<typeof systemStatus>;

/** Answers without looking at the credential: it proves none. */
export function getSystemStatus(api: Api, options?: CallOptions): Promise<SystemStatus> {
  return api.get('api/system/status', {}, systemStatus, options);
}
