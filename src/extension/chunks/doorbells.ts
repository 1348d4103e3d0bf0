/** Loaded where the settings name a relay, or when somebody connects to one. */
export { connectRelay } from '../doorbells/connectRelay.ts';
export { openLine } from '../doorbells/relayLine.ts';
