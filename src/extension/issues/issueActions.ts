import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { organizationOf } from '../../core/connections/connection.ts';
import type { Disposable } from '../../core/disposables.ts';
import type { Finding } from '../../core/issues/finding.ts';
import type { FolderGate } from '../gates/folderGates.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import { findingPage, messageText, type ShownFinding } from './issueTexts.ts';
import { printable } from '../../core/printable.ts';
import { showError, showInformation, showWarning } from '../ui/messages.ts';
import type { Api } from '../../core/api/client.ts';
import { assignIssueToMe } from '../../core/api/issues.ts';
import { Failure, isOneOf } from '../../core/failures.ts';
import {
  changeStatus,
  isOpen,
  reopenIssue,
  transitionFor,
  type Resolution,
} from '../../core/issues/statusChanges.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { withProgress } from '../ui/progress.ts';
import { askText } from '../ui/quickInput/askText.ts';
import { choose } from '../ui/quickInput/pickOne.ts';

/** This command is not in package.json, because it needs the arguments that a quick fix passes. */
const actCommand = 'service.issues.act';

export type IssueActionsOptions = Pick<GateServices, 'apiFor' | 'baseUrlOf' | 'monitor' | 'report'> & {
  readonly diagnostics: IssueDiagnostics;
  /** Returns what is left to do about the gate in words; empty if its list was not read. */
  readonly leftOf: (gate: FolderGate) => string;
};

export type ActTarget = Pick<ShownFinding, 'uri' | 'finding' | 'gate' | 'range'>;

interface Act {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly run: () => Promise<unknown>;
}

const actArguments = z.tuple([z.string(), z.string(), z.string()]);

