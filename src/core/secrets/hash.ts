import { createHash } from 'node:crypto';
import type { Finding } from './finding.ts';

/**
 * How allow-lists and baselines name a value without holding it: `sha256:` and 32 hexadecimal digits. Apart from the
 * scan, because loading node:crypto takes a hook longer than scanning.
 */
export function hashSecret(secret: string): string {
  return `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 32)}`;
}

export const hashOfFinding = (text: string, { start, end }: Finding): string =>
  hashSecret(text.slice(start, end));
