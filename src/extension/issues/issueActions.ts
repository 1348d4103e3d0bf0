import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { assignToMe, disputeIssue, verdictsOn, type IssueChangeOptions } from './disputeIssue.ts';
import type { ShownFinding } from './issueDiagnostics.ts';
import { findingPage } from './issueTexts.ts';
import { printable } from '../../core/printable.ts';
import { showInformation } from '../ui/messages.ts';

/** This command is not in package.json, because it needs the arguments that a quick fix passes. */
const actCommand = 'service.issues.act';

interface IssueActionsOptions extends IssueChangeOptions {
  readonly baseUrlOf: (connection: Connection) => string;
}

type Act = (shown: ShownFinding, options: IssueActionsOptions) => Promise<unknown>;

const acts = {
  openInBrowser: (shown, { baseUrlOf }) =>
    Promise.resolve(vscode.env.openExternal(findingPage(shown.finding, shown.project, baseUrlOf))),
  falsePositive: (shown, options) => disputeIssue(shown, 'falsePositive', options),
  accept: (shown, options) => disputeIssue(shown, 'accept', options),
  assignToMe: (shown, options) => assignToMe(shown, options),
  askAgent: (shown) => askAgent(shown),
} satisfies Readonly<Record<string, Act>>;
type ActName = keyof typeof acts;

const actArguments = z.tuple([z.enum(Object.keys(acts) as [ActName, ...ActName[]]), z.string(), z.string()]);

/** Registers what the user can do about a finding, as quick fixes. */
export function offerIssueActions(options: IssueActionsOptions): Disposable {
  const { diagnostics, report } = options;
  const scope = new DisposableStore();
  scope.add(
    vscode.languages.registerCodeActionsProvider(
      // `IssueDiagnostics` decides which texts have findings.
      '*',
      {
        provideCodeActions: (document, range, { diagnostics: problems }) =>
          diagnostics.at(document, range).flatMap((shown) => actionsOn(shown, problems)),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
  scope.add(
    vscode.commands.registerCommand(actCommand, async (...values: unknown[]) => {
      try {
        const [name, uri, key] = z.parse(actArguments, values);
        const shown = diagnostics.find(vscode.Uri.parse(uri), key);
        if (shown) await (acts[name] as Act)(shown, options);
      } catch (error) {
        report(error, 'acting on an issue');
      }
    }),
  );
  return scope;
}

function actionsOn(
  shown: ShownFinding,
  problems: readonly vscode.Diagnostic[],
): readonly vscode.CodeAction[] {
  const { finding, range, uri } = shown;
  const isAbout = ({ source, message, range: at }: vscode.Diagnostic): boolean =>
    source === 'Service' && message === finding.message && at.isEqual(range);
  const action = (name: ActName, title: string): vscode.CodeAction => {
    const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    fix.diagnostics = problems.filter(isAbout);
    fix.command = { title, command: actCommand, arguments: [name, uri.toString(), finding.key] };
    return fix;
  };
  const verdicts = verdictsOn(shown);
  const isIssue = finding.kind === 'issue';
  return [
    action('askAgent', vscode.l10n.t('Explain and Fix with the AI Agent')),
    ...(verdicts.includes('falsePositive')
      ? [action('falsePositive', vscode.l10n.t('Mark as False Positive…'))]
      : []),
    ...(verdicts.includes('accept') ? [action('accept', vscode.l10n.t('Accept Issue…'))] : []),
    ...(isIssue ? [action('assignToMe', vscode.l10n.t('Assign Issue to Me'))] : []),
    action('openInBrowser', vscode.l10n.t('Open Issue in Browser')),
  ];
}

/** The command of the editor that opens its chat. */
export const chatCommand = 'workbench.action.chat.open';

/**
 * Opens the editor's chat with a prompt about the finding. The prompt is not sent: the user sees it first. It has no
 * instruction that the user does not see, and no secret.
 */
export async function askAgent(shown: ShownFinding): Promise<void> {
  const query = printable(promptOf(shown));
  const commands = await vscode.commands.getCommands(true);
  if (commands.includes(chatCommand)) {
    await vscode.commands.executeCommand(chatCommand, { query, mode: 'agent', isPartialQuery: true });
    return;
  }
  await vscode.env.clipboard.writeText(query);
  void showInformation(vscode.l10n.t('This editor has no chat. The prompt is in the clipboard.'));
}

/** Returns the prompt: rule, message, file and range of the finding. */
function promptOf({ uri, finding, range }: ShownFinding): string {
  const { start, end } = range;
  const file = vscode.workspace.asRelativePath(uri);
  const at = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  const { key, rule, message } = finding;
  const quoted = JSON.stringify(message);
  return finding.kind === 'issue'
    ? vscode.l10n.t(
        'Explain the issue {0} of rule {1} in {2}, range {3}, and fix it. Message of the analyzer: {4}',
        ...[key, rule ?? '', file, at, quoted],
      )
    : vscode.l10n.t(
        'Explain the security hotspot {0} of rule {1} in {2}, range {3}. If it is a risk, fix it. Message of the analyzer: {4}',
        ...[key, rule ?? '', file, at, quoted],
      );
}
