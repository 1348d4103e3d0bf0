import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { CommandHandlers } from '../host/commands.ts';
import type { issueCommandIds } from '../host/commandTable.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { FileAnalysis } from './fileAnalysis.ts';
import { FindingStore } from './findingStore.ts';
import { GateIssues } from './gateIssues.ts';
import { offerIssueActions } from './issueActions.ts';
import { IssueDiagnostics } from './issueDiagnostics.ts';
import { issueHover } from './issueHover.ts';
import { RuleDescriptions } from './ruleDescriptions.ts';

type IssueCommands = Pick<CommandHandlers, (typeof issueCommandIds)[number]>;

export interface Issues extends Disposable {
  readonly commands: IssueCommands;
}

/** Starts to show the platform's issues in the texts of bound folders. */
export function createIssues(services: GateServices): Issues {
  const { apiFor, allGates, onDidChange, settings, baseUrlOf, clock, log, monitor, report } = services;
  const scope = () => settings.read('service.issues.scope');
  const disposables = new DisposableStore();
  const store = new FindingStore({ apiFor, isNewCodeOnly: () => scope() !== 'all', clock, log });
  const diagnostics = disposables.add(
    new IssueDiagnostics({
      ...{ store, baseUrlOf, clock, log },
      gates: allGates,
      onDidChangeGates: onDidChange,
      isOn: () => scope() !== 'off',
    }),
  );
  const rules = new RuleDescriptions({ apiFor, log });
  const hover = issueHover({ diagnostics, rules, baseUrlOf });
  // `IssueDiagnostics` decides which texts have findings.
  disposables.add(vscode.languages.registerHoverProvider('*', hover));
  const check = (uuid: string) => monitor.check(uuid);
  disposables.add(offerIssueActions({ diagnostics, apiFor, baseUrlOf, check, report }));
  const { connections } = services;
  const gateIssues = new GateIssues({ store, diagnostics, gates: allGates, connections, baseUrlOf, clock });
  const analysis = disposables.add(
    new FileAnalysis({ gates: allGates, onDidChangeGates: onDidChange, apiFor, diagnostics, clock, log }),
  );
  diagnostics.start();
  analysis.start();
  return {
    commands: {
      'service.showGateIssues': (argument) => gateIssues.show(argument),
      'service.nextGateIssue': () => gateIssues.go(1),
      'service.previousGateIssue': () => gateIssues.go(-1),
      'service.analyzeFile': () => analysis.analyze(),
    },
    dispose: () => {
      disposables.dispose();
    },
  };
}
