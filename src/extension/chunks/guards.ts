/** Loaded when the user looks at the hooks of AI editors or sets them up. */
export { guardCommands } from '../guards/guardCommands.ts';
export { GuardRows } from '../guards/guardRows.ts';
