import type { IncomingMessage } from 'node:http';
import type { BodyReader } from './bodyReader.ts';

/** A platform as it shows itself to a handler that is mounted beside its own paths. */
export interface MountContext {
  /** `http://host:port` under which this process reaches the platform. */
  readonly address: string;
  readonly isCloud: boolean;
  /** Whether a name in a Host header, IPv6 in brackets, belongs to the platform. */
  readonly isOwnHost: (name: string) => boolean;
  readonly bodies: BodyReader;
  /** The handler calls it when it has authenticated a request. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly onError: (error: unknown) => void;
}
