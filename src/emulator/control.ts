import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { messageOf } from '../core/failures.ts';
import { realPathInside } from '../node/files/realPath.ts';
import { authenticate } from './auth/credentials.ts';
import { dialectOf, type Dialect } from './dialect.ts';
import { jsonReply } from './http/json.ts';
import type { Exchange, Reply } from './http/server.ts';
import type { ServerContext } from './emulator.ts';

export type ServerStatus = 'STARTING' | 'UP' | 'DOWN' | 'DB_MIGRATION_NEEDED' | 'DB_MIGRATION_RUNNING';

/** The properties of the platform that can be changed while it runs. */
export interface ControlState {
  readonly dialect: Dialect;
  readonly status: ServerStatus;
}

const backupOrder = z.object({ file: z.string() });

const change = z.object({
  serverVersion: z.optional(z.string()),
  status: z.optional(z.enum(['STARTING', 'UP', 'DOWN', 'DB_MIGRATION_NEEDED', 'DB_MIGRATION_RUNNING'])),
});

/**
 * Answers requests outside of the Web API. They are for an administrator on this machine only, and work in every
 * server state:
 * `POST /_platform/control` with `{"serverVersion"?, "status"?}` imitates a server that is updated or starts,
 * `POST /_platform/backup` with `{"file"}` writes a copy of the data to a new file below the data folder.
 */
export function control(
  platform: ServerContext,
  exchange: Exchange,
  apply: (state: Partial<ControlState>) => void,
): Reply {
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(exchange.remote ?? ''))
    return refuse(403, 'Only from this machine');
  // Every version accepts Basic authentication.
  const who = authenticate(platform, exchange);
  if (typeof who === 'string' || !who.hasGlobal('admin')) return refuse(403, 'Only for administrators');
  if (exchange.method !== 'POST') return refuse(405, 'HTTP method POST is required');
  switch (exchange.url) {
    case '/_platform/control':
      return play(platform, exchange, apply);
    case '/_platform/backup':
      return backup(platform, exchange);
    default:
      return refuse(404, 'Unknown control');
  }
}

const refuse = (status: number, message: string): Reply => jsonReply(status, { errors: [{ msg: message }] });

function backup({ db, folder }: ServerContext, exchange: Exchange): Reply {
  const parsed = backupOrder.safeParse(parseJson(exchange.body));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  try {
    const file = realPathInside(folder, parsed.data.file);
    if (existsSync(file)) return refuse(400, `${file} exists; a backup never replaces anything`);
    db.backup(file);
    return jsonReply(200, { file, format: db.formatVersion });
  } catch (error) {
    return refuse(400, messageOf(error));
  }
}

function play(
  platform: ServerContext,
  exchange: Exchange,
  apply: (state: Partial<ControlState>) => void,
): Reply {
  const parsed = change.safeParse(parseJson(exchange.body));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  const { serverVersion, status } = parsed.data;
  const dialect =
    serverVersion === undefined ? platform.dialect : dialectOf(serverVersion, platform.dialect.isCloud);
  if (!dialect) return refuse(400, `${String(serverVersion)} is no server version`);
  apply({ dialect, ...(status ? { status } : {}) });
  return jsonReply(200, { version: platform.dialect.version, status: platform.status });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    // The caller answers a body that is not JSON with 400.
    return undefined;
  }
}
