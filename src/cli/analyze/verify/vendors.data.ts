/** How to ask a vendor whether it still accepts a token: one request that changes nothing. */
export interface Vendor {
  readonly name: string;
  /** The rules whose findings are tokens of this vendor. */
  readonly rules: readonly string[];
  /** The vendor's page that documents the request. */
  readonly page: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** `{token}` stands for the token. It is never part of an address. */
  readonly headers: Readonly<Record<string, string>>;
  /** Statuses that mean that the token is accepted. A restricted token may be accepted and get 403. */
  readonly accepted: readonly number[];
  /** A text in the body that an accepted token gets; for vendors that always answer 200. */
  readonly acceptedText?: string;
}

const bearer = { authorization: 'Bearer {token}' };

export const vendors: readonly Vendor[] = [
  {
    name: 'GitHub',
    rules: ['github-token'],
    page: 'https://docs.github.com/en/rest/rate-limit/rate-limit',
    method: 'GET',
    url: 'https://api.github.com/rate_limit',
    headers: { ...bearer, accept: 'application/vnd.github+json', 'user-agent': 'service-cli' },
    accepted: [200],
  },
  {
    name: 'GitLab',
    rules: ['gitlab-token'],
    page: 'https://docs.gitlab.com/api/personal_access_tokens/',
    method: 'GET',
    url: 'https://gitlab.com/api/v4/personal_access_tokens/self',
    headers: { 'private-token': '{token}' },
    accepted: [200, 403],
  },
  {
    name: 'npm',
    rules: ['npm-token'],
    page: 'https://docs.npmjs.com/cli/commands/npm-whoami',
    method: 'GET',
    url: 'https://registry.npmjs.org/-/whoami',
    headers: bearer,
    accepted: [200, 403],
  },
  {
    name: 'Slack',
    rules: ['slack-token'],
    page: 'https://api.slack.com/methods/auth.test',
    method: 'POST',
    url: 'https://slack.com/api/auth.test',
    headers: bearer,
    accepted: [200],
    acceptedText: '"ok":true',
  },
  {
    name: 'OpenAI',
    rules: ['openai-key', 'openai-legacy-key'],
    page: 'https://platform.openai.com/docs/api-reference/models/list',
    method: 'GET',
    url: 'https://api.openai.com/v1/models',
    headers: bearer,
    accepted: [200, 403],
  },
  {
    name: 'Anthropic',
    rules: ['anthropic-key'],
    page: 'https://docs.anthropic.com/en/api/models-list',
    method: 'GET',
    url: 'https://api.anthropic.com/v1/models',
    headers: { 'x-api-key': '{token}', 'anthropic-version': '2023-06-01' },
    accepted: [200, 403],
  },
  {
    name: 'Hugging Face',
    rules: ['huggingface-token'],
    page: 'https://huggingface.co/docs/hub/api',
    method: 'GET',
    url: 'https://huggingface.co/api/whoami-v2',
    headers: bearer,
    accepted: [200, 403],
  },
  {
    name: 'SendGrid',
    rules: ['sendgrid-key'],
    page: 'https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions',
    method: 'GET',
    url: 'https://api.sendgrid.com/v3/scopes',
    headers: bearer,
    accepted: [200, 403],
  },
  {
    name: 'DigitalOcean',
    rules: ['digitalocean-token'],
    page: 'https://docs.digitalocean.com/reference/api/',
    method: 'GET',
    url: 'https://api.digitalocean.com/v2/account',
    headers: bearer,
    accepted: [200, 403],
  },
  {
    name: 'Stripe',
    rules: ['stripe-secret-key'],
    page: 'https://docs.stripe.com/api/accounts/retrieve',
    method: 'GET',
    url: 'https://api.stripe.com/v1/account',
    headers: bearer,
    accepted: [200, 403],
  },
];
