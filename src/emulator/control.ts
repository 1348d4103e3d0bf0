import { existsSync } from 'node:fs';
import * as z from 'zod/mini';
import { messageOf } from '../core/failures.ts';
import { realPathInside } from '../node/files/realPath.ts';
import { authenticate } from './auth/credentials.ts';
import { dialectOf } from './dialect.ts';
import { jsonReply, type Exchange, type Reply } from './http/server.ts';
import { serverStatuses, type ControlState, type ServerContext } from './serverContext.ts';

const backupOrder = z.object({ file: z.string() });

const change = z.object({
  serverVersion: z.optional(z.string()),
  status: z.optional(z.enum(serverStatuses)),
});

/**
 * Answers requests outside of the Web API. They are for an administrator on this machine only, and work in every
 * server state:
 * `POST /_platform/control` with `{"serverVersion"?, "status"?}` imitates a server that is updated or starts,
 * `POST /_platform/backup` with `{"file"}` writes a copy of the data to a new file below the data folder.
 */
export function control(
  server: ServerContext,
  exchange: Exchange,
  apply: (state: Partial<ControlState>) => void,
): Reply {
  if (!/^(?:127\.|::1$|::ffff:127\.)/u.test(exchange.remote ?? ''))
    return refuse(403, 'Only clients on this machine may use this path');
  // Every version accepts Basic authentication.
  const who = authenticate(server, exchange);
  if (typeof who === 'string' || !who.hasGlobal('admin'))
    return refuse(403, 'Only administrators may use this path');
  if (exchange.method !== 'POST') return refuse(405, 'HTTP method POST is required');
  switch (exchange.url) {
    case '/_platform/control':
      return changeState(server, exchange, apply);
    case '/_platform/backup':
      return backup(server, exchange);
    default:
      return refuse(404, 'Unknown control path');
  }
}

const refuse = (status: number, message: string): Reply => jsonReply(status, { errors: [{ msg: message }] });

function backup({ db, folder }: ServerContext, exchange: Exchange): Reply {
  const parsed = backupOrder.safeParse(parseJson(exchange.body));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  try {
    const file = realPathInside(folder, parsed.data.file);
    if (existsSync(file)) return refuse(400, `${file} already exists; a backup does not replace a file`);
    db.backup(file);
    return jsonReply(200, { file, format: db.formatVersion });
  } catch (error) {
    return refuse(400, messageOf(error));
  }
}

function changeState(
  server: ServerContext,
  exchange: Exchange,
  apply: (state: Partial<ControlState>) => void,
): Reply {
  const parsed = change.safeParse(parseJson(exchange.body));
  if (!parsed.success) return refuse(400, z.prettifyError(parsed.error));
  const { serverVersion, status } = parsed.data;
  const dialect =
    serverVersion === undefined ? server.dialect : dialectOf(serverVersion, server.dialect.isCloud);
  if (!dialect) return refuse(400, `${String(serverVersion)} is not a server version`);
  apply({ dialect, ...(status ? { status } : {}) });
  return jsonReply(200, { version: server.dialect.version, status: server.status });
}

function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch {
    // The caller answers a body that is not JSON with 400.
    return undefined;
  }
}
