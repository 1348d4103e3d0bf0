/** Loaded at every start, as soon as the editor no longer waits for us. */
export { createApp } from '../app.ts';
