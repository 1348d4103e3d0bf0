import * as z from 'zod/mini';
import { authenticate } from './auth/credentials.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { jsonReply } from './http/router.ts';
import type { Exchange, Reply } from './http/server.ts';
import type { Platform } from './platform.ts';

export type ServerStatus = 'STARTING' | 'UP' | 'DOWN' | 'DB_MIGRATION_NEEDED' | 'DB_MIGRATION_RUNNING';

/** What can be switched while the platform runs. */
export interface ControlState {
  readonly dialect: Dialect;
  readonly status: ServerStatus;
}

const change = z.object({
  serverVersion: z.optional(z.string()),
  status: z.optional(z.enum(['STARTING', 'UP', 'DOWN', 'DB_MIGRATION_NEEDED', 'DB_MIGRATION_RUNNING'])),
});

/**
 * `POST /_platform/control` with `{"serverVersion"?, "status"?}` plays a server that is updated or starts. It is no part of
 * the Web API: an administrator on this machine only, whatever state is played.
 */
export async function control(
  platform: Platform,
  exchange: Exchange,
  apply: (state: Partial<ControlState>) => void,
): Promise<Reply> {
  const refuse = (status: number, message: string): Reply =>
    jsonReply(status, { errors: [{ msg: message }] });
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(exchange.remote ?? ''))
    return refuse(403, 'Only from this machine');
  // Basic is understood by every version that can be played.
  const who = authenticate(platform, exchange.headers.authorization);
  if (typeof who === 'string' || !who.hasGlobal('admin')) return refuse(403, 'Only for administrators');
  if (exchange.method !== 'POST' || exchange.url !== '/_platform/control')
    return refuse(404, 'Unknown control');
  const parsed = change.safeParse(parseJson(exchange.body));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  const { serverVersion, status } = parsed.data;
  const dialect =
    serverVersion === undefined ? platform.dialect : dialectOf(serverVersion, platform.dialect.isCloud);
  if (!dialect) return refuse(400, `${String(serverVersion)} is no server version`);
  apply({ dialect, ...(status ? { status } : {}) });
  return await Promise.resolve(
    jsonReply(200, { version: platform.dialect.version, status: platform.status }),
  );
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    return undefined;
  }
}
