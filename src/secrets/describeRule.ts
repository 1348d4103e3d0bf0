import { formatRules } from './rules/formatRules.ts';

/** The description of a rule for users, and its documentation. Hooks load the scan without this file. */
interface RuleDescription {
  readonly description: string;
  readonly link?: string;
}

export const ownRules: Readonly<Record<string, string>> = {
  'private-key': 'Private key (PEM)',
  'json-web-key': 'Private or symmetric JSON Web Key',
  'generic-password': 'Password',
  'url-password': 'Password in a URL',
  'http-credentials': 'Credentials of an HTTP header',
  'generic-token': 'Token',
  'vendor-token': 'Token with the prefix of a vendor',
  'otp-seed': 'Seed of one-time passwords',
  'generic-key': 'Secret key',
  'generic-secret': 'Secret value',
};

const byId = new Map<string, RuleDescription>([
  ...Object.entries(ownRules).map(([id, description]) => [id, { description }] as const),
  ...formatRules.map(({ id, description, link }) => [id, { description, link }] as const),
]);

/** Returns description and link of a rule. A rule of a project has a general description, an unknown rule its id. */
export function describeRule(id: string): RuleDescription {
  return byId.get(id) ?? { description: id.startsWith('project/') ? 'Secret by a rule of the project' : id };
}
