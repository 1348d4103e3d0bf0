import { Failure } from '../core/failures.ts';
import { readState } from '../node/cliState.ts';
import { findCredential, type Credential } from '../node/credentials.ts';
import { findKeyring, keyring } from '../node/keyring.ts';
import { tokenFile } from '../node/secretPlaces.ts';
import { serviceHome } from '../node/serviceHome.ts';
import { Problem } from './answers/problem.ts';
import { remedies } from './answers/remedies.ts';
import type { Platform } from './launch/configuration.ts';

/** A platform with the token that `service-cli auth login` stored for it. */
export interface LoggedIn {
  readonly platform: Platform;
  readonly token: string;
}

/**
 * The login of service-cli, for a server on the pipes of one person's editor. Never over HTTP: whoever reached the
 * port would be that person.
 */
export class CliLogin {
  readonly #env: NodeJS.ProcessEnv;
  #found: LoggedIn | undefined;

  constructor(env: NodeJS.ProcessEnv) {
    this.#env = env;
  }

  /** The one found last. */
  get current(): LoggedIn | undefined {
    return this.#found;
  }

  /** Undefined when nobody is logged in; looked up again then, so that a login needs no restart. Rejects with a `Problem`. */
  async find(): Promise<LoggedIn | undefined> {
    try {
      this.#found ??= await this.#lookUp();
      return this.#found;
    } catch (error) {
      // A damaged file, a locked keyring, a token of another platform.
      throw Failure.is(error) ? new Problem(remedies.loginUnusable(error.message)) : error;
    }
  }

  /** The platform has refused its token: there may be a newer one. */
  forget(): void {
    this.#found = undefined;
  }

  async #lookUp(): Promise<LoggedIn | undefined> {
    const home = serviceHome(this.#env);
    const { state } = await readState(home.state);
    const module = this.#env.SERVICE_KEYRING === 'off' ? undefined : findKeyring();
    const found = await findCredential({
      // Of the login alone: the variables are the configuration's.
      env: {},
      login: state.login,
      place: (kind) => {
        if (kind === 'file') return tokenFile(home.token);
        return module === undefined ? undefined : keyring(module);
      },
    });
    if (!('problem' in found)) return { platform: platformOf(found), token: found.token };
    if (found.problem === 'notLoggedIn') return undefined;
    throw new Problem(remedies.loginIncomplete);
  }
}

function platformOf({ platform: { target, baseUrl, apiUrl } }: Credential): Platform {
  if (target.kind === 'server') return { kind: 'server', url: target.serverUrl };
  const { region, organizationKey } = target;
  return { kind: 'cloud', region, hosts: { web: baseUrl, api: apiUrl }, organization: organizationKey };
}
