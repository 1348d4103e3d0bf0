import * as z from 'zod/mini';
import type { Api, CallOptions } from './client.ts';
import { serverVersion } from './texts.ts';

const navigation = z.object({ edition: z.optional(z.string()), version: z.optional(serverVersion) });

/** What a server says about itself to everybody who is logged in: `community`, `developer`, `enterprise`, `datacenter`. */
type ServerEdition = z.output<typeof navigation>;

export function getServerEdition(api: Api, options?: CallOptions): Promise<ServerEdition> {
  return api.get('api/navigation/global', {}, navigation, options);
}
