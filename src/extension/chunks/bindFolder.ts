/** Loaded when the user binds a folder or shares a binding. */
export { pickProject } from '../bindings/pickProject.ts';
export { shareBinding } from '../bindings/shareBinding.ts';
