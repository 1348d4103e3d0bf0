import * as vscode from 'vscode';
import type { PlatformAccess } from '../../core/connections/access.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Log } from '../../core/log.ts';
import { bindingCompletion } from './completion.ts';
import { showBindingProblems, type DiagnosticsOptions } from './diagnostics.ts';
import { bindingHover, type HoverOptions } from './hover.ts';
import { KnownProjects } from './knownProjects.ts';
import { bindingQuickFixes } from './quickFixes.ts';
import { settingsFiles } from './settingsFiles.ts';

interface SettingsHelpOptions extends Omit<DiagnosticsOptions, 'projects'>, Omit<HoverOptions, 'projects'> {
  readonly access: Pick<PlatformAccess, 'apiFor'>;
  readonly log: Log;
}

/** Provides completion, messages with fixes, and hovers for the binding in settings files. */
export function settingsHelp(options: SettingsHelpOptions): Disposable {
  const scope = new DisposableStore();
  const projects = new KnownProjects(options.access, options.log);
  const all = { ...options, projects };
  const { languages, CodeActionKind } = vscode;
  scope.add(languages.registerCompletionItemProvider(settingsFiles, bindingCompletion(all), '"'));
  scope.add(languages.registerHoverProvider(settingsFiles, bindingHover(all)));
  scope.add(
    languages.registerCodeActionsProvider(settingsFiles, bindingQuickFixes(all), {
      providedCodeActionKinds: [CodeActionKind.QuickFix],
    }),
  );
  scope.add(showBindingProblems(all));
  return scope;
}
