import type { AgentLayout } from './agent.ts';
import { claude } from './claude/layout.ts';
import { cursor } from './cursor/layout.ts';
import { gemini } from './gemini/layout.ts';
import { vscode } from './vscode/layout.ts';

/** Every agent that `integrate` knows, in the order of the help. */
export const agents: readonly AgentLayout[] = [cursor, vscode, claude, gemini];
