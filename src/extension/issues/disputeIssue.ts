import * as vscode from 'vscode';
import type { Api } from '../../core/api/client.ts';
import { assignIssueToMe } from '../../core/api/issues.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { Failure } from '../../core/failures.ts';
import { changeStatus, reopenIssue, transitionFor, type Verdict } from '../../core/issues/statusChanges.ts';
import type { Report } from '../host/report.ts';
import { showError, showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { askText } from '../ui/quickInput/askText.ts';
import type { IssueDiagnostics, ShownFinding } from './issueDiagnostics.ts';

export interface IssueChangeOptions {
  readonly diagnostics: IssueDiagnostics;
  readonly apiFor: (connection: Connection) => Promise<Api | undefined>;
  /** Polls the gates of the connection now. */
  readonly check: (uuid: string) => Promise<void>;
  readonly report: Report;
}

const timeoutMs = 30_000;

/** Returns the verdicts that the platform offers to the user for the issue. */
export function verdictsOn({ finding }: ShownFinding): readonly Verdict[] {
  return (['falsePositive', 'accept'] as const).filter(
    (verdict) => transitionFor(verdict, finding.transitions) !== undefined,
  );
}

/** Asks for a comment and a confirmation, changes the status of the issue and offers to undo that. */
export async function disputeIssue(
  shown: ShownFinding,
  verdict: Verdict,
  options: IssueChangeOptions,
): Promise<void> {
  const transition = transitionFor(verdict, shown.finding.transitions);
  const texts = textsOf(verdict);
  if (transition === undefined) return;
  const answer = await askText({
    title: texts.title,
    prompt: vscode.l10n.t('Optional comment on the platform: why does this issue not need a fix?'),
    check: () => undefined,
  });
  if (answer?.to !== 'next') return;
  const comment = answer.value.trim();
  const detail = [
    shown.finding.message,
    comment === '' ? '' : vscode.l10n.t('Comment: {0}', comment),
    vscode.l10n.t('Everyone who uses the project sees this change.'),
  ];
  const confirmed = await showWarning(
    texts.question,
    { modal: true, detail: detail.filter((line) => line !== '').join('\n\n') },
    texts.action,
  );
  if (confirmed !== texts.action) return;
  const { key } = shown.finding;
  const lost = await onPlatform(shown, options, (api) =>
    changeStatus(api, { key, transition, comment }, { timeoutMs }),
  );
  options.diagnostics.setClosed(shown, true);
  recheck(shown, options);
  const undo = vscode.l10n.t('Undo');
  const answered = lost
    ? showWarning(`${texts.done} ${vscode.l10n.t('The comment could not be saved.')}`, undo)
    : showInformation(texts.done, undo);
  if ((await answered) !== undo) return;
  await onPlatform(shown, options, (api) => reopenIssue(api, key, { timeoutMs }));
  options.diagnostics.setClosed(shown, false);
  recheck(shown, options);
}

/**
 * Assigns an issue to the account of the connection's token, and says so.
 *
 * @throws `Failure` of the request, `forbidden` without the permission.
 */
export async function assignToMe(shown: ShownFinding, options: IssueChangeOptions): Promise<void> {
  await onPlatform(shown, options, (api) => assignIssueToMe(api, shown.finding.key, { timeoutMs }));
  void showInformation(vscode.l10n.t('The issue is assigned to you.'));
}

/** The platform has computed the gate again when a change resolves, so the notification need not wait for a poll. */
function recheck({ project }: ShownFinding, { check, report }: IssueChangeOptions): void {
  check(project.connection.uuid).catch((error: unknown) => {
    report(error, 'checking the gate after a change of an issue');
  });
}

/** @throws {Failure} `cancelled`, after a message, if the user may not change the issue. */
async function onPlatform<T>(
  { project }: ShownFinding,
  { apiFor }: IssueChangeOptions,
  change: (api: Api) => Promise<T>,
): Promise<T> {
  const api = await apiFor(project.connection);
  if (!api) throw new Failure('unauthorized', 'There is no token');
  try {
    // Not cancellable: a request that the platform has received takes effect.
    return await withProgress(
      vscode.l10n.t('Changing an issue of {0}…', project.project),
      () => change(api),
      {
        cancellable: false,
      },
    );
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

function textsOf(verdict: Verdict): Readonly<Record<'title' | 'question' | 'action' | 'done', string>> {
  return verdict === 'falsePositive'
    ? {
        title: vscode.l10n.t('Mark as False Positive'),
        question: vscode.l10n.t('Mark this issue as a false positive?'),
        action: vscode.l10n.t('Mark as False Positive'),
        done: vscode.l10n.t('The issue is marked as a false positive.'),
      }
    : {
        title: vscode.l10n.t('Accept Issue'),
        question: vscode.l10n.t('Accept this issue without fixing it?'),
        action: vscode.l10n.t('Accept Issue'),
        done: vscode.l10n.t('The issue is accepted.'),
      };
}
