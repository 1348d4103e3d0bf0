/** Loaded when the settings name a relay, or when the user connects to one. */
export { connectRelay } from '../push/connectRelay.ts';
export { openRelayConnection } from '../push/relayConnection.ts';
