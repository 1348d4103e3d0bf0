/** Loaded with the first command about connections. */
export { connectionCommands } from '../connections/connectionCommands.ts';
