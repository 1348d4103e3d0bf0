/** Loaded when the user configures the tool server of another editor or agent. */
export { configureToolServer } from '../toolServer/configure.ts';
