/** What can be installed, in the order it is asked for. Agent analysis (a rule) and agent context (a hook) are one unit. */
export const components = ['secretsHooks', 'toolServer', 'agent'] as const;
export type Component = (typeof components)[number];

export const componentTitles: Readonly<Record<Component, string>> = {
  secretsHooks: 'Secrets Hook',
  toolServer: 'Tool server',
  agent: 'Agent analysis and context',
};

export type Scope = 'project' | 'global';
