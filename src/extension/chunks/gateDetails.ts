/** Loaded when the user opens the details of a gate. */
export { DetailsPanels } from '../gates/details/panels.ts';
