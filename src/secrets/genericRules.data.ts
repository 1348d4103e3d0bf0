import type { RuleMatch } from './candidates/candidate.ts';

type GenericRule = Omit<RuleMatch, 'start' | 'end'>;

/** Rules for key material with a recognisable structure. */
export const keyRules = {
  pem: {
    rule: 'private-key',
    confidence: 'high',
    fix: 'replaceKey',
    strength: 90,
  },
  webKey: {
    rule: 'json-web-key',
    confidence: 'high',
    fix: 'replaceKey',
    strength: 90,
  },
} as const satisfies Record<string, GenericRule>;

/** Rules for values that are secrets by their name and their form, by the meaning of the name. */
export const genericRules = {
  password: {
    rule: 'generic-password',
    confidence: 'medium',
    fix: 'change',
    strength: 10,
  },
  urlPassword: {
    rule: 'url-password',
    confidence: 'medium',
    fix: 'change',
    strength: 20,
  },
  httpCredentials: {
    rule: 'http-credentials',
    confidence: 'medium',
    fix: 'change',
    strength: 20,
  },
  token: {
    rule: 'generic-token',
    confidence: 'medium',
    fix: 'revoke',
    strength: 10,
  },
  otpSeed: {
    rule: 'otp-seed',
    confidence: 'medium',
    fix: 'change',
    strength: 10,
  },
  key: {
    rule: 'generic-key',
    confidence: 'medium',
    fix: 'revoke',
    strength: 10,
  },
  /** The prefix of a vendor, a form that no rule knows, and a name that means a secret. */
  unknownForm: {
    rule: 'vendor-token',
    confidence: 'medium',
    fix: 'revoke',
    strength: 30,
  },
  secret: {
    rule: 'generic-secret',
    confidence: 'medium',
    fix: 'revoke',
    strength: 10,
  },
} as const satisfies Record<string, GenericRule>;
