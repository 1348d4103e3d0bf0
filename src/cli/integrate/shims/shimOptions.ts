import type { EventKind, HookProtocol } from '../../../agents/protocol.ts';

/** The values that the text of a shim depends on. */
export interface ShimOptions {
  readonly version: string;
  /**
   * The value of `SERVICE_HOME` at the installation. Undefined: the shim looks up the user's home folder at run time.
   */
  readonly home: string | undefined;
  readonly agent: string;
  readonly protocol: HookProtocol;
}

/**
 * Name of the folder beside the handler in which Node keeps compiled code for the next run. Node checks that code
 * against the source and drops code that does not match. The folder is not part of the installation, but a removal
 * deletes it.
 */
export const compileCache = 'cache';

/** Returns the answers that a shim gives without the handler, as JSON without a line end. */
export function denials({ agent, protocol }: ShimOptions): Record<EventKind, string> {
  const reason = `Blocked: the secrets hook cannot run on this machine. Install service-cli, then run: service-cli integrate ${agent}`;
  const denial = (kind: EventKind): string => protocol.deny(kind, reason).stdout.trim();
  return {
    prompt: denial('prompt'),
    output: denial('output'),
    session: denial('session'),
    permission: denial('permission'),
  };
}

/** Returns the names of the events of one kind. */
export function eventsOf({ protocol }: ShimOptions, kind: EventKind): string[] {
  return Object.keys(protocol.events).filter((event) => protocol.events[event] === kind);
}
