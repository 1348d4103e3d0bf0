import type { UserMessage } from '../words.ts';

/** The result of one check. No text contains a secret. */
export interface CheckResult {
  readonly check:
    | 'versions'
    | 'files'
    | 'settings'
    | 'name'
    | 'path'
    | 'certificate'
    | 'platform'
    | 'clock'
    | 'login'
    | 'hooks'
    | 'relay';
  readonly status: 'ok' | 'warning' | 'failed';
  readonly text: string;
  readonly fix?: string;
  readonly details?: readonly string[];
}

export function hasFailed({ status }: CheckResult): boolean {
  return status === 'failed';
}

export function findingFrom(
  check: CheckResult['check'],
  status: CheckResult['status'],
  { message, ...fix }: UserMessage,
): CheckResult {
  return { check, status, text: message, ...fix };
}

export const checkMs = 8_000;

/** Returns what `work` returns, or rejects after `checkMs`: a resolver or a keyring may not answer for minutes. */
export async function withCheckDeadline<T>(
  what: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(checkMs);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () =>
      reject(new LateCheck(`${what} gave no answer within ${checkMs / 1000} seconds`)),
    ),
  );
  return Promise.race([work(signal), late]);
}

export class LateCheck extends Error {
  override readonly name = 'LateCheck';
}
