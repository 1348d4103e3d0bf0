/** Loaded when somebody binds a folder. */
export { pickProject } from '../bindings/pickProject.ts';
export { shareBinding } from '../bindings/shareBinding.ts';
