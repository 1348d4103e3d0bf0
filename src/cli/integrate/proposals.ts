import {
  type AgentLayout,
  type Component,
  components,
  type Scope,
  wordsOfFailure,
} from '../../agents/agent.ts';
import type { Eligibility } from '../../core/agentFeatures.ts';
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

export function proposalsFor(input: ProposalInput): Proposal[] {
  return components.map((component) => {
    const status = input.statusOf(component);
    const skip = status === undefined ? withoutPlace(component, input) : skipReason(component, status, input);
    return { component, status: status ?? 'NOT CONFIGURED', skip };
  });
}

const scopeWords: Readonly<Record<Scope, string>> = {
  project: 'project',
  global: 'global',
  system: 'machine-wide',
};

function withoutPlace(component: Component, { editor, scope }: ProposalInput): string {
  const { title, hooks, withoutHooks, withoutToolServer } = editor;
  const words = scopeWords[scope];
  switch (component) {
    case 'toolServer':
      return withoutToolServer ?? `${title} has no ${words} configuration file for tool servers`;
    case 'secretsHooks':
      return hooks ? `${title} has no ${words} hooks file` : (withoutHooks ?? `${title} has no hooks`);
    case 'agent':
      if (!hooks) return withoutHooks ?? `${title} has no hooks`;
      return `${title} has neither ${words} rules nor an event for the start of a session`;
  }
}

function skipReason(component: Component, status: Status, input: ProposalInput): string | undefined {
  // Outdated hooks of the project are repaired all the same, because the agent runs both.
  const isOutdated = status === 'CONFIGURED / INVALID CONFIG';
  if (component === 'secretsHooks' && input.scope === 'project' && input.hasGlobalSecretsHook && !isOutdated)
    return 'a global secrets hook already exists';
  if (component !== 'agent') return undefined;
  if (input.scope === 'global' && !hasSessionHook(input.cliVersion))
    return 'installing agent features globally requires version 1.8.0 or later';
  return input.eligibility.eligible ? undefined : input.eligibility.reason;
}

/** Returns the limitations of the components to be installed, in words for the user. Pure. */
export function warningsFor(
  installs: ReadonlySet<Component>,
  { editor, scope, program }: Pick<Layout, 'editor' | 'scope' | 'program'>,
  source: Credential['source'] | undefined,
): string[] {
  const { token } = neutralBrand.environment;
  const warnings: string[] = [];
  if (scope === 'global' && editor.hasCloudAgents === true && installs.has('secretsHooks'))
    warnings.push(
      `${editor.title}'s cloud and background agents read only project-level hooks, not global ones.`,
    );
  const { timeout, since } = editor.hooks?.whenHookFails ?? {};
  const isWeak = timeout === 'continues' || since !== undefined;
  if (isWeak && installs.has('secretsHooks')) warnings.push(wordsOfFailure(editor) ?? '');
  if (source !== undefined && source !== 'environment' && installs.has('toolServer'))
    warnings.push(`The tool server uses this login, unless ${editor.title} was started with ${token}.`);
  if (program.command !== 'service-cli' && installs.has('agent'))
    warnings.push('The rule for agents runs service-cli, which is not on the PATH.');
  return warnings;
}

/** Whether a version installs agent features by a hook at a session's start; earlier ones by a skill in a project. */
export function hasSessionHook(version: string): boolean {
  const [major = 0, minor = 0] = version.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  return major > 1 || (major === 1 && minor >= 8);
}
