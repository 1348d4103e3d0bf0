import { structuredPatch } from 'diff';
import { dirname } from 'node:path';
import type { FileChange } from '../../node/files/transaction/fileTransaction.ts';
import { printable } from '../../core/printable.ts';
import type { IntegrateOptions } from '../options.ts';
import type { Mark, Terminal } from '../terminal.ts';
import type { Outcome } from './ask.ts';
import { type Component, componentTitles } from '../../agents/agent.ts';
import { type Layout, resourcesOf } from './layout.ts';
import { allResources, isWholeFile } from './plan.ts';
import type { Proposal } from './proposals.ts';
import type { Resource, Status } from './resources/resource.ts';

export type Result =
  'installed' | 'removed' | 'unchanged' | 'kept' | 'declined' | 'skipped' | 'wouldInstall' | 'wouldRemove';

/** The changes for one agent, which are made once the user has agreed. */
export interface Planned {
  readonly layout: Layout;
  readonly outcomes: readonly Outcome[];
  readonly proposals: readonly Proposal[];
  readonly options: IntegrateOptions;
  readonly projectKey?: string | undefined;
  /** The project whose ignore lists lose the entries of the agent. */
  readonly removedFrom?: string;
}

/** Prints one item per component to stdout, and the changes of a dry run and advice to stderr. */
export function report(terminal: Terminal, planned: Planned, changes: readonly FileChange[]): void {
  const { layout, outcomes } = planned;
  const { dryRun = false, verbose = false } = planned.options;
  if (dryRun) printChanges(terminal, allResources(layout), { changes, verbose });
  terminal.heading(`${terminal.paint('bold', layout.editor.title)}, ${placeText(layout)}`);
  const lines = outcomes.map((outcome) => ({
    agent: layout.editor.id,
    ...lineOf(outcome, planned, changes),
  }));
  const isRemoval = outcomes.every(({ action }) => action === 'remove');
  terminal.items(lines, ({ component, result, reason, files }) =>
    [
      resultLine(terminal, componentTitles[component], result, isRemoval) +
        (reason === undefined ? '' : ` (${reason})`),
      ...(verbose ? files.map((path) => `    ${printable(path)}`) : []),
    ].join('\n'),
  );
  if (dryRun || changes.length === 0) return;
  terminal.say(layout.editor.restart);
  for (const { component, result } of lines) {
    const advice = layout.editor.advice[component];
    if (result === 'installed' && advice !== undefined) terminal.say(advice);
  }
}

const marks: Readonly<Record<Result, Mark>> = {
  installed: 'ok',
  unchanged: 'ok',
  kept: 'ok',
  wouldInstall: 'ok',
  removed: 'none',
  wouldRemove: 'none',
  declined: 'none',
  skipped: 'none',
};

function placeText({ scope, root }: Layout): string {
  if (scope === 'global') return 'all your projects';
  return scope === 'system' ? 'all users of this machine' : printable(root);
}

/** Returns a line with the result in words for people; `--json` has the result itself. */
export function resultLine(terminal: Terminal, title: string, result: Result, isRemoval: boolean): string {
  if (isRemoval && result === 'unchanged') return `${terminal.mark('none')} ${title}: not installed`;
  return `${terminal.mark(marks[result])} ${title}: ${words[result] ?? result}`;
}

const words: Partial<Record<Result, string>> = {
  wouldInstall: 'would be installed',
  wouldRemove: 'would be removed',
};

/**
 * Prints changed files of other programs as a diff. Other files get one line each, and files of this program together
 * one line for each folder. `verbose`: new files of other programs as a diff, too, and a line for each file of this program.
 */
export function printChanges(
  terminal: Terminal,
  resources: readonly Resource[],
  { changes, verbose }: { readonly changes: readonly FileChange[]; readonly verbose: boolean },
): void {
  const own = new Set(resources.filter(isWholeFile).map(({ path }) => path));
  const folders = new Map<string, FileChange[]>();
  for (const change of changes) {
    const place = own.has(change.path) && !verbose ? dirname(change.path) : change.path;
    folders.set(place, [...(folders.get(place) ?? []), change]);
  }
  for (const [folder, together] of folders) {
    const [first] = together;
    if (first === undefined) continue;
    if (together.length > 1) terminal.sayLines(summaryOfFolder(folder, together));
    else if (own.has(first.path) || (first.before === undefined && !verbose))
      terminal.sayLines(summaryOf(first));
    else terminal.sayLines(diffOf(first));
  }
}

