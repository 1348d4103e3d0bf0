/** Loaded when somebody sets up the guards of AI editors. */
export { setUpGuards } from '../guards/setUpGuards.ts';
