import type { Remedy } from '../../secrets/finding.ts';

/** What to do about a secret, for people. */
export const fixTexts: Readonly<Record<Remedy, string>> = {
  revoke: 'Revoke it where it was issued, then keep the new one out of the files.',
  change: 'Change it where it is checked, then keep the new one out of the files.',
  replaceKey: 'Make a new key, replace what trusts the old one, then keep the new one out of the files.',
};
