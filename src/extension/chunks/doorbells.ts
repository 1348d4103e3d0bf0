/** Loaded where the settings name a relay, or when somebody connects to one. */
export { connectRelay } from '../push/connectRelay.ts';
export { openLine } from '../push/relayLine.ts';