/** `files`: those that the run changed, or would change in a dry run. */
function lineOf(outcome: Outcome, planned: Planned, changes: readonly FileChange[]) {
  const { component, action, verdict, reason } = outcome;
  const own = ownPaths(outcome, planned);
  const files = action === 'keep' ? [] : changes.map(({ path }) => path).filter((path) => own.has(path));
  const done = results[action === 'install' ? 'install' : 'remove'][planned.options.dryRun === true ? 1 : 0];
  const result: Result = verdict ?? (files.length === 0 ? 'unchanged' : done);
  return { component, result, reason, files };
}

/** Returns the files to report with this component. Several share the script, the handler and hooks.json. */
function ownPaths(outcome: Outcome, { layout, outcomes, proposals }: Planned): ReadonlySet<string> {
  const pathsOf = (item: Component): string[] => (resourcesOf(item, layout) ?? []).map(({ path }) => path);
  const statusOf = (item: Component): Status | undefined =>
    proposals.find((proposal) => proposal.component === item)?.status;
  const { component, action } = outcome;
  const before = statusOf(component);
  const removed = outcomes.filter((other) => other !== outcome && other.action === 'remove');
  const others = (): readonly Outcome[] => {
    // A change of a file is not reported with this component when only the removal of another component caused it.
    if (action === 'install') return before === 'CONFIGURED' ? removed : [];
    if (action === 'keep' || before !== 'NOT CONFIGURED') return [];
    // Shared files are reported with the removed component that was installed, leftovers with the first component.
    const index = outcomes.indexOf(outcome);
    return removed.filter(
      (other) => statusOf(other.component) !== 'NOT CONFIGURED' || outcomes.indexOf(other) < index,
    );
  };
  const reported = new Set(others().flatMap((other) => pathsOf(other.component)));
  return new Set(pathsOf(component).filter((path) => !reported.has(path)));
}

const results = { install: ['installed', 'wouldInstall'], remove: ['removed', 'wouldRemove'] } as const;

function diffOf({ path, before, after }: FileChange): string {
  const { hunks } = structuredPatch(path, path, fileText(before), fileText(after), undefined, undefined, {
    context: 3,
  });
  return [
    `--- ${before === undefined ? '/dev/null' : onOneLine(path)}`,
    `+++ ${after === undefined ? '/dev/null' : onOneLine(path)}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines,
    ]),
  ].join('\n');
}

function summaryOf({ path, before, after }: FileChange): string {
  const size = after === undefined ? '' : ` (${sizeText(after.length)})`;
  return `${kindOf({ path, before, after })} ${onOneLine(path)}${size}`;
}

function summaryOfFolder(folder: string, changes: readonly FileChange[]): string {
  const size = changes.reduce((sum, { after }) => sum + (after?.length ?? 0), 0);
  const kinds = new Set(changes.map(kindOf));
  const [kind] = kinds;
  const verb = kinds.size === 1 && kind !== undefined ? kind : 'change';
  return `${verb} ${changes.length} files in ${onOneLine(folder)}${size === 0 ? '' : ` (${sizeText(size)})`}`;
}

function kindOf({ before, after }: FileChange): 'create' | 'replace' | 'delete' {
  if (after === undefined) return 'delete';
  return before === undefined ? 'create' : 'replace';
}

/** Escapes control characters: a line break in a folder's name would look like another line of the diff. */
function onOneLine(path: string): string {
  return path.replaceAll(/\p{Cc}/gu, (character) => JSON.stringify(character).slice(1, -1));
}

function sizeText(bytes: number): string {
  return bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KB`;
}

function fileText(bytes: Uint8Array | undefined): string {
  return bytes === undefined ? '' : Buffer.from(bytes).toString('utf8');
}
