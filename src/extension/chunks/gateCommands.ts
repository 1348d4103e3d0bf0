/** Loaded with the first command about gates. */
export { gateCommands } from '../gates/gateCommands.ts';
