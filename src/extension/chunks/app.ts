/** Loaded at every start, as soon as the editor no longer waits for the activation. */
export { createApp } from '../app.ts';
