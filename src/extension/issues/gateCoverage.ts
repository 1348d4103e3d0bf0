import * as vscode from 'vscode';
import type { DisposableStore } from '../../core/disposables.ts';
import { isNewCodeMetric } from '../../core/gate/causes.ts';
import { coverableLines, type CoverableLine } from '../../core/issues/coverage.ts';
import type { GateFindings } from '../../core/issues/gateFindings.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import { gateNameText } from '../gates/gateTexts.ts';
import { lazy } from '../host/lazy.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { fileIn, readText } from './boundFiles.ts';
import type { FindingStore } from './findingStore.ts';
import type { GateListings } from './list/gateListings.ts';

/**
 * Returns the command that shows which lines tests run and which they do not run, in the editor's own view of coverage
 * and beside the lines. It covers the files that make a gate fail, as the last analysis counted them.
 */
export function gateCoverage(store: FindingStore, listings: GateListings, scope: DisposableStore) {
  const detailsOf = new WeakMap<vscode.FileCoverage, vscode.StatementCoverage[]>();
  const read = async (gate: FolderGate, signal: AbortSignal): Promise<readonly vscode.FileCoverage[]> => {
    const { folder } = gate;
    const { groups } = await listings.read(gate, signal);
    const coverages: vscode.FileCoverage[] = [];
    for (const [path, newCode] of uncoveredFiles(groups)) {
      const uri = fileIn(folder.uri, path);
      const text = uri && (await readText(folder.root.uri, uri));
      if (!uri || text === undefined) continue;
      const analyzed = await store.of(gate).linesOf(path, signal);
      const details = coverableLines(analyzed, text, newCode).map(statementOf);
      if (details.length === 0) continue;
      const coverage = vscode.FileCoverage.fromDetails(uri, details);
      detailsOf.set(coverage, details);
      coverages.push(coverage);
    }
    return coverages;
  };
  /** Created with the first coverage, because the editor shows its view of tests as soon as there is one. */
  const created = lazy(() => {
    const title = vscode.l10n.t('Quality Gate');
    const controller = scope.add(vscode.tests.createTestController('service.coverage', title));
    const run = () => show(undefined);
    const profile = controller.createRunProfile(title, vscode.TestRunProfileKind.Coverage, run);
    profile.loadDetailedCoverage = (_run, file) => Promise.resolve(detailsOf.get(file) ?? []);
    return { controller, profile };
  });
  const show = async (argument: unknown): Promise<void> => {
    const gate = await listings.failedGate(argument);
    if (!gate) return;
    const name = gateNameText(gate.projectName, gate.gate.branch);
    const title = vscode.l10n.t('Reading the coverage of {0}…', name);
    const files = await withProgress(title, (signal) => read(gate, signal));
    if (files.length === 0) {
      const text = vscode.l10n.t('Coverage is not a reason why the quality gate of {0} fails.', name);
      void showInformation(text);
      return;
    }
    const { controller, profile } = created();
    const request = new vscode.TestRunRequest(undefined, undefined, profile);
    const run = controller.createTestRun(request, name, false);
    for (const file of files) run.addCoverage(file);
    run.end();
    await vscode.commands.executeCommand('testing.openCoverage');
  };
  return show;
}

/** Returns the files whose coverage makes the gate fail, and whether only their new code does. */
function uncoveredFiles(groups: GateFindings['groups']): ReadonlyMap<string, boolean> {
  const files = new Map<string, boolean>();
  for (const { conditions, findings } of groups)
    for (const { kind, path } of findings)
      if (kind === 'uncovered' || kind === 'partlyCovered')
        files.set(path, isNewCodeMetric(conditions[0].metricKey) && files.get(path) !== false);
  return files;
}

function statementOf({ line, hits, branches: { covered, total } }: CoverableLine): vscode.StatementCoverage {
  const branches = Array.from({ length: total }, (_, index) => new vscode.BranchCoverage(index < covered));
  return new vscode.StatementCoverage(hits, new vscode.Position(line, 0), branches);
}
