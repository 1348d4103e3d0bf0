/** Loaded when a folder is not bound and a connection works, or when the user asks for suggestions. */
export { suggestBindings } from '../bindings/suggestions/suggestBindings.ts';
export { offerBindings } from '../bindings/suggestions/offerBindings.ts';
