import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
import { Pauses } from '../host/pauses.ts';
import type { Report } from '../host/report.ts';
import type { KnownProjects } from './knownProjects.ts';
import { resolveConnection, problemsOf, type Problem } from './problems.ts';
import { problemText } from './problemTexts.ts';
import { bindingOf, levelOf, rangeOf, settingsFiles } from './settingsFiles.ts';

/** The data that a binding is checked against. */
export interface JudgedBy {
  readonly connections: () => readonly Connection[];
  readonly projects: Pick<KnownProjects, 'has'>;
}

export interface DiagnosticsOptions extends JudgedBy {
  readonly onDidChangeConnections: Event<void>;
  readonly projects: Pick<KnownProjects, 'has' | 'ask' | 'forgetAbsent'>;
  readonly clock: Clock;
  readonly report: Report;
}

/** The name that the editor shows behind each message. */
const source = 'Service';
/** Milliseconds without a change of the key before the platform is asked for it. */
const pauseMs = 500;

/** Returns the problems that the diagnostics of a document show. */
export function problemsIn(
  document: vscode.TextDocument,
  { connections, projects }: JudgedBy,
): readonly Problem[] {
  const binding = bindingOf(document);
  if (!binding) return [];
  return problemsOf(binding, {
    connections: connections(),
    level: levelOf(document),
    hasProject: (connection, key) => projects.has(connection, key),
  });
}

/** Marks problems of bindings in the open settings files. */
export function showBindingProblems(options: DiagnosticsOptions): Disposable {
  const marks = new BindingMarks(options);
  marks.start();
  return marks;
}

class BindingMarks implements Disposable {
  readonly #options: DiagnosticsOptions;
  readonly #scope = new DisposableStore();
  readonly #collection = this.#scope.add(vscode.languages.createDiagnosticCollection('service.binding'));
  readonly #pauses: Pauses;

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
    this.#pauses = this.#scope.add(new Pauses(options.clock));
  }

  start(): void {
    const { workspace, window } = vscode;
    const mark = (document: vscode.TextDocument) => {
      this.#mark(document);
    };
    const markAll = () => {
      workspace.textDocuments.forEach(mark);
    };
    this.#scope.add(workspace.onDidOpenTextDocument(mark));
    this.#scope.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        mark(document);
      }),
    );
    this.#scope.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#collection.delete(uri);
        this.#pauses.cancel(uri.toString());
      }),
    );
    this.#scope.add(this.#options.onDidChangeConnections(markAll));
    this.#scope.add(
      window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#askAgain();
      }),
    );
    markAll();
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #mark(document: vscode.TextDocument): void {
    if (!isOurs(document)) return;
    const problems = problemsIn(document, this.#options);
    this.#collection.set(
      document.uri,
      problems.map((problem) => toDiagnostic(document, problem)),
    );
    this.#askLater(document);
  }

  /** Asks for absent projects again. The marks stay until the platform has answered. */
  #askAgain(): void {
    this.#options.projects.forgetAbsent();
    for (const document of vscode.workspace.textDocuments) if (isOurs(document)) this.#askLater(document);
  }

  #askLater(document: vscode.TextDocument): void {
    const { connections, projects, report } = this.#options;
    const id = document.uri.toString();
    this.#pauses.cancel(id);
    const binding = bindingOf(document);
    const connection = binding && resolveConnection(binding, connections());
    const key = binding?.parts?.projectKey?.text;
    if (!connection || !key || levelOf(document) === 'user' || !vscode.workspace.isTrusted) return;
    if (projects.has(connection, key) !== undefined) return;
    const ask = async () => {
      await projects.ask(connection, key);
      if (projects.has(connection, key) !== undefined && !document.isClosed) this.#mark(document);
    };
    this.#pauses.start(id, pauseMs, () => {
      ask().catch((error: unknown) => {
        report(error, 'looking for the project of a binding');
      });
    });
  }
}

function isOurs(document: vscode.TextDocument): boolean {
  return vscode.languages.match(settingsFiles, document) > 0;
}

function toDiagnostic(document: vscode.TextDocument, problem: Problem): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, problem.at),
    problemText(problem),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = source;
  diagnostic.code = problem.kind;
  return diagnostic;
}
