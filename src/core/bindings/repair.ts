import type { Connection } from '../connections/connection.ts';
import { type Binding, parseBinding } from './binding.ts';

/** A value of the setting and its place, which the caller defines (a folder and a level). */
interface PlacedValue<P> {
  readonly place: P;
  readonly value: unknown;
}

export interface Repair<P> {
  readonly place: P;
  readonly value: Binding;
}

/**
 * Returns the values to write so that each binding still leads to the same connection after the list of connections has
 * changed. When a second connection is added, a binding without a connection name gets the name of the connection that
 * was the only one. When a connection is renamed, a binding that names it gets the new name. The user corrects all
 * other problems of a binding.
 */
export function repairs<P>(
  values: readonly PlacedValue<P>[],
  before: readonly Connection[],
  after: readonly Connection[],
): readonly Repair<P>[] {
  return values.flatMap(({ place, value }) => {
    const binding = parseBinding(value);
    if (binding === undefined || 'problem' in binding) return [];
    const connectionId = nameNow(binding.connectionId, before, after);
    if (connectionId === undefined || connectionId === binding.connectionId) return [];
    return [{ place, value: { ...binding, connectionId } }];
  });
}

/** Returns the connection name that the binding needs, or undefined if it needs none or its connection was removed. */
function nameNow(
  name: string | undefined,
  before: readonly Connection[],
  after: readonly Connection[],
): string | undefined {
  if (name === undefined && (before.length !== 1 || after.length < 2)) return undefined;
  const resolved = before.find(({ connectionId }) => name === undefined || connectionId === name);
  return after.find(({ uuid }) => uuid === resolved?.uuid)?.connectionId;
}