export function offerIssueActions(options: IssueActionsOptions): Disposable {
  const { diagnostics, report } = options;
  return vscode.Disposable.from(
    vscode.languages.registerCodeActionsProvider(
      // `IssueDiagnostics` decides which texts have findings.
      '*',
      {
        provideCodeActions: (document, range, { diagnostics: problems }) =>
          diagnostics.at(document, range).flatMap((shown) => actionsOn(shown, problems, options)),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    vscode.commands.registerCommand(actCommand, async (...values: unknown[]) => {
      try {
        const [name, uri, key] = z.parse(actArguments, values);
        const shown = diagnostics.find(vscode.Uri.parse(uri), key);
        if (!shown) return;
        const act = actsOn(shown, options).find((each) => each.name === name);
        if (!act) throw new Error(`There is no action ${name}`);
        await act.run();
      } catch (error) {
        report(error, 'acting on an issue');
      }
    }),
  );
}

function actionsOn(
  shown: ShownFinding,
  problems: readonly vscode.Diagnostic[],
  options: IssueActionsOptions,
): readonly vscode.CodeAction[] {
  const { finding, range, uri } = shown;
  const isAbout = ({ source, message, range: at }: vscode.Diagnostic): boolean =>
    source === 'Service' && message === messageText(finding) && at.isEqual(range);
  return actsOn(shown, options).map(({ name, title }) => {
    const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    fix.diagnostics = problems.filter(isAbout);
    fix.command = { title, command: actCommand, arguments: [name, uri.toString(), finding.key] };
    return fix;
  });
}

export async function pickAct(target: ActTarget, options: IssueActionsOptions): Promise<void> {
  const act = await choose<Act>({
    title: messageText(target.finding),
    placeholder: vscode.l10n.t('Select what to do'),
    choices: actsOn(target, options).map((value) => ({
      label: value.title,
      iconPath: new vscode.ThemeIcon(value.icon),
      value,
    })),
  });
  await act?.run();
}

function actsOn(target: ActTarget, options: IssueActionsOptions): readonly Act[] {
  const { finding, gate } = target;
  const acts: Act[] = [];
  const add = (name: string, icon: string, title: string, run: Act['run']) =>
    acts.push({ name, icon, title, run });
  add('askAgent', 'sparkle', vscode.l10n.t('Explain and Fix with the AI Agent'), () => askAgent(target));
  for (const resolution of ['falsePositive', 'accept'] as const) {
    const transition = transitionFor(resolution, finding.transitions);
    const texts = textsOf(resolution);
    if (transition !== undefined)
      add(resolution, texts.icon, texts.act, () => disputeIssue(target, { transition, ...texts }, options));
  }
  if (finding.kind === 'issue')
    add('assignToMe', 'account', vscode.l10n.t('Assign Issue to Me'), () => assignToMe(target, options));
  add('openInBrowser', 'link-external', pageTitle(finding), async () =>
    vscode.env.openExternal(findingPage(finding, gate, options.baseUrlOf)),
  );
  return acts;
}

function pageTitle({ kind }: Finding): string {
  if (kind === 'issue') return vscode.l10n.t('Open Issue in Browser');
  return kind === 'hotspot'
    ? vscode.l10n.t('Review Security Hotspot in Browser')
    : vscode.l10n.t('Open File in Browser');
}

export const chatCommand = 'workbench.action.chat.open';

/** Opens the chat with an unsent prompt about the finding. The prompt has no secret, and the user sees all of it. */
export async function askAgent(shown: ActTarget): Promise<void> {
  await openChat(printable(promptOf(shown)));
}

/** Opens the editor's chat with a prompt, which the user sees and sends. Without a chat, the prompt is in the clipboard. */
export async function openChat(query: string): Promise<void> {
  const commands = await vscode.commands.getCommands(true);
  // The command of a chat that the user has switched off opens nothing.
  const isOff = vscode.workspace.getConfiguration('chat').get('disableAIFeatures') === true;
  if (commands.includes(chatCommand) && !isOff) {
    await vscode.commands.executeCommand(chatCommand, { query, mode: 'agent', isPartialQuery: true });
    return;
  }
  await vscode.env.clipboard.writeText(query);
  void showInformation(vscode.l10n.t('This editor has no chat. The prompt is in the clipboard.'));
}

function promptOf({ uri, finding, range }: ActTarget): string {
  const { start, end } = range;
  const file = vscode.workspace.asRelativePath(uri);
  const at = `${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`;
  const { key, rule, message } = finding;
  const args = [key, rule ?? '', file, at, JSON.stringify(message)] as const;
  switch (finding.kind) {
    case 'issue':
      return vscode.l10n.t(
        'Explain the issue {0} of rule {1} in {2}, range {3}, and fix it. Message of the analyzer: {4}',
        ...args,
      );
    case 'hotspot':
      return vscode.l10n.t(
        'Explain the security hotspot {0} of rule {1} in {2}, range {3}. If it is a risk, fix it. Message of the analyzer: {4}',
        ...args,
      );
    case 'uncovered':
    case 'partlyCovered':
      return vscode.l10n.t('Add tests that run the code in {0}, range {1}, with all its branches.', file, at);
    case 'duplicated':
      return vscode.l10n.t(
        'Find the copies of the code in {0}, range {1}, and replace them by shared code.',
        file,
        at,
      );
  }
}

const timeoutMs = 30_000;

/**
 * Asks for a comment, changes the status of the issue, and says in one message what is left of the gate, with an offer to
 * undo the change. An issue that was closed before, for example in another window, gets no such offer. Resolves before
 * the user answers the offer, because the editor shows progress until the command of a quick fix has ended.
 */
async function disputeIssue(
  shown: ActTarget,
  { transition, title, done: changed }: { transition: string; title: string; done: string },
  options: IssueActionsOptions,
): Promise<void> {
  const answer = await askText({
    title,
    prompt: `${messageText(shown.finding)} · ${vscode.l10n.t('Everyone who uses the project sees this change.')}`,
    placeholder: vscode.l10n.t('Optional comment on the platform: why does this issue not need a fix?'),
    check: () => undefined,
  });
  if (answer?.to !== 'next') return;
  const comment = answer.value.trim();
  const { key } = shown.finding;
  const { connection, projectKey: project, gate } = shown.gate;
  const lost = await onPlatform(shown, options, async (api) => {
    try {
      return await changeStatus(api, { key, transition, comment });
    } catch (error) {
      const issue = { key, project, branch: gate.branch, organization: organizationOf(connection) };
      const mayBeClosed = isOneOf(error, ['badRequest', 'notFound']);
      if (!mayBeClosed || (await isOpen(api, issue))) throw error;
      return 'wasClosed';
    }
  });
  options.diagnostics.setClosed(shown, true);
  recheck(shown, options);
  const wasClosed = lost === 'wasClosed';
  const said = wasClosed ? vscode.l10n.t('The issue is no longer open on the platform') : changed;
  const done = `${[said, options.leftOf(shown.gate)].filter(Boolean).join(': ')}.`;
  if (wasClosed) {
    // Undo would take back the decision of another user.
    void showInformation(done);
    return;
  }
  const undone = lost
    ? offerUndo(shown, `${done} ${vscode.l10n.t('The comment could not be saved.')}`, showWarning, options)
    : offerUndo(shown, done, showInformation, options);
  undone.catch((error: unknown) => options.report(error, 'undoing a change of an issue'));
}

async function offerUndo(
  shown: ActTarget,
  done: string,
  show: typeof showInformation,
  options: IssueActionsOptions,
): Promise<void> {
  const undo = vscode.l10n.t('Undo');
  if ((await show(done, undo)) !== undo) return;
  await onPlatform(shown, options, (api) => reopenIssue(api, shown.finding.key));
  options.diagnostics.setClosed(shown, false);
  recheck(shown, options);
}

async function assignToMe(shown: ActTarget, options: IssueActionsOptions): Promise<void> {
  await onPlatform(shown, options, (api) => assignIssueToMe(api, shown.finding.key));
  void showInformation(vscode.l10n.t('The issue is assigned to you.'));
}

/** Checks the connection now, because the platform has computed the gate again when a change resolves. */
function recheck({ gate }: ActTarget, { monitor, report }: IssueActionsOptions): void {
  monitor
    .check(gate.connection.uuid)
    .catch((error: unknown) => report(error, 'checking the gate after a change of an issue'));
}

/** @throws {Failure} `cancelled`, after a message, if the user may not change the issue. */
async function onPlatform<T>(
  { gate }: ActTarget,
  { apiFor }: IssueActionsOptions,
  change: (api: Api) => Promise<T>,
): Promise<T> {
  const api = await apiFor(gate.connection);
  if (!api) throw new Failure('unauthorized', 'There is no token');
  try {
    // Not cancellable: a request that the platform has received takes effect.
    const title = vscode.l10n.t('Changing an issue of {0}…', gate.projectKey);
    return await withProgress(title, () => change(api.with({ timeoutMs })), { cancellable: false });
  } catch (error) {
    if (!Failure.is(error, 'forbidden')) throw error;
    void showError(
      vscode.l10n.t(
        'Your account may not change this issue. Ask an administrator of the project for the permission “Administer Issues”.',
      ),
    );
    throw new Failure('cancelled', error.message, { cause: error });
  }
}

function textsOf(resolution: Resolution) {
  return resolution === 'falsePositive'
    ? {
        act: vscode.l10n.t('Mark as False Positive…'),
        icon: 'circle-slash',
        title: vscode.l10n.t('Mark as False Positive'),
        done: vscode.l10n.t('Marked as a false positive'),
      }
    : {
        act: vscode.l10n.t('Accept Issue…'),
        icon: 'check',
        title: vscode.l10n.t('Accept Issue'),
        done: vscode.l10n.t('Issue accepted'),
      };
}
