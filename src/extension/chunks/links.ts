/** Loaded when the editor is opened by a link. */
export { followLink } from '../links/followLink.ts';
