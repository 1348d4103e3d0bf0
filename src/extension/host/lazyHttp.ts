import type { Http } from '../../core/http.ts';
import { lazy } from './lazy.ts';

/** Returns an HTTP client whose code is loaded with the first request. */
export function lazyHttp(): Http {
  const http = lazy(async () => (await import('../../node/http/createHttp.ts')).createHttp());
  return { send: async (request) => (await http()).send(request) };
}
