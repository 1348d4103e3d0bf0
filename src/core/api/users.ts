import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { displayName } from './texts.ts';

const currentUser = z.object({
  isLoggedIn: z.boolean(),
  login: z.optional(displayName),
  name: z.optional(displayName),
  permissions: z.optional(z.object({ global: z.array(z.string()) })),
});
type CurrentUser = z.output<typeof currentUser>;

/** Returns the token's user, but not its kind. Rejects with `unauthorized` for an unknown, expired or revoked token. */
export function getCurrentUser(api: Api): Promise<CurrentUser> {
  return api.get('api/users/current', {}, currentUser);
}
