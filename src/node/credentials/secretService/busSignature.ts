import { Failure } from '../../../core/failures.ts';

/** A value of D-Bus. `ay` is a `Uint8Array`; a dictionary is a list of pairs. */
export type BusValue = number | boolean | string | Uint8Array | BusVariant | readonly BusValue[];

/** A value that carries its type. */
export interface BusVariant {
  readonly type: string;
  readonly value: BusValue;
}

/**
 * Alignment in bytes of the types that the Secret Service uses, by the first character.
 * https://dbus.freedesktop.org/doc/dbus-specification.html#type-system
 */
const alignments: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  b: 4,
  u: 4,
  s: 4,
  o: 4,
  a: 4,
  '(': 8,
  '{': 8,
};
const brackets: Readonly<Record<string, string>> = { '(': ')', '{': '}' };

/** Limit of the specification for the depth of arrays and of structures, which bounds the recursion of readers. */
const maxDepth = 32;

/**
 * Returns the alignment of a type in bytes.
 *
 * @throws {Failure} `malformed` for a type that the Secret Service does not use.
 */
export function alignmentOf(type: string): number {
  const alignment = alignments[type.charAt(0)];
  if (alignment === undefined) throw new Failure('malformed', `D-Bus: unexpected type ${type.charAt(0)}`);
  return alignment;
}

/**
 * Returns the complete types that a signature lists: `s` and `a{ss}` of `sa{ss}`.
 *
 * @throws {Failure} `malformed`.
 */
export function completeTypes(signature: string): string[] {
  const types: string[] = [];
  for (let start = 0; start < signature.length;) {
    const end = endOfType(signature, start, 0);
    types.push(signature.slice(start, end));
    start = end;
  }
  return types;
}

function endOfType(signature: string, start: number, depth: number): number {
  const first = signature.charAt(start);
  alignmentOf(first);
  if (depth > maxDepth) throw new Failure('malformed', 'D-Bus: a type is nested too deeply');
  if (first === 'a') return endOfType(signature, start + 1, depth + 1);
  const closing = brackets[first];
  if (closing === undefined) return start + 1;
  // A structure without members would take no bytes, so an array of them would have no end.
  let end = endOfType(signature, start + 1, depth + 1);
  while (signature.charAt(end) !== closing) end = endOfType(signature, end, depth + 1);
  return end + 1;
}
