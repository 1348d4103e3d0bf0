import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { GateRef } from '../host/arguments.ts';
import type { CommandHandlers } from '../host/commands.ts';
import type { issueCommandIds } from '../host/commandTable.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { checkChanges } from './changeCheck.ts';
import { FileAnalysis } from './fileAnalysis.ts';
import { FindingStore } from './findingStore.ts';
import { offerIssueActions, pickAct, type ActTarget, type IssueActionsOptions } from './issueActions.ts';
import { IssueDiagnostics } from './issueDiagnostics.ts';
import { ruleDescriptions } from './ruleDescriptions.ts';
import { commandAddress, linkedHover } from '../ui/hover.ts';
import { findingPage, messageText, severityText, type ShownFinding } from './issueTexts.ts';
import { gateCoverage } from './gateCoverage.ts';
import { fixGate } from './gateFixer.ts';
import { goToGateIssue, openRow, reveal, showGateIssues } from './gateIssues.ts';
import { GateList } from './list/gateList.ts';
import { GateListings, type ListedFinding } from './list/gateListings.ts';
import { openFindingCommand } from './list/gateRowItems.ts';
import { refOfGate, type GateRow } from './list/gateRows.ts';

export interface Issues extends Disposable {
  readonly commands: Pick<CommandHandlers, (typeof issueCommandIds)[number]>;
  readonly list: GateList;
}

/** Starts to show the issues of the platform in the texts of bound folders. `revealRow` shows a row of the list. */
export function createIssues(services: GateServices, revealRow: (row: GateRow) => Thenable<void>): Issues {
  const { settings, states, report } = services;
  const issueScope = () => settings.read('service.issues.scope');
  const scope = new DisposableStore();
  const store = new FindingStore({ ...services, isNewCodeOnly: () => issueScope() !== 'all' });
  const isOn = () => issueScope() !== 'off';
  const diagnostics = scope.add(new IssueDiagnostics({ ...services, store, isOn }));
  const listings = scope.add(new GateListings({ ...services, store, diagnostics }));
  const loginOf = (uuid: string) => {
    const state = states.of(uuid);
    return state.state === 'connected' ? state.login : undefined;
  };
  const list = scope.add(new GateList({ ...services, listings, loginOf }));
  const analysis = scope.add(new FileAnalysis({ ...services, diagnostics }));
  const showCoverage = gateCoverage(store, listings, scope);
  const showList = async (gate: GateRef, key?: string) => {
    const row = list.rowOf(gate, key);
    if (row) await revealRow(row);
  };
  const leftOf = (gate: FolderGate) => list.leftOf(refOfGate(gate));
  const all = { ...services, diagnostics, listings, analysis, showList, leftOf };
  scope.add(offerIssueActions(all));
  scope.add(issueHover(diagnostics, services));
  scope.add(
    vscode.commands.registerCommand(openFindingCommand, (...values: unknown[]) =>
      openRow(values, all).catch((error: unknown) => report(error, 'opening an issue')),
    ),
  );
  diagnostics.start();
  analysis.start();
  return {
    list,
    commands: {
      'service.analyzeFile': () => analysis.analyze(),
      'service.showGateIssues': (argument) => showGateIssues(argument, all),
      'service.nextGateIssue': () => goToGateIssue(1, all),
      'service.previousGateIssue': () => goToGateIssue(-1, all),
      'service.actOnFinding': (row) => actOnFinding(row, list, all),
      'service.fixGate': (argument) => fixGate(argument, all),
      'service.showGateCoverage': showCoverage,
      'service.checkChanges': (argument) => checkChanges(argument, all),
      'service.filterGateIssues': () => list.askFilter(),
      'service.refreshGateIssues': () => listings.refresh(),
    },
    dispose: () => scope.dispose(),
  };
}

/** Asks what to do about the finding of a row, or without a row about the one at the cursor. */
async function actOnFinding(row: unknown, list: GateList, options: IssueActionsOptions): Promise<void> {
  const find = (signal: AbortSignal) => list.findingOf(row, signal);
  const found = await withProgress(vscode.l10n.t('Opening an issue…'), find);
  const editor = vscode.window.activeTextEditor;
  const atCursor = editor && options.diagnostics.at(editor.document, editor.selection)[0];
  const target = found ? targetOf(found) : atCursor;
  if (target) await pickAct(target, options);
  else void showInformation(vscode.l10n.t('There is no issue of the platform at the cursor.'));
}

/** Returns the finding with its present place; with that of the analysis if it has none. */
function targetOf({ shown, finding, gate, uri = gate.folder.uri }: ListedFinding): ActTarget {
  if (shown) return shown;
  const line = Math.max(0, (finding.line ?? 1) - 1);
  return { finding, gate, uri, range: new vscode.Range(line, 0, line, 0) };
}

/** More findings at one place would make the hover unreadable. */
const mostFindings = 3;
/** This command is not in package.json, because it needs the finding that a hover passes. */
const moreCommand = 'service.issues.more';
const moreArguments = z.tuple([z.string(), z.string()]);

/** Shows rule, severity and a link to the platform in a hover; another link adds the description of the rule. */
function issueHover(diagnostics: IssueDiagnostics, services: GateServices): Disposable {
  const describe = ruleDescriptions(services);
  /** The finding whose description the next hover shows. */
  let described: string | undefined;
  const contentOf = async ({ finding, gate, uri }: ShownFinding, isDescribed: boolean) => {
    const { key, rule: ruleKey, severity } = finding;
    const rule = ruleKey === undefined ? undefined : await describe(gate.connection, ruleKey);
    const facts = [severity === undefined ? '' : severityText(severity), ruleKey ?? ''].filter(Boolean);
    const page = findingPage(finding, gate, services.baseUrlOf).toString();
    const more = { label: vscode.l10n.t('More'), address: commandAddress(moreCommand, uri.toString(), key) };
    const hasMore = rule !== undefined && rule.markdown !== '' && !isDescribed;
    return {
      title: rule?.name ?? messageText(finding),
      lines: facts.length === 0 ? [] : [facts.join(' · ')],
      links: [...(hasMore ? [more] : []), { label: vscode.l10n.t('Open in browser'), address: page }],
      markdown: isDescribed ? (rule?.markdown ?? '') : '',
    };
  };
  const provideHover: vscode.HoverProvider['provideHover'] = async (document, position, token) => {
    const found = diagnostics.at(document, new vscode.Range(position, position)).slice(0, mostFindings);
    const [first] = found;
    if (!first) return undefined;
    const wanted = described;
    described = undefined;
    const contents = await Promise.all(found.map((shown) => contentOf(shown, shown.finding.key === wanted)));
    return token.isCancellationRequested ? undefined : linkedHover(contents, first.range, [moreCommand]);
  };
  return vscode.Disposable.from(
    // `IssueDiagnostics` decides which texts have findings.
    vscode.languages.registerHoverProvider('*', { provideHover }),
    vscode.commands.registerCommand(moreCommand, async (...values: unknown[]) => {
      const [uri, key] = z.parse(moreArguments, values);
      const { executeCommand } = vscode.commands;
      const shown = diagnostics.find(vscode.Uri.parse(uri), key);
      if (!shown) return;
      await executeCommand('editor.action.hideHover');
      await reveal(shown);
      described = key;
      await executeCommand('editor.action.showHover', { focus: 'autoFocusImmediately' });
    }),
  );
}
