import * as vscode from 'vscode';
import { eligibilityOf } from '../../core/agentFeatures.ts';
import { getServerEdition } from '../../core/api/system.ts';
import { analyseFile } from '../../core/api/fileAnalysis.ts';
import { platformWords } from '../../core/api/texts.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { Failure, messageOf } from '../../core/failures.ts';
import { branchOrPullRequest } from '../../core/gate/model.ts';
import type { Finding } from '../../core/issues/finding.ts';
import { FilePositions } from '../../core/issues/positions.ts';
import type { BoundPath } from '../gates/folderGates.ts';
import type { GateServices } from '../gates/gateServices.ts';
import { contextKeys } from '../host/commandTable.ts';
import { DebounceTimers } from '../host/debounceTimers.ts';
import { lazy } from '../host/lazy.ts';
import { showInformation, showWarning } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import { boundFileOf, isGoneWith, longestText, openDocument, readText } from './boundFiles.ts';
import type { IssueDiagnostics } from './issueDiagnostics.ts';
import { rangeOf } from './issueTexts.ts';

/** Milliseconds without typing before the issues of a text are placed again. */
const pauseMs = 300;
/** How long an answer about the edition of a server is used, milliseconds. */
const editionMs = 60 * 60_000;
/** How long no request is sent to a server that did not answer, milliseconds. */
const failureMs = 5 * 60_000;

interface AnalyzedIssue {
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly message: string;
}

type FileAnalysisOptions = Pick<GateServices, 'allGates' | 'onDidChange' | 'apiFor' | 'clock' | 'log'> & {
  readonly diagnostics: IssueDiagnostics;
};

/**
 * Has the platform analyze the text of the active file as it is in the editor, when the user asks for it. The platform
 * stores nothing. The issues stay on their lines until the file is closed or deleted; those of edited lines disappear.
 * Requests go to servers only: the cloud answers at another origin than the one that its token is stored for.
 */
