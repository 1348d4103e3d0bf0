import type { Connection } from '../../core/connections/connection.ts';
import { isPathBelow } from '../host/folders/pathBelow.ts';
import type { BindingInText, Span } from './bindingInText.ts';
import type { KnownProjects } from './knownProjects.ts';

/** The level at which a settings file applies. */
export type SettingsLevel = 'folder' | 'workspace' | 'user';

export type Problem = { readonly at: Span } & (
  | { readonly kind: 'userLevel' }
  /** The path of a subfolder is not below the folder, so its binding is ignored. */
  | { readonly kind: 'pathOutside' }
  | { readonly kind: 'noObject' }
  | { readonly kind: 'missingKey' }
  | { readonly kind: 'legacyServerId'; readonly serverId: string }
  | { readonly kind: 'unknownConnection'; readonly connectionId: string }
  | { readonly kind: 'ambiguous' }
  | { readonly kind: 'projectNotFound'; readonly projectKey: string; readonly connection: Connection }
);

export type ProblemInText = Problem & { readonly binding: BindingInText };

interface BindingContext {
  readonly connections: readonly Connection[];
  readonly level: SettingsLevel;
  readonly projects: Pick<KnownProjects, 'has'>;
}

export function problemsOf(binding: BindingInText, context: BindingContext): readonly Problem[] {
  const { name, value, parts, subfolder } = binding;
  if (context.level === 'user') return [{ kind: 'userLevel', at: name }];
  if (subfolder !== undefined && !isPathBelow(subfolder)) return [{ kind: 'pathOutside', at: name }];
  if (!parts) return [{ kind: 'noObject', at: value }];
  if (parts.isEmpty) return [];
  return [
    ...legacyProblem(binding),
    ...(parts.projectKey?.text ? [] : [{ kind: 'missingKey' as const, at: parts.projectKey ?? name }]),
    ...connectionProblem(binding, context),
    ...projectProblem(binding, context),
  ];
}

/** Returns the connection that a binding names, or the only one if it names none; undefined without such a one. */
export function resolveConnection(
  { parts }: BindingInText,
  connections: readonly Connection[],
): Connection | undefined {
  const id = parts?.connectionId?.text;
  if (id === undefined) return connections.length === 1 ? connections[0] : undefined;
  return connections.find(({ connectionId }) => connectionId === id);
}

function legacyProblem({ parts }: BindingInText): readonly Problem[] {
  const legacy = parts?.legacyServerId;
  return legacy ? [{ kind: 'legacyServerId', at: legacy.name, serverId: legacy.value.text }] : [];
}

function connectionProblem(binding: BindingInText, { connections }: BindingContext): readonly Problem[] {
  const id = binding.parts?.connectionId;
  if (id)
    return connections.some(({ connectionId }) => connectionId === id.text)
      ? []
      : [{ kind: 'unknownConnection', at: id, connectionId: id.text }];
  // The old name of the field has a separate problem with a separate fix.
  if (connections.length < 2 || binding.parts?.legacyServerId) return [];
  return [{ kind: 'ambiguous', at: binding.name }];
}

function projectProblem(
  binding: BindingInText,
  { connections, projects }: BindingContext,
): readonly Problem[] {
  const key = binding.parts?.projectKey;
  const connection = resolveConnection(binding, connections);
  if (!key?.text || !connection || projects.has(connection, key.text) !== false) return [];
  return [{ kind: 'projectNotFound', at: key, projectKey: key.text, connection }];
}
