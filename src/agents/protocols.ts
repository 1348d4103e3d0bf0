import { antigravityProtocol } from './antigravity/protocol.ts';
import { claudeProtocol } from './claude/protocol.ts';
import { codexProtocol } from './codex/protocol.ts';
import { copilotProtocol } from './copilot/protocol.ts';
import { cursorProtocol } from './cursor/protocol.ts';
import { geminiProtocol } from './gemini/protocol.ts';
import { kiroProtocol } from './kiro/protocol.ts';
import { opencodeProtocol } from './opencode/protocol.ts';
import { windsurfProtocol } from './windsurf/protocol.ts';
import { type Answer, type CheckedKind, type EventKind, type HookProtocol, noAnswer } from './protocol.ts';

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

/** Whether a hook can deny an event of this kind. */
export function isChecked(kind: EventKind): kind is CheckedKind {
  return kind !== 'session' && kind !== 'turn';
}

/**
 * Returns the denial of an event, in the form of Cursor for an unknown agent. An unknown event is denied like a read. The
 * start of a session and the end of a turn get an answer without content.
 */
export function denialOf(agent: string, event: string, reason: string): Answer {
  const kind = kindOf(agent, event) ?? 'permission';
  return isChecked(kind) ? (protocolOf(agent) ?? cursorProtocol).deny(kind, reason) : noAnswer;
}
