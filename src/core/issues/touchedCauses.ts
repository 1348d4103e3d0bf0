import type { Finding, FindingState } from './finding.ts';
import type { ConditionFindings } from './gateFindings.ts';
import { hashesOf, linesOf } from './lineMap.ts';

/** How far local changes have come with failing conditions that have the same findings. */
export interface TouchedCauses {
  readonly conditions: ConditionFindings['conditions'];
  /** The number of findings whose lines were edited. */
  readonly edited: number;
  /** The number of findings in files that were deleted or renamed. */
  readonly gone: number;
  /** The findings that are left in changed files. */
  readonly here: readonly Finding[];
  /** The number of findings that are left in other files, with those that were not read. */
  readonly elsewhere: number;
  /** Whether the findings are all that the conditions count. */
  readonly isComplete: boolean;
}

interface LocalChanges {
  readonly changed: ReadonlySet<string>;
  /** Those of the changed files that no longer exist. */
  readonly gone: ReadonlySet<string>;
  readonly stateOf: (finding: Finding) => FindingState;
}

/** Returns which causes of a failed gate local changes touch. Findings whose status the user changed are left out. */
export function touchedCauses(
  groups: readonly ConditionFindings[],
  { changed, gone, stateOf }: LocalChanges,
): readonly TouchedCauses[] {
  return groups.map(({ conditions, findings, unread, isComplete }) => {
    const inGone = findings.filter(({ path }) => gone.has(path));
    const others = findings.filter(({ path }) => !gone.has(path));
    const open = others.filter((finding) => stateOf(finding) === 'open');
    const here = open.filter(({ path }) => changed.has(path));
    return {
      conditions,
      edited: others.filter((finding) => stateOf(finding) === 'edited').length,
      gone: inGone.length,
      here,
      elsewhere: open.length - here.length + unread,
      isComplete,
    };
  });
}

/**
 * Returns the function that knows the states of findings in the present text of their file: a finding whose line is
 * nowhere in the text was edited. One without a hash is open: hotspots, and lines that a condition counts.
 */
export function statesIn(text: string): (finding: Pick<Finding, 'hash'>) => FindingState {
  const present = new Set(linesOf(text).flatMap(hashesOf));
  return ({ hash }) => (hash === undefined || hash === '' || present.has(hash) ? 'open' : 'edited');
}
