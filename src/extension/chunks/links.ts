/** Loaded when a link opens the editor. */
export { followLink } from '../links/followLink.ts';
