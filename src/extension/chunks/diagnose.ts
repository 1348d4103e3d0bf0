/** Loaded when the user asks for a diagnosis. */
export { diagnoseCommands } from '../diagnose/diagnoseCommands.ts';