export class FileAnalysis implements Disposable {
  readonly #options: FileAnalysisOptions;
  readonly #scope = new DisposableStore();
  readonly #problems = this.#scope.add(vscode.languages.createDiagnosticCollection('service-file-analysis'));
  readonly #timers: DebounceTimers;
  readonly #found = new Map<string, FilePositions>();
  /** Watches files that no editor has open, from the first analysis on: they have no events of documents. */
  readonly #watch = lazy(() => {
    const watcher = this.#scope.add(vscode.workspace.createFileSystemWatcher('**/*', true, true));
    this.#scope.add(
      watcher.onDidDelete((deleted) => {
        for (const id of this.#found.keys()) if (isGoneWith(id, deleted)) this.#forget(vscode.Uri.parse(id));
      }),
    );
  });
  /** Whether the server of a connection offers the analysis, and until when that is known; by connection. */
  readonly #offers = new Map<string, { readonly isOffered: Promise<boolean>; until: number }>();
  #isShown = false;

  constructor(options: FileAnalysisOptions) {
    this.#options = options;
    this.#timers = this.#scope.add(new DebounceTimers(options.clock));
  }

  start(): void {
    const { workspace, window } = vscode;
    const offer = () =>
      void this.#offer().catch((error: unknown) =>
        this.#options.log.debug(`Analysis of a file: ${messageOf(error)}`),
      );
    this.#scope.add(window.onDidChangeActiveTextEditor(offer));
    this.#scope.add(this.#options.onDidChange(offer));
    this.#scope.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        const id = document.uri.toString();
        if (!this.#found.has(id)) return;
        this.#timers.start(id, pauseMs, () => this.#place(document.uri, document.getText()));
      }),
    );
    this.#scope.add(workspace.onDidCloseTextDocument(({ uri }) => this.#forget(uri)));
    offer();
  }

  /** Analyzes the active file, and shows how many issues it has, or why it cannot. @throws the `Failure` of a request */
  async analyze(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const bound = document && boundFileOf(document.uri, this.#options.allGates());
    if (!bound) {
      void showInformation(vscode.l10n.t('Open a file of a bound folder first.'));
      return;
    }
    if (!(await this.isOffered(bound.gate.connection))) {
      void showInformation(
        vscode.l10n.t(
          '{0} does not analyze single files. This needs a server from version 2026.5 on, in the Enterprise or Data Center edition.',
          bound.gate.connection.connectionId,
        ),
      );
      return;
    }
    const name = vscode.workspace.asRelativePath(document.uri);
    const text = document.getText();
    if (text.length > longestText) {
      void showInformation(vscode.l10n.t('{0} is too long to be analyzed.', name));
      return;
    }
    const title = vscode.l10n.t('Analyzing {0}…', name);
    const { issues, errors } = await withProgress(title, (signal) => this.#ask(bound, text, signal));
    this.#keep(document.uri, issues, { path: bound.path, text });
    for (const { message } of errors ?? []) void showWarning(platformWords(message));
    void showInformation(
      issues.length === 0
        ? vscode.l10n.t('No issues were found in {0}.', name)
        : vscode.l10n.t('Issues found in {0}: {1}. They are in the Problems view.', name, issues.length),
    );
  }

  /**
   * Analyzes a file as it is now, and returns the issues that the last analysis of the project does not have; none for
   * a file that is missing or too long. The Problems view shows them until the file is closed or deleted.
   *
   * @throws the `Failure` of the request
   */
  async analyzeFile(
    bound: BoundPath,
    uri: vscode.Uri,
    signal: AbortSignal,
  ): Promise<readonly AnalyzedIssue[]> {
    const text = await readText(bound.gate.folder.root.uri, uri);
    if (text === undefined || text.length > longestText) return [];
    const { issues, errors } = await this.#ask(bound, text, signal);
    for (const { message } of errors ?? []) this.#options.log.info(`Analysis of a file: ${message}`);
    return this.#keep(uri, issues, { path: bound.path, text });
  }

  /** Whether the platform of a connection analyzes single files. Never rejects. */
  isOffered(connection: Connection): Promise<boolean> {
    if (connection.kind !== 'server') return Promise.resolve(false);
    const { clock, log } = this.#options;
    const known = this.#offers.get(connection.uuid);
    if (known && clock.now() < known.until) return known.isOffered;
    const isOffered = this.#readOffer(connection).catch((error: unknown) => {
      log.debug(`The edition of ${connection.connectionId}: ${messageOf(error)}`);
      offer.until = clock.now() + failureMs;
      return false;
    });
    const offer = { isOffered, until: clock.now() + editionMs };
    this.#offers.set(connection.uuid, offer);
    return isOffered;
  }

  dispose(): void {
    this.#scope.dispose();
  }

  async #ask({ gate, path }: BoundPath, content: string, signal: AbortSignal) {
    const api = await this.#options.apiFor(gate.connection);
    if (!api) throw new Failure('unauthorized', 'There is no token');
    const { branch } = branchOrPullRequest(gate.gate.branch);
    return analyseFile(api.with({ signal }), { project: gate.projectKey, branch, path, content });
  }

  /** Offers the command for the active file. Nothing is requested while no bound file is active. */
  async #offer(): Promise<void> {
    const uri = vscode.window.activeTextEditor?.document.uri;
    const bound = uri && boundFileOf(uri, this.#options.allGates());
    const isOffered = bound !== undefined && (await this.isOffered(bound.gate.connection));
    const isSame = vscode.window.activeTextEditor?.document.uri.toString() === uri?.toString();
    if (!isSame || this.#isShown === isOffered || this.#scope.isDisposed) return;
    this.#isShown = isOffered;
    await vscode.commands.executeCommand('setContext', contextKeys.offersFileAnalysis, isOffered);
  }

  async #readOffer(connection: Connection): Promise<boolean> {
    const api = await this.#options.apiFor(connection);
    if (!api) throw new Failure('unauthorized', 'There is no token');
    return eligibilityOf({ product: 'server', ...(await getServerEdition(api)) }).eligible;
  }

  #keep(
    uri: vscode.Uri,
    issues: readonly FoundIssue[],
    { path, text }: { readonly path: string; readonly text: string },
  ): readonly AnalyzedIssue[] {
    this.#watch();
    const findings = issues.map((issue, index) => findingOf(issue, index, path));
    this.#found.set(uri.toString(), new FilePositions(findings, text));
    return this.#place(uri, openDocument(uri.toString())?.getText() ?? text);
  }

  #forget(uri: vscode.Uri): void {
    this.#found.delete(uri.toString());
    this.#problems.delete(uri);
  }

  #place(uri: vscode.Uri, text: string): readonly AnalyzedIssue[] {
    const placed = this.#found.get(uri.toString())?.in(text) ?? [];
    const listed = new Set(
      this.#options.diagnostics.in(uri).map(({ finding, range }) => placeOf(finding, range.start.line)),
    );
    const problems = placed
      // The last analysis of the project has it too, with all that can be done about it.
      .filter(({ finding, range }) => !listed.has(placeOf(finding, range.startLine)))
      .map(({ finding, range }) => {
        const severity = vscode.DiagnosticSeverity.Warning;
        const problem = new vscode.Diagnostic(rangeOf(range), finding.message, severity);
        problem.source = 'Service';
        if (finding.rule !== undefined) problem.code = finding.rule;
        return problem;
      });
    this.#problems.set(uri, problems);
    return problems.map(({ range, message }) => ({ uri, range, message }));
  }
}

function placeOf({ rule }: Finding, line: number): string {
  return `${rule ?? ''} ${line}`;
}

type FoundIssue = Awaited<ReturnType<typeof analyseFile>>['issues'][number];

/** Returns the issue as a finding. The platform stores no such issue, so the key is only for this window. */
function findingOf({ rule, message, textRange }: FoundIssue, index: number, path: string): Finding {
  return {
    key: `unsaved-${index}`,
    kind: 'issue',
    rule,
    severity: undefined,
    message: platformWords(message),
    path,
    line: textRange?.startLine,
    range: undefined,
    related: [],
    hash: undefined,
    transitions: [],
    assignee: undefined,
    createdAt: undefined,
  };
}
