/** Loaded when folders are bound to nothing and a connection works, or when somebody asks. */
export { suggestBindings } from '../bindings/suggestions/suggestBindings.ts';
export { offerBindings } from '../bindings/suggestions/offerBindings.ts';
