import { type Answer, type EventKind, type HookProtocol, noAnswer } from '../../../agents/protocol.ts';
import { isChecked } from '../../../agents/protocols.ts';

export interface ShimOptions {
  readonly version: string;
  /** The value of `SERVICE_HOME` at the installation; undefined: the shim looks up the home folder at run time. */
  readonly home: string | undefined;
  /** Whether the shim uses `home` whatever the environment says, as a machine-wide installation must. */
  readonly isHomeFixed?: boolean;
  readonly agent: string;
  readonly protocol: HookProtocol;
}

/** The answer that a shim gives to an event without the handler. */
export interface Denial {
  readonly events: readonly string[];
  readonly kind: EventKind;
  /** JSON without a line end. */
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: Answer['exitCode'];
}

/** Returns the denials by kind of event. The one of `permission` is last, and also answers unknown events. */
export function denials(options: ShimOptions): readonly Denial[] {
  const { agent, protocol, isHomeFixed } = options;
  const reason =
    isHomeFixed === true
      ? `Blocked: the secrets hook cannot run on this machine. Install service-cli, then run: service-cli integrate ${agent}`
      : `Blocked: the secrets hook cannot run on this machine. Install service-cli, unset SERVICE_HOME if it names a folder of a project or of another user, then run: service-cli integrate ${agent}`;
  return (['prompt', 'session', 'turn', 'output', 'permission'] as const).flatMap((kind) => {
    const events = eventsOf(options, kind);
    if (events.length === 0 && kind !== 'permission') return [];
    const { stdout, stderr = '', exitCode } = isChecked(kind) ? protocol.deny(kind, reason) : noAnswer;
    return [{ events, kind, stdout: stdout.trim(), stderr: stderr.trim(), exitCode }];
  });
}

function eventsOf({ protocol }: ShimOptions, kind: EventKind): string[] {
  return Object.keys(protocol.events).filter((event) => protocol.events[event] === kind);
}

/** Returns the events that no failure of the hook stops. */
export function uncheckedEvents(options: ShimOptions): string[] {
  return [...eventsOf(options, 'session'), ...eventsOf(options, 'turn')];
}
