import * as vscode from 'vscode';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { CommandHandlers } from '../host/commands.ts';
import type { issueCommandIds } from '../host/commandTable.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { FileAnalysis } from './fileAnalysis.ts';
import { FindingStore } from './findingStore.ts';
import { offerIssueActions } from './issueActions.ts';
import { IssueDiagnostics, type ShownFinding } from './issueDiagnostics.ts';
import { RuleDescriptions } from './ruleDescriptions.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { markdownHover } from '../ui/hover.ts';
import { markdownText } from '../ui/plainText.ts';
import { findingPage, messageText, severityText } from './issueTexts.ts';
import { createGateList } from './createGateList.ts';
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
  const hover = issueHover({ diagnostics, rules, baseUrlOf });
  // `IssueDiagnostics` decides which texts have findings.
  disposables.add(vscode.languages.registerHoverProvider('*', hover));
  const check = (uuid: string) => monitor.check(uuid);
  const actOptions = { diagnostics, apiFor, baseUrlOf, check, report };
  disposables.add(offerIssueActions(actOptions));
  const gateList = createGateList(services, { store, diagnostics, actOptions, revealRow });
  disposables.add(gateList);
  const analysis = disposables.add(
    new FileAnalysis({ gates: allGates, onDidChangeGates: onDidChange, apiFor, diagnostics, clock, log }),
  );
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

interface IssueHoverOptions {
  readonly diagnostics: IssueDiagnostics;
  readonly rules: RuleDescriptions;
  readonly baseUrlOf: (connection: Connection) => string;
}

/** Shows the name, the severity and the description of the rule, with a link to the platform. */
function issueHover({ diagnostics, rules, baseUrlOf }: IssueHoverOptions): vscode.HoverProvider {
  return {
    provideHover: async (document, position, token) => {
      const found = diagnostics.at(document, new vscode.Range(position, position)).slice(0, mostFindings);
      const [first] = found;
      if (!first) return undefined;
      const link = ({ finding, project }: ShownFinding) => ({
        label: vscode.l10n.t('Open in browser'),
        address: findingPage(finding, project, baseUrlOf),
      });
      const contents = await Promise.all(
        found.map(async (shown) => ({ markdown: await markdownOf(shown, rules), link: link(shown) })),
      );
      return token.isCancellationRequested ? undefined : markdownHover(contents, first.range);
    },
  };
}

async function markdownOf({ finding, project }: ShownFinding, rules: RuleDescriptions): Promise<string> {
  const { rule: key, severity } = finding;
  const rule = key === undefined ? undefined : await rules.of(project.connection, key);
  const facts = [severity === undefined ? undefined : severityText(severity), key].filter(
    (fact) => fact !== undefined,
  );
  const parts = [
    `**${markdownText(rule?.name ?? messageText(finding))}**`,
    facts.map(markdownText).join(' · '),
    rule?.markdown ?? '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
