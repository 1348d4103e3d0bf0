import type { FormatRule } from '../formats/formatRule.ts';

/** Networks at the edge: content delivery, names, tunnels. Patterns are written from the documentation that each rule links to. */
export const edgeRules: readonly FormatRule[] = [
  {
    id: 'cloudflare-token',
    description: 'Cloudflare API credential',
    link: 'https://developers.cloudflare.com/fundamentals/api/get-started/token-formats/',
    pattern: /cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}/y,
  },
  {
    id: 'cloudflare-api-token',
    description: 'Cloudflare API token',
    link: 'https://developers.cloudflare.com/fundamentals/api/get-started/create-token/',
    near: [
      ['cloudflare', 'cf_', 'cf-'],
      ['token', 'key', 'secret'],
    ],
    pattern: /[\w-]{40}/y,
  },
  {
    id: 'cloudflare-global-key',
    description: 'Cloudflare global API key',
    link: 'https://developers.cloudflare.com/fundamentals/api/get-started/keys/',
    near: [['cloudflare', 'cf_', 'cf-'], ['key']],
    pattern: /[0-9a-f]{37}/y,
  },
  {
    id: 'cloudflare-origin-ca-key',
    description: 'Cloudflare Origin CA key',
    link: 'https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys/',
    pattern: /v1\.0-[0-9a-f]{24}-[0-9a-f]{146}/y,
  },
  {
    id: 'tailscale-key',
    description: 'Tailscale key',
    link: 'https://tailscale.com/kb/1085/auth-keys',
    keywords: ['tskey-'],
    pattern: /tskey-(?:auth|api|client|scim|webhook)-[A-Za-z0-9]{8,20}-[A-Za-z0-9]{20,40}/y,
  },
  {
    id: 'ngrok-token',
    description: 'ngrok authentication token',
    link: 'https://ngrok.com/docs/api/',
    near: [['ngrok'], ['token', 'key', 'auth']],
    pattern: /[12][A-Za-z0-9]{26}_[A-Za-z0-9]{20,22}/y,
  },
  {
    id: 'akamai-client-token',
    description: 'Akamai EdgeGrid token',
    link: 'https://techdocs.akamai.com/developer/docs/edgegrid',
    pattern: /akab-[a-z0-9]{16}-[a-z0-9]{16}/y,
  },
  {
    id: 'porkbun-secret-key',
    description: 'Porkbun secret API key',
    link: 'https://porkbun.com/api/json/v3/documentation',
    pattern: /sk1_[0-9a-f]{64}/y,
  },
  {
    id: 'zuplo-api-key',
    description: 'Zuplo API key',
    link: 'https://zuplo.com/docs/articles/api-key-best-practices',
    pattern: /zpka_[A-Za-z0-9]{16,64}_[A-Za-z0-9]{6,16}/y,
  },
];
