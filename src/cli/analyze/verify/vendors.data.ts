/** How to ask a vendor whether it still accepts a token: one request that changes nothing. */
export interface Vendor {
  readonly name: string;
  readonly rules: readonly string[];
  /** The vendor's page that documents the request. */
  readonly page: string;
  /** `GET` by default. */
  readonly method?: 'POST';
  readonly url: string;
  /** `{token}` stands for the token. It is never part of an address. By default, the token is a bearer token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that mean that the token is accepted. By default also 403, which a restricted token may get. */
  readonly accepted?: readonly number[];
  /** A text in the body that an accepted token gets; for vendors that always answer 200. */
  readonly acceptedText?: string;
}

export const bearer = { authorization: 'Bearer {token}' };

export const vendors: readonly Vendor[] = [
  {
    name: 'GitHub',
    rules: ['github-token'],
    page: 'https://docs.github.com/en/rest/rate-limit/rate-limit',
    url: 'https://api.github.com/rate_limit',
    headers: { ...bearer, accept: 'application/vnd.github+json', 'user-agent': 'service-cli' },
    accepted: [200],
  },
  {
    name: 'GitLab',
    rules: ['gitlab-token'],
    page: 'https://docs.gitlab.com/api/personal_access_tokens/',
    url: 'https://gitlab.com/api/v4/personal_access_tokens/self',
    headers: { 'private-token': '{token}' },
  },
  {
    name: 'npm',
    rules: ['npm-token'],
    page: 'https://docs.npmjs.com/cli/commands/npm-whoami',
    url: 'https://registry.npmjs.org/-/whoami',
  },
  {
    name: 'Slack',
    rules: ['slack-token'],
    page: 'https://api.slack.com/methods/auth.test',
    method: 'POST',
    url: 'https://slack.com/api/auth.test',
    accepted: [200],
    acceptedText: '"ok":true',
  },
  {
    name: 'OpenAI',
    rules: ['openai-key', 'openai-legacy-key'],
    page: 'https://platform.openai.com/docs/api-reference/models/list',
    url: 'https://api.openai.com/v1/models',
  },
  {
    name: 'Anthropic',
    rules: ['anthropic-key'],
    page: 'https://docs.anthropic.com/en/api/models-list',
    url: 'https://api.anthropic.com/v1/models',
    headers: { 'x-api-key': '{token}', 'anthropic-version': '2023-06-01' },
  },
  {
    name: 'Hugging Face',
    rules: ['huggingface-token'],
    page: 'https://huggingface.co/docs/hub/api',
    url: 'https://huggingface.co/api/whoami-v2',
  },
  {
    name: 'SendGrid',
    rules: ['sendgrid-key'],
    page: 'https://www.twilio.com/docs/sendgrid/api-reference/api-key-permissions',
    url: 'https://api.sendgrid.com/v3/scopes',
  },
  {
    name: 'DigitalOcean',
    rules: ['digitalocean-token'],
    page: 'https://docs.digitalocean.com/reference/api/',
    url: 'https://api.digitalocean.com/v2/account',
  },
  {
    name: 'Stripe',
    rules: ['stripe-secret-key'],
    page: 'https://docs.stripe.com/api/accounts/retrieve',
    url: 'https://api.stripe.com/v1/account',
  },
];
