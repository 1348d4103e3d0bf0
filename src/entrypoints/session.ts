/** Entry point of the `session` bundle, which the hook loads at the start of a session and at the end of a turn. */
export { startSession } from '../cli/hook/session/main.ts';
export { endTurn } from '../cli/hook/session/turnEnd.ts';
