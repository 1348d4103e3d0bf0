import { noLog } from '../../src/core/log.ts';
import type { RequestListener } from 'node:http';
import { Api } from '../../src/core/api/client.ts';
import type { Log } from '../../src/core/log.ts';
import { createHttp } from '../../src/node/http/createHttp.ts';
import { startServer } from './httpServer.ts';

/** Path below the base address → what is answered: a status alone, a JSON body, or text as it stands. */
export type Answers = Readonly<Record<string, number | object | string>>;

export interface StubbedApi {
  readonly api: Api;
  /** `GET api/x?y=z` with the `Authorization` header, in order. */
  readonly requests: { readonly line: string; readonly authorization: string | undefined }[];
  /** The log entries at the level of warnings and above. */
  readonly warnings: string[];
}

/** Scripted answers over real HTTP that no platform gives: broken, hostile and half-started ones. */
export async function withAnswers(
  answers: Answers,
  token: string | undefined,
  use: (stub: StubbedApi) => Promise<void>,
): Promise<void> {
  const requests: StubbedApi['requests'] = [];
  const warnings: string[] = [];
  const listener: RequestListener = (request, response) => {
    const url = request.url ?? '';
    requests.push({
      line: `${request.method ?? ''} ${url.slice(1)}`,
      authorization: request.headers.authorization,
    });
    const answer = answers[url.slice(1).replace(/\?.*/, '')] ?? 404;
    if (typeof answer === 'number') response.writeHead(answer).end();
    else if (typeof answer === 'string') response.end(answer);
    else response.end(JSON.stringify(answer));
  };
  await using server = await startServer(listener);
  const warn = (message: string): void => void warnings.push(message);
  const ignore = (): void => undefined;
  const log: Log = { trace: ignore, debug: ignore, info: ignore, warn, error: warn };
  const api = new Api({ http: createHttp(), log, baseUrl: server.url, userAgent: 'test', token });
  await use({ api, requests, warnings });
}

/** Returns an anonymous client of a platform at an address. */
export function apiAt(baseUrl: string): Api {
  return new Api({ http: createHttp(), log: noLog, baseUrl, userAgent: 'test' });
}
