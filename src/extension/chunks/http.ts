/** Loaded with the first request. */
export { createHttp } from '../../node/http/createHttp.ts';
