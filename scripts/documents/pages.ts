import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withParts } from './markdown.ts';
import { agentContract } from './agentContract.ts';
import { agentVersions } from './agentVersions.ts';
import { otherPrograms } from './cliPrograms.ts';
import { policyJsonSchema } from './policySchema.ts';
import { referenceParts } from './referenceParts.ts';
import { secretRules } from './secretRules.ts';
import { troubleshootingParts } from './troubleshootingParts.ts';

/**
 * Returns the files that are generated, or have generated parts, with the texts that they must have: pages of `docs/`, and
 * the schema of the policy, and the words that complete commands of other bundles.
 *
 * @param root absolute path of the repository, from which the hand-written parts are read
 */
export function generatedPages(root: string): ReadonlyMap<string, string> {
  const page = (file: string, parts: Readonly<Record<string, string>>): [string, string] => [
    file,
    withParts(readFileSync(join(root, file), 'utf8'), parts),
  ];
  return new Map([
    page('docs/agents.md', { 'what hooks decide': agentContract(), 'tested versions': agentVersions() }),
    page('docs/reference.md', referenceParts()),
    page('docs/secrets.md', { rules: secretRules() }),
    page('docs/troubleshooting.md', troubleshootingParts()),
    ['media/secrets.schema.json', policyJsonSchema()],
    ['src/cli/commands/otherPrograms.data.json', otherPrograms()],
  ]);
}
