import type { FileChange } from '../../node/fileTransaction.ts';
import type { Terminal } from '../terminal.ts';
import type { Outcome } from './ask.ts';
import { type Component, componentTitles } from './components.ts';
import { diffOf } from './diff.ts';
import { type Layout, resourcesOf } from './layout.ts';
import type { Proposal } from './proposals.ts';

type Result =
  'installed' | 'removed' | 'unchanged' | 'kept' | 'declined' | 'skipped' | 'wouldInstall' | 'wouldRemove';

export interface ReportInput {
  readonly layout: Layout;
  readonly outcomes: readonly Outcome[];
  readonly proposals: readonly Proposal[];
  readonly changes: readonly FileChange[];
  readonly dryRun: boolean;
}

interface Line {
  readonly component: Component;
  readonly result: Result;
  readonly reason?: string;
  /** Files that were changed, or would be. */
  readonly files: readonly string[];
}

/** One item per component on stdout; the diff of a dry run and advice on stderr. */
export function report(terminal: Terminal, input: ReportInput): void {
  const { layout, changes, dryRun } = input;
  if (dryRun) for (const change of changes) terminal.say(diffOf(change));
  const lines = input.outcomes.map((outcome) => lineOf(outcome, input));
  terminal.items(lines, ({ component, result, reason, files }) =>
    [
      `${terminal.paint('bold', componentTitles[component])}: ${result}${reason === undefined ? '' : ` (${reason})`}`,
      ...files.map((path) => `  ${path}`),
    ].join('\n'),
  );
  if (dryRun || changes.length === 0) return;
  terminal.say(layout.editor.restart);
  for (const { component, result } of lines) {
    const advice = layout.editor.advice[component];
    if (result === 'installed' && advice !== undefined) terminal.say(advice);
  }
}

function lineOf(outcome: Outcome, { layout, outcomes, proposals, changes, dryRun }: ReportInput): Line {
  const { component, action, verdict, reason } = outcome;
  const pathsOf = (item: Component): string[] => (resourcesOf(item, layout) ?? []).map(({ path }) => path);
  const own = new Set(pathsOf(component));
  const before = proposals.find((proposal) => proposal.component === component)?.status;
  // A file that only another component's removal has changed is not this one's change.
  if (action === 'install' && before === 'CONFIGURED')
    for (const other of outcomes)
      if (other.action === 'remove') for (const path of pathsOf(other.component)) own.delete(path);
  // Script and handler are shared: what was not there has not been removed with them.
  if (action === 'remove' && before === 'NOT CONFIGURED') own.clear();
  const files = action === 'keep' ? [] : changes.map(({ path }) => path).filter((path) => own.has(path));
  return {
    component,
    result:
      verdict ??
      (files.length === 0
        ? 'unchanged'
        : results[action === 'install' ? 'install' : 'remove'][dryRun ? 1 : 0]),
    ...(reason !== undefined && { reason }),
    files,
  };
}

const results = { install: ['installed', 'wouldInstall'], remove: ['removed', 'wouldRemove'] } as const;
