import { type Component, components, type Scope, type AgentLayout } from '../../agents/agent.ts';
import { type Eligibility, allowsGlobalAgentFeatures } from './eligibility.ts';
import type { Status } from './resources/resource.ts';
import { neutralBrand } from '../../core/brand.ts';
import type { Credential } from '../../node/credentials/credentials.ts';
import type { Layout } from './layout.ts';

/** The possible action for a component, before the user is asked. */
export interface Proposal {
  readonly component: Component;
  readonly status: Status;
  /** The reason in words why the component cannot be installed; undefined when it can be installed. */
  readonly skip: string | undefined;
}

interface ProposalInput {
  readonly editor: AgentLayout;
  readonly scope: Scope;
  readonly cliVersion: string;
  /** Returns undefined when the editor does not support the component in this scope. */
  readonly statusOf: (component: Component) => Status | undefined;
  readonly hasGlobalSecretsHook: boolean;
  readonly eligibility: Eligibility;
}

/** Returns every component with its reason to be skipped, if there is one. Pure. */
export function proposalsFor(input: ProposalInput): Proposal[] {
  return components.map((component) => {
    const status = input.statusOf(component);
    const skip = status === undefined ? withoutPlace(component, input) : skipReason(component, input);
    return { component, status: status ?? 'NOT CONFIGURED', skip };
  });
}

function withoutPlace(component: Component, { editor, scope }: ProposalInput): string {
  if (component !== 'toolServer') return editor.withoutHooks ?? `${editor.title} has no hooks`;
  return `${editor.title} has no ${scope === 'global' ? 'global' : 'project'} configuration file for tool servers`;
}

function skipReason(component: Component, input: ProposalInput): string | undefined {
  if (component === 'secretsHooks' && input.scope === 'project' && input.hasGlobalSecretsHook)
    return 'a global secrets hook already exists';
  if (component !== 'agent') return undefined;
  if (input.scope === 'global' && !allowsGlobalAgentFeatures(input.cliVersion))
    return 'installing agent features globally requires version 1.8.0 or later';
  return input.eligibility.eligible ? undefined : input.eligibility.reason;
}

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
      `${editor.title}'s cloud and background agents read only project-level hooks, not global ones.`,
    );
  if (source !== 'environment' && installs.has('toolServer'))
    warnings.push(`The tool server uses this login, unless ${editor.title} was started with ${token}.`);
  if (program.command !== 'service-cli' && installs.has('agent'))
    warnings.push('The rule for agents runs service-cli, which is not on the PATH.');
  return warnings;
}
