import * as vscode from 'vscode';
import type { Clock } from '../../core/clock.ts';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import type { Event } from '../../core/events.ts';
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
  const scope = new DisposableStore();
  const collection = scope.add(vscode.languages.createDiagnosticCollection('service.binding'));
  const pauses = new Map<string, Disposable>();
  const isOurs = (document: vscode.TextDocument) => vscode.languages.match(settingsFiles, document) > 0;

  const mark = (document: vscode.TextDocument) => {
    if (!isOurs(document)) return;
    collection.set(
      document.uri,
      problemsIn(document, options).map((problem) => toDiagnostic(document, problem)),
    );
    askLater(document);
  };
  const askLater = (document: vscode.TextDocument) => {
    const id = document.uri.toString();
    pauses.get(id)?.dispose();
    const binding = bindingOf(document);
    const connection = binding && resolveConnection(binding, options.connections());
    const key = binding?.parts?.projectKey?.text;
    if (!connection || !key || levelOf(document) === 'user' || !vscode.workspace.isTrusted) return;
    if (options.projects.has(connection, key) !== undefined) return;
    const ask = async () => {
      await options.projects.ask(connection, key);
      if (options.projects.has(connection, key) !== undefined && !document.isClosed) mark(document);
    };
    pauses.set(
      id,
      options.clock.setTimer(pauseMs, () => {
        ask().catch((error: unknown) => {
          options.report(error, 'looking for the project of a binding');
        });
      }),
    );
  };
  const markAll = () => {
    for (const document of vscode.workspace.textDocuments) mark(document);
  };

  scope.add(vscode.workspace.onDidOpenTextDocument(mark));
  scope.add(
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      mark(document);
    }),
  );
  scope.add(
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      collection.delete(uri);
      pauses.get(uri.toString())?.dispose();
      pauses.delete(uri.toString());
    }),
  );
  scope.add(options.onDidChangeConnections(markAll));
  scope.add(
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      options.projects.forgetAbsent();
      // The marks stay until the platform has answered.
      vscode.workspace.textDocuments.filter(isOurs).forEach(askLater);
    }),
  );
  scope.add({
    dispose: () => {
      for (const pause of pauses.values()) pause.dispose();
    },
  });
  markAll();
  return scope;
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
