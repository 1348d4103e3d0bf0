import * as vscode from 'vscode';
import type { GateNotification, GateChange, Notifier } from '../../../core/gate/notify/gateNotification.ts';
import { showInformation, showWarning } from '../../ui/messages.ts';
import type { Report } from '../../host/commands.ts';
import type { CommandId } from '../../host/commandTable.ts';
import { changeText, newIssuesText, summaryText } from './gateChangeTexts.ts';
import type { ToastAnswerOptions } from './toastAnswers.ts';

interface ToastNotifierOptions extends ToastAnswerOptions {
  /** May never settle. */
  readonly whenPageAnswers: () => Promise<void>;
  readonly onShown: (notification: GateNotification) => void;
  readonly isBound: (uuid: string, project: string) => boolean;
  readonly report: Report;
}

/** Shows toasts. `notify` resolves only if the page answered in time, both before and after it showed the toast. */
export function toastNotifier(options: ToastNotifierOptions): Notifier {
  const { whenPageAnswers, onShown, report } = options;
  return {
    isReady: async () => {
      await whenPageAnswers();
      return true;
    },
    notify: async (notification, signal) => {
      await whenPageAnswers();
      signal.throwIfAborted();
      // The promise of a toast settles when the user closes it, which may never happen.
      show(notification, options).catch((error: unknown) => report(error, 'notification'));
      await whenPageAnswers();
      signal.throwIfAborted();
      onShown(notification);
      return true;
    },
  };
}

/** Loads what follows when the user presses a button of a toast. */
const answers = () => import('./toastAnswers.ts');

async function show(notification: GateNotification, options: ToastNotifierOptions): Promise<void> {
  if (notification.kind === 'change') await showChange(notification.change, options);
  else if (notification.kind === 'summary') await showSummary(notification.changes);
  else await showNewIssues(notification.changes, options);
}

async function showChange(change: GateChange, options: ToastNotifierOptions): Promise<void> {
  const issues = vscode.l10n.t('Show Issues');
  const details = vscode.l10n.t('Show Details');
  const open = vscode.l10n.t('Open in Browser');
  const mute = vscode.l10n.t('Mute…');
  const showMessage = change.to === 'OK' ? showInformation : showWarning;
  const hasIssues = change.to === 'ERROR' && options.isBound(change.connection, change.project);
  // A fourth button would cover the source of the toast. The details have a link to the browser.
  const buttons = [...(hasIssues ? [issues, details] : [details, open]), mute];
  const chosen = await showMessage(changeText(change), ...buttons);
  if (chosen === issues) await openFirstIssue(change);
  if (chosen === details) await showDetails(change);
  if (chosen === open) await (await answers()).openChange(change, options);
  if (chosen === mute) await (await answers()).askAndMute(change, options);
}

async function showDetails(change: GateChange): Promise<void> {
  await vscode.commands.executeCommand('service.showGateDetails' satisfies CommandId, refOf(change));
}

/** Opens the first issue behind the gate at its line, or the page of the issues if no folder has its file. */
async function openFirstIssue(change: GateChange): Promise<void> {
  const argument = { ...refOf(change), open: 'first' };
  await vscode.commands.executeCommand('service.showGateIssues' satisfies CommandId, argument);
}

function refOf({ connection, project, branch }: GateChange) {
  return { uuid: connection, projectKey: project, branch };
}

async function showSummary(changes: readonly GateChange[]): Promise<void> {
  const details = vscode.l10n.t('Show Changes');
  const anyFailed = changes.some(({ to }) => to !== 'OK');
  const showMessage = anyFailed ? showWarning : showInformation;
  if ((await showMessage(summaryText(changes), details)) !== details) return;
  const { pickChange } = await answers();
  const change = await pickChange(changes);
  if (change) await showDetails(change);
}

/** The toast about one project can mute it. From several projects, the user picks the one whose issues to open. */
async function showNewIssues(changes: readonly GateChange[], options: ToastNotifierOptions): Promise<void> {
  const open = vscode.l10n.t('Open in Browser');
  const mute = vscode.l10n.t('Mute…');
  const [only, ...others] = changes;
  if (!only) return;
  const buttons = others.length > 0 ? [open] : [open, mute];
  const chosen = await showInformation(newIssuesText(changes), ...buttons);
  if (chosen === mute) await (await answers()).askAndMute(only, options);
  if (chosen !== open) return;
  const { openChange, pickNewIssues } = await answers();
  const change = others.length === 0 ? only : await pickNewIssues(changes);
  if (change) await openChange(change, options);
}
