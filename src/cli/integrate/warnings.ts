import { neutralBrand } from '../../core/brand.ts';
import type { Credential } from '../../node/credentials/credentials.ts';
import type { Component } from '../../agents/agent.ts';
import type { Layout } from './layout.ts';

/** Returns the limitations of the components to be installed, in words for the user. Pure. */
export function warningsFor(
  installs: ReadonlySet<Component>,
  { editor, scope, program }: Pick<Layout, 'editor' | 'scope' | 'program'>,
  source: Credential['source'],
): string[] {
  const { token } = neutralBrand.environment;
  const warnings: string[] = [];
  if (scope === 'global' && editor.hooks && installs.has('secretsHooks'))
    warnings.push(
      `${editor.title}'s cloud and background agents read only the hooks of a project, not these.`,
    );
  if (source !== 'environment' && installs.has('toolServer'))
    warnings.push(
      `The tool server uses this login; a ${token} with which ${editor.title} was started comes first.`,
    );
  if (program.command !== 'service-cli' && installs.has('agent'))
    warnings.push('The rule for agents calls service-cli, which is not on the PATH.');
  return warnings;
}
