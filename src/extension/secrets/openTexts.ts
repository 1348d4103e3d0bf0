import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import { DisposableStore } from '../../core/disposables.ts';
import { DebounceTimers } from '../host/debounceTimers.ts';
import { onDidChangeSetting } from '../host/settings.ts';
import type { Report } from '../host/commands.ts';
import { isScanned } from './scannedDocuments.ts';

/** Milliseconds without typing before a text is scanned. */
const pauseMs = 300;
/** In UTF-16 code units. Longer texts are data; `service-cli analyze secrets` looks for secrets in them. */
const longestScanned = 1_000_000;
/** The editor does not show more problems of a file. */
export const mostShown = 1000;

interface OpenTextsOptions {
  readonly clock: Clock;
  readonly report: Report;
  /** The name of the scan, for the log. */
  readonly task: string;
  readonly collection: string;
  /** The prefix of the settings after whose change all texts are scanned again. */
  readonly section: string;
  readonly isOn: (file: vscode.Uri) => boolean;
  /**
   * Returns the problems of a text. Their `source` is set afterwards.
   *
   * @param isOutdated whether the text was closed or changed in the meantime: another scan follows, or none is needed
   */
  readonly problemsIn: (
    document: vscode.TextDocument,
    isOutdated: () => boolean,
  ) => readonly vscode.Diagnostic[] | Promise<readonly vscode.Diagnostic[]>;
  /** Called for a text that was closed or is not scanned any more. */
  readonly forget?: (document: vscode.TextDocument) => void;
}

export type ScanOptions = Pick<OpenTextsOptions, 'clock' | 'report' | 'isOn'>;

/** Shows the problems of each open text until disposal: scans it now, when it is opened, and after pauses in typing. */
export function scanOpenTexts(options: OpenTextsOptions) {
  const { workspace, languages } = vscode;
  const { clock, report, task, collection, section, isOn, problemsIn } = options;
  const scope = new DisposableStore();
  const shown = scope.add(languages.createDiagnosticCollection(collection));
  const timers = scope.add(new DebounceTimers(clock));
  const forget = (document: vscode.TextDocument) => {
    options.forget?.(document);
    shown.delete(document.uri);
  };
  const scan = async (document: vscode.TextDocument) => {
    const { version, uri } = document;
    if (!isOn(uri) || document.getText().length > longestScanned) {
      forget(document);
      return;
    }
    const isOutdated = () => document.isClosed || document.version !== version || scope.isDisposed;
    const problems = await problemsIn(document, isOutdated);
    for (const problem of problems) problem.source = 'Service';
    if (!isOutdated()) shown.set(uri, problems);
  };
  const scanSoon = (document: vscode.TextDocument, ms: number) => {
    if (!isScanned(document)) return;
    timers.start(document.uri.toString(), ms, () => {
      scan(document).catch((error: unknown) => report(error, task));
    });
  };
  const scanAll = () => {
    for (const document of workspace.textDocuments) scanSoon(document, 0);
  };
  scope.add(workspace.onDidOpenTextDocument((document) => scanSoon(document, 0)));
  scope.add(workspace.onDidChangeTextDocument(({ document }) => scanSoon(document, pauseMs)));
  scope.add(
    workspace.onDidCloseTextDocument((document) => {
      timers.cancel(document.uri.toString());
      forget(document);
    }),
  );
  scope.add(onDidChangeSetting(section, scanAll));
  scanAll();
  return { scanAll, dispose: () => scope.dispose() };
}

/** Returns the range of a finding, whose offsets count UTF-16 units from the beginning of the text. */
export const rangeOf = (
  document: vscode.TextDocument,
  { start, end }: { readonly start: number; readonly end: number },
): vscode.Range => new vscode.Range(document.positionAt(start), document.positionAt(end));
