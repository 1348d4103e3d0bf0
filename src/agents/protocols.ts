import { antigravityProtocol } from './antigravity/answer.ts';
import { claudeProtocol } from './claude/answer.ts';
import { codexProtocol } from './codex/answer.ts';
import { copilotProtocol } from './copilot/answer.ts';
import { cursorProtocol } from './cursor/answer.ts';
import { geminiProtocol } from './gemini/answer.ts';
import { kiroProtocol } from './kiro/answer.ts';
import { opencodeProtocol } from './opencode/answer.ts';
import { windsurfProtocol } from './windsurf/answer.ts';
import type { Answer, EventKind, HookProtocol } from './protocol.ts';

/** The protocols of all agents with hooks. The shims, the loader and the dispatcher answer with these alone. */
const protocols: Readonly<Record<string, HookProtocol>> = {
  cursor: cursorProtocol,
  antigravity: antigravityProtocol,
  claude: claudeProtocol,
  codex: codexProtocol,
  copilot: copilotProtocol,
  gemini: geminiProtocol,
  kiro: kiroProtocol,
  opencode: opencodeProtocol,
  windsurf: windsurfProtocol,
};

export function protocolOf(agent: string): HookProtocol | undefined {
  return Object.hasOwn(protocols, agent) ? protocols[agent] : undefined;
}

/** Returns the kind of an event, or undefined for an event that these hooks do not answer. */
export function kindOf(agent: string, event: string): EventKind | undefined {
  const events = protocolOf(agent)?.events;
  return events && Object.hasOwn(events, event) ? events[event] : undefined;
}

/**
 * Returns the denial of an event, in the form of Cursor for an unknown agent. An unknown event is denied like a read.
 */
export function denialOf(agent: string, event: string, reason: string): Answer {
  return (protocolOf(agent) ?? cursorProtocol).deny(kindOf(agent, event) ?? 'permission', reason);
}
