import type { Connection } from '../connections/connection.ts';
import { type Binding, parseBinding } from './binding.ts';

/** One place where the setting stands; `place` is the caller's own (a folder and a level). */
interface PlacedValue<P> {
  readonly place: P;
  readonly value: unknown;
}

export interface Repair<P> {
  readonly place: P;
  readonly value: Binding;
}

/**
 * What to write so that bindings still mean the same connection after the list of connections has changed: a binding
 * without a name gets the name of what was the only connection when a second one appears, and one that names a
 * connection follows it when it is renamed. Whatever else is wrong with a binding is left to the person.
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

/** The name that the binding needs now; undefined where it needs none, or its connection is gone. */
function nameNow(
  name: string | undefined,
  before: readonly Connection[],
  after: readonly Connection[],
): string | undefined {
  if (name === undefined && (before.length !== 1 || after.length < 2)) return undefined;
  const meant = before.find(({ connectionId }) => name === undefined || connectionId === name);
  return after.find(({ uuid }) => uuid === meant?.uuid)?.connectionId;
}
