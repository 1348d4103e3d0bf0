import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import type { Connection } from '../../core/connections/connection.ts';
import { isPathBelow } from '../host/folders/pathBelow.ts';
import { levelledSettings } from '../host/settingTable.ts';
import type { KnownProjects } from './knownProjects.ts';

/** A range of the text, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A string value of the binding, including its quotes. */
interface TextValue extends Span {
  readonly text: string;
}

export interface BindingInText {
  /** Where its value is in the document: the names of the properties from the root. */
  readonly path: readonly string[];
  /** Path of the folder below the open one that it binds; undefined in the setting of the folder itself. */
  readonly subfolder: string | undefined;
  /** The name of the setting or the path of the subfolder, including its quotes. */
  readonly name: Span;
  /** The name and the value. */
  readonly property: Span;
  readonly value: Span;
  /** Undefined when the value is not an object. */
  readonly parts: BindingParts | undefined;
}

interface BindingParts {
  readonly projectKey: TextValue | undefined;
  readonly connectionId: TextValue | undefined;
  /** The field under the name that it had in 3.x; `name` includes the quotes. */
  readonly legacyServerId: { readonly name: Span; readonly value: TextValue } | undefined;
  readonly isEmpty: boolean;
}

/**
 * Returns the binding in a settings file, or in the settings of a workspace file, and those of subfolders in a settings
 * file: workspace files have none. The text is often half-typed.
 */
export function findBindings(text: string): readonly BindingInText[] {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) return [];
  const { project, subfolders } = levelledSettings;
  const own = bindingAt(root, [project]) ?? bindingAt(root, ['settings', project]);
  const below = childrenOf(findNodeAtLocation(root, [subfolders])).map((property) => {
    const path: unknown = property.children?.[0]?.value;
    return typeof path === 'string' ? bindingAt(root, [subfolders, path], path) : undefined;
  });
  return [own, ...below].filter((binding) => binding !== undefined);
}

function childrenOf(node: Node | undefined): readonly Node[] {
  return node?.type === 'object' ? (node.children ?? []) : [];
}

function bindingAt(root: Node, path: readonly string[], subfolder?: string): BindingInText | undefined {
  const value = findNodeAtLocation(root, [...path]);
  const property = value?.parent;
  const name = property?.children?.[0];
  if (!value || !property || !name) return undefined;
  return {
    path,
    subfolder,
    name: span(name),
    property: span(property),
    value: span(value),
    parts: value.type === 'object' ? bindingPartsOf(value) : undefined,
  };
}

function bindingPartsOf(object: Node): BindingParts {
  const legacy = findNodeAtLocation(object, ['serverId']);
  const legacyName = legacy?.parent?.children?.[0];
  const legacyText = textValue(legacy);
  return {
    projectKey: textValue(findNodeAtLocation(object, ['projectKey'])),
    connectionId: textValue(findNodeAtLocation(object, ['connectionId'])),
    legacyServerId: legacyName && legacyText && { name: span(legacyName), value: legacyText },
    isEmpty: (object.children ?? []).length === 0,
  };
}

function textValue(node: Node | undefined): TextValue | undefined {
  return node?.type === 'string' ? { ...span(node), text: getNodeValue(node) as string } : undefined;
}

function span({ offset, length }: Node): Span {
  return { offset, length };
}

/** Whether an offset is in a span or at one of its ends, where a cursor still belongs to it. */
export function isWithin(at: number, { offset, length }: Span): boolean {
  return at >= offset && at <= offset + length;
}

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

/** Returns the connection that a binding names, or the only one if it names none; undefined if it does not exist. */
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
