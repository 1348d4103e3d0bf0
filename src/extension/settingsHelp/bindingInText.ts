import { findNodeAtLocation, getNodeValue, parseTree, type Node } from 'jsonc-parser';
import { levelledSettings } from '../host/settingTable.ts';

/** A range of the text, in UTF-16 code units. */
export interface Span {
  readonly offset: number;
  readonly length: number;
}

/** A string value of the binding, including its quotes. */
interface TextValue extends Span {
  readonly text: string;
}

/** The setting in a settings file, with the ranges of its parts. */
export interface BindingInText {
  /** The name of the setting, including its quotes. */
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
 * Finds the binding in a settings file, or in the settings of a workspace file. Returns undefined when the text has no
 * binding. The text is often half-typed.
 */
export function findBinding(text: string): BindingInText | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  if (!root) return undefined;
  const value =
    findNodeAtLocation(root, [levelledSettings.project]) ??
    findNodeAtLocation(root, ['settings', levelledSettings.project]);
  const property = value?.parent;
  const name = property?.children?.[0];
  if (!value || !property || !name) return undefined;
  return {
    name: span(name),
    property: span(property),
    value: span(value),
    parts: value.type === 'object' ? partsOf(value) : undefined,
  };
}

function partsOf(object: Node): BindingParts {
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

export function isWithin(at: number, { offset, length }: Span): boolean {
  return at >= offset && at <= offset + length;
}
