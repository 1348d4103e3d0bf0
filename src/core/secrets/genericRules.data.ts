import type { Claim } from './claim.ts';

type GenericRule = Omit<Claim, 'start' | 'end'>;

/** Key material that has a structure of its own. */
export const keyRules = {
  pem: {
    rule: 'private-key',
    description: 'Private key (PEM)',
    confidence: 'high',
    remedy: 'replaceKey',
    strength: 90,
  },
  webKey: {
    rule: 'json-web-key',
    description: 'Private or symmetric JSON Web Key',
    confidence: 'high',
    remedy: 'replaceKey',
    strength: 90,
  },
} as const satisfies Record<string, GenericRule>;

/** Values that are secrets by their name and looks, by what the name says. */
export const genericRules = {
  password: {
    rule: 'generic-password',
    description: 'Password',
    confidence: 'medium',
    remedy: 'change',
    strength: 10,
  },
  urlPassword: {
    rule: 'url-password',
    description: 'Password in a URL',
    confidence: 'medium',
    remedy: 'change',
    strength: 20,
  },
  httpCredentials: {
    rule: 'http-credentials',
    description: 'Credentials of an HTTP header',
    confidence: 'medium',
    remedy: 'change',
    strength: 20,
  },
  token: {
    rule: 'generic-token',
    description: 'Token',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
  otpSeed: {
    rule: 'otp-seed',
    description: 'Seed of one-time passwords',
    confidence: 'medium',
    remedy: 'change',
    strength: 10,
  },
  key: {
    rule: 'generic-key',
    description: 'Secret key',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
  secret: {
    rule: 'generic-secret',
    description: 'Secret value',
    confidence: 'medium',
    remedy: 'revoke',
    strength: 10,
  },
} as const satisfies Record<string, GenericRule>;
