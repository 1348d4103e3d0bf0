/** Entry point of the `extension` bundle, which the editor activates. */
export { activate } from '../extension/activate.ts';
