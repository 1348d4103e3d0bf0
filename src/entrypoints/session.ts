/** Entry point of the `session` bundle, which the hook loads at the start of a session. */
export { startSession } from '../cli/hook/session/main.ts';
