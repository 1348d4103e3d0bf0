import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { CommandHandlers } from '../host/commands.ts';
import type { issueCommandIds } from '../host/commandTable.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { BoundProject } from './boundFiles.ts';
import { FileAnalysis } from './fileAnalysis.ts';
import { FindingStore } from './findingStore.ts';
import { offerIssueActions } from './issueActions.ts';
import { IssueDiagnostics, type ShownFinding } from './issueDiagnostics.ts';
import { RuleDescriptions } from './ruleDescriptions.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { commandAddress, linkedHover } from '../ui/hover.ts';
import { findingPage, messageText, severityText } from './issueTexts.ts';
import { createGateList } from './createGateList.ts';
import { reveal } from './gateIssues.ts';
import type { GateList } from './list/gateList.ts';
import type { GateRow } from './list/gateRows.ts';

type IssueCommands = Pick<CommandHandlers, (typeof issueCommandIds)[number]>;

export interface Issues extends Disposable {
  readonly commands: IssueCommands;
  readonly list: GateList;
}

/**
 * Starts to show the platform's issues in the texts of bound folders.
 *
 * @param revealRow shows a row of the list
 */
export function createIssues(services: GateServices, revealRow: (row: GateRow) => Promise<void>): Issues {
  const { apiFor, allGates, onDidChange, settings, baseUrlOf, clock, log, monitor, report } = services;
  const scope = () => settings.read('service.issues.scope');
  const disposables = new DisposableStore();
  const store = new FindingStore({ apiFor, isNewCodeOnly: () => scope() !== 'all', clock, log });
  const diagnostics = disposables.add(
    new IssueDiagnostics({
      store,
      baseUrlOf,
      clock,
      log,
      gates: allGates,
      onDidChangeGates: onDidChange,
      isOn: () => scope() !== 'off',
    }),
  );
  const rules = new RuleDescriptions({ apiFor, log });
  disposables.add(issueHover({ diagnostics, rules, baseUrlOf }));
  const check = (uuid: string) => monitor.check(uuid);
  const leftOf = ({ connection, project, branch }: BoundProject) =>
    gateList.list.leftOf({ uuid: connection.uuid, projectKey: project, branch });
  const actOptions = { diagnostics, apiFor, baseUrlOf, leftOf, check, report };
  disposables.add(offerIssueActions(actOptions));
  const analysis = disposables.add(
    new FileAnalysis({ gates: allGates, onDidChangeGates: onDidChange, apiFor, diagnostics, clock, log }),
  );
  const gateList = createGateList(services, { store, diagnostics, analysis, actOptions, revealRow });
  disposables.add(gateList);
  diagnostics.start();
  analysis.start();
  return {
    list: gateList.list,
    commands: {
      ...gateList.commands,
      'service.analyzeFile': () => analysis.analyze(),
    },
    dispose: () => {
      disposables.dispose();
    },
  };
}

/** More findings at one place would make the hover unreadable. */
const mostFindings = 3;
/** This command is not in package.json, because it needs the finding that a hover passes. */
const moreCommand = 'service.issues.more';
const moreArguments = z.tuple([z.string(), z.string()]);

interface IssueHoverOptions {
  readonly diagnostics: IssueDiagnostics;
  readonly rules: RuleDescriptions;
  readonly baseUrlOf: (connection: Connection) => string;
}

/**
 * Shows the name of the rule, the severity and a link to the platform in a hover. Another link shows the description of
 * the rule, in a hover that has the focus.
 */
function issueHover({ diagnostics, rules, baseUrlOf }: IssueHoverOptions): Disposable {
  const scope = new DisposableStore();
  /** The finding whose description the next hover shows. */
  let described: string | undefined;
  const contentOf = async ({ finding, project, uri }: ShownFinding, isDescribed: boolean) => {
    const { key, rule: ruleKey, severity } = finding;
    const rule = ruleKey === undefined ? undefined : await rules.of(project.connection, ruleKey);
    const facts = [severity === undefined ? '' : severityText(severity), ruleKey ?? ''].filter(Boolean);
    const page = findingPage(finding, project, baseUrlOf).toString();
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
  // `IssueDiagnostics` decides which texts have findings.
  scope.add(vscode.languages.registerHoverProvider('*', { provideHover }));
  scope.add(
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
  return scope;
}
