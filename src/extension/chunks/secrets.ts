/** Loaded with the first text that is open while secrets are looked for. */
export { createSecrets } from '../secrets/createSecrets.ts';
