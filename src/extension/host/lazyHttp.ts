import type { Http } from '../../core/http.ts';
import { lazy } from './lazy.ts';

/** The network, whose code is read when it is first used. */
export function lazyHttp(): Http {
  const http = lazy(async () => (await import('../chunks/http.ts')).createHttp());
  return { send: async (request) => (await http()).send(request) };
}
