import { Api } from '../core/api/client.ts';
import { noLog } from '../core/log.ts';
import { createHttp } from '../node/http/createHttp.ts';

/** Returns a client of the platform that the user runs or names, for the commands that call it. */
export function platformApi(baseUrl: string, token: string): Api {
  return new Api({ http: createHttp(), log: noLog, baseUrl, userAgent: 'service-cli', token });
}
