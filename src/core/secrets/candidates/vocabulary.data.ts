/**
 * Words that make a name mean a secret. Generous on purpose: the scorer, not this list, decides.
 * `whole` words are too short to be looked for inside other words.
 */
export const nameWords: readonly { readonly text: string; readonly whole?: true }[] = [
  { text: 'pass' },
  { text: 'pwd' },
  { text: 'pswd' },
  { text: 'pw', whole: true },
  { text: 'secret' },
  { text: 'token' },
  { text: 'key' },
  { text: 'auth' },
  { text: 'cred' },
  { text: 'otp', whole: true },
  { text: 'seed' },
  { text: 'pin', whole: true },
  { text: 'webhook' },
  { text: 'hmac' },
  { text: 'license' },
  { text: 'accountkey' },
  { text: 'login' },
  { text: 'senha' },
  { text: 'kennwort' },
  { text: 'contrase' },
  { text: 'identified by' },
];

/** Schemes of an `Authorization` header. */
export const headerWords: readonly string[] = ['basic', 'bearer'];

/** Programs that take a password as an option that doesn't say so. */
export const commandWords: readonly string[] = [
  'curl ',
  'mysql',
  'sshpass',
  'redis-cli',
  'psexec',
  'docker login',
  'sqlcmd ',
  'net use ',
];

/** Programs that read a password from a pipe. */
export const pipedWords: readonly string[] = ['| sudo -s', '| docker login', '| passwd '];

/** What stands before `user/password@host`. */
export const slashLoginWords: readonly string[] = [':thin:', ':oci:', 'sqlplus '];
