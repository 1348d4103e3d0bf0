import { scan } from '../../../secrets/scan.ts';
import type { Part } from './part.ts';

/** Joins the parts that arrived in time and contain no secret. Returns undefined when no part is left. */
export function contextOf(project: string, parts: readonly (Part | undefined)[]): string | undefined {
  // The context reaches the model without passing another hook, so it is scanned here.
  const clean = parts.filter((part) => part !== undefined && scan(part.text).findings.length === 0);
  if (clean.length === 0) return undefined;
  const sections = clean.map((part) =>
    part ? `## ${part.title}\n(source: ${part.source})\n\n${part.text}` : '',
  );
  return [`# About this project (${project} on the code-quality platform)`, ...sections].join('\n\n');
}
