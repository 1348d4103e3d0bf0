import type { Organization } from '../../../core/api/organizations.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { CloudRegion } from '../../../core/brand.ts';
import type { ConnectionState } from '../../../core/connections/check.ts';
import type { Target } from '../../../core/connections/connection.ts';
import { Failure } from '../../../core/failures.ts';

/** What the steps of the connection wizard need of the rest. Nothing here stores anything. */
export interface WizardOptions {
  readonly title: string;
  readonly probe: (
    target: Target,
    token: string | undefined,
    signal: AbortSignal,
  ) => Promise<ConnectionState>;
  /** Rejects as the Web API does. */
  readonly organizationsOf: (
    region: CloudRegion,
    token: string,
    signal: AbortSignal,
  ) => Promise<readonly Organization[]>;
  /** While editing: the stored token; rejects with `wrongOrigin` where it belongs to another address. */
  readonly storedToken: ((target: Target) => Promise<string | undefined>) | undefined;
  readonly takenNames: readonly string[];
  /** Where the platform makes tokens. */
  readonly tokenPage: (target: Target) => string;
  /** Base address of its pages. */
  readonly baseUrlOf: (target: Target) => string;
  readonly clock: Clock;
  readonly log: Log;
  readonly cloudAddressOf: (region: CloudRegion) => string;
}

/** What was typed, else what is stored for this very address. */
export async function tokenFor(
  typed: string,
  target: Target,
  { storedToken }: WizardOptions,
): Promise<string | undefined> {
  if (typed !== '') return typed;
  try {
    return await storedToken?.(target);
  } catch (failure) {
    // The stored token belongs to another address: as if there were none.
    if (Failure.is(failure, 'wrongOrigin')) return undefined;
    throw failure;
  }
}
