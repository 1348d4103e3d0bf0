/** Loaded when somebody wants to know what is wrong. */
export { diagnoseCommands } from '../diagnose/diagnoseCommands.ts';
