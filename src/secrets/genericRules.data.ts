import type { RuleMatch } from './candidates/candidate.ts';

export type GenericRule = Omit<RuleMatch, 'start' | 'end'>;

const keyRule = (rule: string): GenericRule => ({
  rule,
  confidence: 'high',
  fix: 'replaceKey',
  strength: 90,
});

/** Rules for key material with a recognisable structure. */
export const keyRules = { pem: keyRule('private-key'), webKey: keyRule('json-web-key') };

const namedRule = (rule: string, fix: GenericRule['fix'], strength = 10): GenericRule => ({
  rule,
  confidence: 'medium',
  fix,
  strength,
});

/** Rules for values that are secrets by their name and their form, by the meaning of the name. */
export const genericRules = {
  password: namedRule('generic-password', 'change'),
  urlPassword: namedRule('url-password', 'change', 20),
  httpCredentials: namedRule('http-credentials', 'change', 20),
  token: namedRule('generic-token', 'revoke'),
  otpSeed: namedRule('otp-seed', 'change'),
  key: namedRule('generic-key', 'revoke'),
  /** The prefix of a vendor, a form that no rule knows, and a name that means a secret. */
  unknownForm: namedRule('vendor-token', 'revoke', 30),
  secret: namedRule('generic-secret', 'revoke'),
};
