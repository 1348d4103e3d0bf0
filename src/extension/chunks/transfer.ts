/** Loaded when somebody exports or imports connections. */
export { transferCommands } from '../transfer/transferCommands.ts';
