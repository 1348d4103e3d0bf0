import type { Project } from '../../api/components.ts';
import type { Connection } from '../../connections/connection.ts';
import { type BindingHint, hintOrigins, type PlatformHint } from './collect.ts';

export interface FoundProject {
  readonly connection: Connection;
  readonly project: Project;
}

/** A project that a folder probably belongs to. */
export interface Suggestion extends FoundProject {
  /** The reason for the suggestion: its most reliable hint. */
  readonly hint: BindingHint;
  /**
   * `named`: the hint is the project's key. `equal`: the hint differs from the key or name only in case and
   * punctuation. `similar`: the hint is the last part of the key.
   */
  readonly match: Match;
}

const matches = ['named', 'equal', 'similar'] as const;
type Match = (typeof matches)[number];

export interface MissingConnection {
  readonly place: PlatformHint;
  readonly hint: BindingHint;
}

/** Returns the keys or the names to look up at a connection, without those of hints that name another platform. */
export function textsFor(
  hints: readonly BindingHint[],
  connection: Connection,
  kind: BindingHint['kind'],
): readonly string[] {
  return hints.filter((hint) => hint.kind === kind && isFor(hint, connection)).map(({ text }) => text);
}

export function rankSuggestions(
  hints: readonly BindingHint[],
  found: readonly FoundProject[],
): readonly Suggestion[] {
  const best = new Map<string, Suggestion>();
  for (const { connection, project } of found) {
    for (const hint of hints) {
      const match = isFor(hint, connection) ? matchOf(hint, project) : undefined;
      if (!match) continue;
      const suggestion: Suggestion = { connection, project, hint, match };
      const id = `${connection.uuid} ${project.key}`;
      const before = best.get(id);
      if (!before || compare(suggestion, before) < 0) best.set(id, suggestion);
    }
  }
  return [...best.values()].toSorted(compare);
}

/** Returns the platforms that hints name and that have no connection, each once. */
export function missingConnections(
  hints: readonly BindingHint[],
  connections: readonly Connection[],
): readonly MissingConnection[] {
  const missing = new Map<string, MissingConnection>();
  for (const hint of hints) {
    const { place } = hint;
    if (!place || connections.some((connection) => isFor(hint, connection))) continue;
    const id = JSON.stringify(place);
    if (!missing.has(id)) missing.set(id, { place, hint });
  }
  return [...missing.values()];
}

/** Whether a connection may lead to the hint's project. A hint without region matches every region of the cloud. */
function isFor({ place }: BindingHint, target: Connection): boolean {
  if (!place) return true;
  if ('serverUrl' in place) return target.kind === 'server' && target.serverUrl === place.serverUrl;
  return (
    target.kind === 'cloud' &&
    target.organizationKey === place.organizationKey &&
    (place.region === undefined || target.region === place.region)
  );
}

function matchOf({ kind, text }: BindingHint, { key, name }: Project): Match | undefined {
  if (key === text) return 'named';
  if (kind === 'key') return undefined;
  const plain = folded(text);
  if (plain === '') return undefined;
  if (plain === folded(key) || plain === folded(name)) return 'equal';
  return folded(key.split(/[:_./]/).at(-1) ?? '') === plain ? 'similar' : undefined;
}

function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Compares by origin, match, connection and project key, independently of the order of the answers. */
function compare(a: Suggestion, b: Suggestion): number {
  return (
    hintOrigins.indexOf(a.hint.origin) - hintOrigins.indexOf(b.hint.origin) ||
    matches.indexOf(a.match) - matches.indexOf(b.match) ||
    order(a.connection.connectionId, b.connection.connectionId) ||
    order(a.project.key, b.project.key)
  );
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the suggestion to propose without a question: the best, unless it is `similar` or another is as good. */
export function clearSuggestion(suggestions: readonly Suggestion[]): Suggestion | undefined {
  const [first, second] = suggestions;
  if (!first || first.match === 'similar') return undefined;
  const asGood = second?.hint.origin === first.hint.origin && second.match === first.match;
  return asGood ? undefined : first;
}
