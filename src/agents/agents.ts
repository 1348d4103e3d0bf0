import type { AgentLayout } from './agent.ts';
import { antigravity } from './antigravity/layout.ts';
import { claude } from './claude/layout.ts';
import { codex } from './codex/layout.ts';
import { copilot } from './copilot/layout.ts';
import { cursor } from './cursor/layout.ts';
import { gemini } from './gemini/layout.ts';
import { kiro } from './kiro/layout.ts';
import { opencode } from './opencode/layout.ts';
import { vscode } from './vscode/layout.ts';
import { windsurf } from './windsurf/layout.ts';

/** Every agent that `integrate` knows, in the order of the help. */
export const agents: readonly AgentLayout[] = [
  cursor,
  claude,
  copilot,
  codex,
  kiro,
  windsurf,
  gemini,
  antigravity,
  opencode,
  vscode,
];
