/** Loaded when somebody looks at the guards of AI editors or sets them up. */
export { guardCommands } from '../guards/guardCommands.ts';
export { GuardRows } from '../guards/guardRows.ts';
