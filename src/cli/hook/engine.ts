import { scan } from '../../core/secrets/scan.ts';
import type { Finding } from './guard.ts';

/** The secret engine as the guard sees it. */
export const findSecrets = (text: string, path: string | undefined): readonly Finding[] =>
  scan(text, path === undefined ? {} : { path }).findings;
