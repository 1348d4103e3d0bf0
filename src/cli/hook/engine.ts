import type { Finding } from './guard.ts';

/** The secret engine as the guard sees it. Not there yet: until then every question is refused. */
export const findSecrets: (text: string, path: string | undefined) => readonly Finding[] = () => {
  throw new Error('no engine');
};
