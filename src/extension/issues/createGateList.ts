import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { CommandHandlers, Report } from '../host/commands.ts';
import type { issueCommandIds } from '../host/commandTable.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { ChangeCheck } from './changeCheck.ts';
import type { FileAnalysis } from './fileAnalysis.ts';
import type { FindingStore } from './findingStore.ts';
import { GateIssues } from './gateIssues.ts';
import { GateCoverage } from './gateCoverage.ts';
import { GateFixer } from './gateFixer.ts';
import { pickAct, type ActTarget, type IssueActionsOptions } from './issueActions.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import { GateList } from './list/gateList.ts';
import { GateListings, type ListedFinding } from './list/gateListings.ts';
import { openFindingCommand } from './list/gateRowItems.ts';
import type { GateRow } from './list/gateRows.ts';

interface GateListOptions {
  readonly store: FindingStore;
  readonly diagnostics: IssueDiagnostics;
  readonly analysis: FileAnalysis;
  readonly actOptions: IssueActionsOptions;
  /** Shows a row in the view. */
  readonly revealRow: (row: GateRow) => Promise<void>;
}

interface GateListFeature extends Disposable {
  readonly list: GateList;
  readonly commands: Pick<CommandHandlers, Exclude<(typeof issueCommandIds)[number], 'service.analyzeFile'>>;
}

/** Creates the list of what is left to do about failed gates, and its commands. */
export function createGateList(
  services: GateServices,
  { store, diagnostics, analysis, actOptions, revealRow }: GateListOptions,
): GateListFeature {
  const { allGates: gates, onDidChange, clock, log, connections, states } = services;
  const { baseUrlOf, report, apiFor, context } = services;
  const scope = new DisposableStore();
  const listings = scope.add(
    new GateListings({ store, diagnostics, gates, onDidChangeGates: onDidChange, clock, log }),
  );
  const loginOf = (uuid: string) => {
    const state = states.of(uuid);
    return state.state === 'connected' ? state.login : undefined;
  };
  const list = scope.add(new GateList({ listings, gates, loginOf, clock }));
  const gateIssues = new GateIssues({
    listings,
    diagnostics,
    gates,
    connections,
    baseUrlOf,
    showList: async (gate, key) => {
      const row = list.rowOf(gate, key);
      if (row) await revealRow(row);
    },
  });
  const fixer = new GateFixer({ listings, diagnostics, gates, apiFor });
  const coverage = scope.add(new GateCoverage({ store, listings, gates }));
  const changes = new ChangeCheck({
    extension: context.extension,
    listings,
    diagnostics,
    analysis,
    gates,
    log,
  });
  scope.add(openFindings(gateIssues, report));
  return {
    list,
    commands: {
      'service.showGateIssues': (argument) => gateIssues.show(argument),
      'service.nextGateIssue': () => gateIssues.go(1),
      'service.previousGateIssue': () => gateIssues.go(-1),
      'service.actOnFinding': (row) => actOnFinding(row, { list, diagnostics, actOptions }),
      'service.fixGate': (argument) => fixer.fix(argument),
      'service.showGateCoverage': (argument) => coverage.show(argument),
      'service.checkChanges': (argument) => changes.check(argument),
      'service.filterGateIssues': () => list.askFilter(),
      'service.refreshGateIssues': () => {
        listings.refresh();
      },
    },
    dispose: () => {
      scope.dispose();
    },
  };
}

/** Asks what to do about the finding of a row, or without a row about the one at the cursor. */
async function actOnFinding(
  row: unknown,
  { list, diagnostics, actOptions }: Pick<GateListOptions, 'diagnostics' | 'actOptions'> & { list: GateList },
): Promise<void> {
  const find = (signal: AbortSignal) => list.findingOf(row, signal);
  const found = await withProgress(vscode.l10n.t('Opening an issue…'), find);
  const target = found ? targetOf(found) : atCursor(diagnostics);
  if (target) await pickAct(target, actOptions);
  else void showInformation(vscode.l10n.t('There is no issue of the platform at the cursor.'));
}

/** Registers the command of the rows of findings. */
function openFindings(gateIssues: GateIssues, report: Report): Disposable {
  return vscode.commands.registerCommand(openFindingCommand, async (...values: unknown[]) => {
    try {
      await gateIssues.openRow(values);
    } catch (error) {
      report(error, 'opening an issue');
    }
  });
}

function atCursor(diagnostics: IssueDiagnostics): ActTarget | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && diagnostics.at(editor.document, editor.selection)[0];
}

/** Returns the finding with its present place; with that of the analysis if it has none. */
function targetOf({ shown, finding, project, uri = project.root }: ListedFinding): ActTarget {
  if (shown) return shown;
  const line = Math.max(0, (finding.line ?? 1) - 1);
  return { finding, project, uri, range: new vscode.Range(line, 0, line, 0) };
}
