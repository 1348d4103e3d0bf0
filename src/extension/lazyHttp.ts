import type { Http } from '../core/http.ts';

/** The network, whose code is read when it is first used and not while the editor starts. */
export function lazyHttp(): Http {
  let http: Promise<Http> | undefined;
  const load = async () => (await import('./chunks/http.ts')).createHttp();
  return { send: async (request) => (await (http ??= load())).send(request) };
}
