import * as z from 'zod/mini';
import { policySchema } from '../../src/secrets/policy/policy.ts';

/** The description of each field of `.service/secrets.json`, which editors show on hover and in completion. */
const descriptions: Readonly<Record<string, string>> = {
  $schema: 'The address of this schema, for editors that do not know it.',
  version: 'The version of this format: 1.',
  allowPaths:
    'Patterns of paths that are not scanned, relative to the folder of .service. ** stands for any folders.',
  allowValues:
    'Values that are not secrets, in any file. The quick fix "Allow value in this project" adds them.',
  baseline:
    'The findings when the project began to scan, by file. service-cli analyze secrets --write-baseline writes them.',
  rules: 'Rules that the project adds to the built-in ones.',
  hash: 'Salted hash of the value.',
  reason: 'Why the value is not a secret.',
  id: 'Name of the rule. Its findings are called project/<id>.',
  pattern:
    'Regular expression in the syntax of RE2, without look-around and back references. Its first group, if it has one, is the secret.',
  words: 'One of these words must be in the line of the secret, in any case. Words make a rule fast.',
  entropy:
    'Least entropy of the secret in bits per character: 4 for random hexadecimal digits, 6 for random base64.',
  allow: 'Values that the rule does not report.',
  examples: 'Made-up texts in which the rule must find a secret.',
  nearMisses: 'Texts in which the rule must find nothing.',
};

/**
 * Returns the JSON schema of `.service/secrets.json`, which gives the file completion in editors. It marks fields that
 * this version does not know, because programs ignore them: a misspelled field would have no effect.
 *
 * @throws Error for a field without a description.
 */
export function policyJsonSchema(): string {
  // Programs ignore it.
  const withAddress = z.extend(policySchema, { $schema: z.optional(z.string()) });
  const schema = z.toJSONSchema(withAddress, { io: 'input', target: 'draft-7' });
  return `${JSON.stringify(described(schema), undefined, 2)}\n`;
}

function described(schema: object): object {
  const documented = Object.fromEntries(
    Object.entries(schema).map(([key, value]: [string, unknown]) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value];
      if (key !== 'properties') return [key, described(value)];
      const properties = Object.entries(value).map(([name, property]: [string, unknown]) => {
        const description = descriptions[name];
        if (description === undefined || typeof property !== 'object' || property === null)
          throw new Error(`The field ${name} of a policy has no description`);
        return [name, { description, ...described(property) }];
      });
      return [key, Object.fromEntries(properties)];
    }),
  );
  return 'properties' in schema ? { ...documented, additionalProperties: false } : documented;
}
