/** Loaded when somebody looks into a gate. */
export { DetailsPanels } from '../gates/details/panels.ts';
