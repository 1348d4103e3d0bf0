/** Loaded with the first open text while the scan for secrets is on. */
export { createSecrets } from '../secrets/createSecrets.ts';
