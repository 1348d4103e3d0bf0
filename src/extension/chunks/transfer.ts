/** Loaded when the user exports or imports connections. */
export { transferCommands } from '../transfer/transferCommands.ts';
