import type { RuleMatch } from './candidates/candidate.ts';

type GenericRule = Omit<RuleMatch, 'start' | 'end'>;

/** Key material that has a structure of its own. */
export const keyRules = {
  pem: {
    rule: 'private-key',
    confidence: 'high',
    remedy: 'replaceKey',
    strength: 90,
  },
  webKey: {
    rule: 'json-web-key',
    confidence: 'high',
    remedy: 'replaceKey',
    strength: 90,
  },
} as const satisfies Record<string, GenericRule>;

/** Values that are secrets by their name and looks, by what the name says. */
export const genericRules = {
  password: {
    rule: 'generic-password',
    confidence: 'medium',
    remedy: 'change',
    strength: 10,
  },
  urlPassword: {
    rule: 'url-password',
    confidence: 'medium',
    remedy: 'change',
    strength: 20,
  },
  httpCredentials: {
    rule: 'http-credentials',
    confidence: 'medium',
    remedy: 'change',
    strength: 20,
  },
  token: {
    rule: 'generic-token',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
  otpSeed: {
    rule: 'otp-seed',
    confidence: 'medium',
    remedy: 'change',
    strength: 10,
  },
  key: {
    rule: 'generic-key',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
  /** The prefix of a vendor, a form that no rule knows, and a name that means a secret. */
  unknownForm: {
    rule: 'vendor-token',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 30,
  },
  secret: {
    rule: 'generic-secret',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
} as const satisfies Record<string, GenericRule>;
