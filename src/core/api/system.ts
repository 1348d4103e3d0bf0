import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { serverStatus, serverVersion } from './texts.ts';

// Some builds omit `id` and `version` for anonymous callers.
const systemStatus = z.object({ version: z.optional(serverVersion), status: serverStatus });
export type SystemStatus = z.output<typeof systemStatus>;

/** Returns the server's version and status. The answer proves nothing about the credential. */
export function getSystemStatus(api: Api): Promise<SystemStatus> {
  return api.get('api/system/status', {}, systemStatus);
}

const health = z.object({
  health: z.string(),
  causes: z._default(z.array(z.object({ message: z.string() })), []),
});

/** Returns the server's health, GREEN, YELLOW or RED, with its causes. Only administrators may call it. */
export async function getSystemHealth(
  api: Api,
): Promise<{ readonly health: string; readonly causes: readonly string[] }> {
  const answer = await api.get('api/system/health', {}, health);
  return { health: answer.health, causes: answer.causes.map(({ message }) => message) };
}

/** Returns sections of attributes under the platform's names. Only administrators may call it. */
export function getSystemInfo(api: Api): Promise<Readonly<Record<string, unknown>>> {
  return api.get('api/system/info', {}, z.record(z.string(), z.unknown()));
}

export const systemLogs = ['access', 'app', 'ce', 'deprecation', 'es', 'web'] as const;

export function getSystemLogs(
  api: Api,
  { name }: { readonly name: (typeof systemLogs)[number] },
): Promise<string> {
  return api.getText('api/system/logs', { name });
}

const navigation = z.object({ edition: z.optional(z.string()), version: z.optional(serverVersion) });

/**
 * Returns the edition of a server (`community`, `developer`, `enterprise`, `datacenter`) and its version. The server
 * shows both to every user who is logged in.
 */
export function getServerEdition(api: Api): Promise<z.output<typeof navigation>> {
  return api.get('api/navigation/global', {}, navigation);
}
