import { randomBytes } from 'node:crypto';
import { userByPassword } from '../auth/credentials.ts';
import { Rights } from '../auth/rights.ts';
import type { Exchange } from '../http/server.ts';
import type { ServerContext } from '../emulator.ts';
import { userById } from '../store/users.ts';

const lifeMs = 12 * 60 * 60 * 1000;

/** The sessions of users on the pages. They are kept in memory, so a restart signs all users out. */
export class PageSessions {
  readonly #sessions = new Map<string, { readonly userId: string; readonly endsAt: number }>();

  /** Returns the `Set-Cookie` header of a new session; `undefined` for a wrong login or password. */
  signIn(platform: ServerContext, login: string, password: string, { remote }: Exchange): string | undefined {
    const user = userByPassword(platform, login, password, remote);
    if (!user) return undefined;
    const id = randomBytes(32).toString('base64url');
    this.#sessions.set(id, { userId: user.id, endsAt: platform.now() + lifeMs });
    return `platform-session=${id}; Path=/; HttpOnly; SameSite=Lax`;
  }

  signOut(exchange: Exchange): string {
    this.#sessions.delete(idOf(exchange));
    return 'platform-session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0';
  }

  /** Returns the rights of the user who sent a request; `undefined` when the user is not signed in. */
  rightsOf({ db, dialect, now }: ServerContext, exchange: Exchange): Rights | undefined {
    const session = this.#sessions.get(idOf(exchange));
    const user = session && session.endsAt > now() ? userById(db, session.userId) : undefined;
    return user?.active ? new Rights(db, dialect, user) : undefined;
  }
}

const idOf = ({ headers }: Exchange): string =>
  /(?:^|;\s*)platform-session=([\w-]+)/u.exec(headers.cookie ?? '')?.[1] ?? '';
