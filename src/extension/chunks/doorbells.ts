/** Loaded when the settings name a relay, or when the user connects to one. */
export { connectRelay } from '../push/connectRelay.ts';
export { openLine } from '../push/relayLine.ts';
