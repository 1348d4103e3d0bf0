import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import { serverVersion } from './texts.ts';

const navigation = z.object({ edition: z.optional(z.string()), version: z.optional(serverVersion) });

/**
 * The edition of a server (`community`, `developer`, `enterprise`, `datacenter`) and its version. The server shows both
 * to every user who is logged in.
 */
type ServerEdition = z.output<typeof navigation>;

/** Returns the edition of a server (`api/navigation/global`), which decides whether it hosts a tool server. */
export function getServerEdition(api: Api, options?: CallOptions): Promise<ServerEdition> {
  return api.get('api/navigation/global', {}, navigation, options);
}
