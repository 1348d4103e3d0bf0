import { scan } from '../../../core/secrets/scan.ts';
import type { Part } from './part.ts';

/** Every part that was there in time and holds no secret; undefined where none is left. */
export function contextOf(project: string, parts: readonly (Part | undefined)[]): string | undefined {
  // What is told here passes no other hook of ours.
  const clean = parts.filter((part) => part !== undefined && scan(part.text).findings.length === 0);
  if (clean.length === 0) return undefined;
  const sections = clean.map((part) =>
    part ? `## ${part.title}\n(source: ${part.source})\n\n${part.text}` : '',
  );
  return [`# About this project (${project} on the code-quality platform)`, ...sections].join('\n\n');
}
