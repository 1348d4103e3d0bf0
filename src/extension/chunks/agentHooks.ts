/** Loaded when the user looks at the hooks of AI editors or sets them up. */
export { agentHookCommands } from '../agentHooks/agentHookCommands.ts';
export { AgentHookRows } from '../agentHooks/agentHookRows.ts';
