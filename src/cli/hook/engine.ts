import { scan } from '../../core/secrets/scan.ts';
import type { Finding } from './guard.ts';

/** The secret engine as the guard sees it. Zeros are left out: they would hide a secret of UTF-16 read as something else. */
export const findSecrets = (text: string, path: string | undefined): readonly Finding[] =>
  scan(text.includes('\0') ? text.replaceAll('\0', '') : text, path === undefined ? {} : { path }).findings;
