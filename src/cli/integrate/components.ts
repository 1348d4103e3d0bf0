/**
 * The installable components, in the order of the questions. Agent analysis (a rule) and agent context (a hook) are one
 * component.
 */
export const components = ['secretsHooks', 'toolServer', 'agent'] as const;
export type Component = (typeof components)[number];

export const componentTitles: Readonly<Record<Component, string>> = {
  secretsHooks: 'Secrets Hook',
  toolServer: 'Tool server',
  agent: 'Agent analysis and context',
};

export type Scope = 'project' | 'global';
