import type { FormatExamples } from './formatExamples.ts';

/** How tokens of src/secrets/rules/edge.data.ts look, written apart from their patterns. */
export const edgeExamples: readonly FormatExamples[] = [
  { rule: 'cloudflare-token', form: 'cfut_{an:40}{hex:8}' },
  { rule: 'cloudflare-api-token', form: 'CLOUDFLARE_API_TOKEN={w:40}' },
  { rule: 'cloudflare-global-key', form: 'cloudflare_api_key: {hex:37}' },
  { rule: 'cloudflare-origin-ca-key', form: 'v1.0-{hex:24}-{hex:146}' },
  { rule: 'tailscale-key', form: 'tskey-auth-{an:17}-{an:32}' },
  { rule: 'ngrok-token', form: 'NGROK_AUTHTOKEN=2{an:26}_{an:21}' },
  { rule: 'akamai-client-token', form: 'akab-{lan:16}-{lan:16}' },
  { rule: 'porkbun-secret-key', form: 'sk1_{hex:64}' },
  { rule: 'zuplo-api-key', form: 'zpka_{lan:32}_{hex:8}' },
];
