import * as vscode from 'vscode';
import { l10n } from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { DisposableStore, type Disposable } from '../../core/disposables.ts';
import { DebounceTimers } from '../host/debounceTimers.ts';
import type { GateServices } from '../gates/gateServices.ts';
import type { KnownProjects } from './knownProjects.ts';
import {
  findBindings,
  problemsOf,
  resolveConnection,
  type ProblemInText,
  type SettingsLevel,
  type Span,
} from './bindingInText.ts';
import { levelledSettings } from '../host/settingTable.ts';

export interface BindingSources {
  readonly connections: () => readonly Connection[];
  readonly projects: Pick<KnownProjects, 'has'>;
}

export interface HelpServices extends GateServices {
  readonly projects: KnownProjects;
}

/** The editor's own settings files, `jsonc` despite their names. A `settings.json` elsewhere is of another program. */
export const settingsFiles: vscode.DocumentSelector = [
  { language: 'jsonc', pattern: '**/.vscode/settings.json' },
  { language: 'jsonc', pattern: '**/*.code-workspace' },
  { language: 'jsonc', pattern: '**/{User,Machine}/settings.json' },
  { language: 'jsonc', pattern: '**/User/profiles/*/settings.json' },
  { language: 'jsonc', scheme: 'vscode-userdata', pattern: '**/settings.json' },
];

/** Milliseconds without a change of the key before it is requested from the platform. */
const pauseMs = 500;
/** Projects of one file that are requested from the platform at a time. With each answer, the others follow. */
const mostAsked = 20;

export function problemsIn(
  document: vscode.TextDocument,
  { connections, projects }: BindingSources,
): readonly ProblemInText[] {
  const context = { connections: connections(), level: levelOf(document), projects };
  return findBindings(document.getText()).flatMap((binding) =>
    problemsOf(binding, context).map((problem) => ({ ...problem, binding })),
  );
}

/** Marks the problems of bindings in open settings files, and asks the platform for the projects that they name. */
export function showBindingProblems(services: HelpServices): Disposable {
  const { projects, store, clock, reporting } = services;
  const { workspace, window } = vscode;
  const scope = new DisposableStore();
  const collection = scope.add(vscode.languages.createDiagnosticCollection('service.binding'));
  const timers = scope.add(new DebounceTimers(clock));

  const mark = (document: vscode.TextDocument): void => {
    if (!isOurs(document)) return;
    const problems = problemsIn(document, services);
    collection.set(
      document.uri,
      problems.map((problem) => toDiagnostic(document, problem)),
    );
    askLater(document);
  };

  const askLater = (document: vscode.TextDocument): void => {
    const id = document.uri.toString();
    timers.cancel(id);
    if (levelOf(document) === 'user' || !workspace.isTrusted) return;
    const unknown = unknownProjectsIn(document, services);
    if (unknown.length === 0) return;
    const ask = async () => {
      for (const { connection, key } of unknown.slice(0, mostAsked)) {
        if (document.isClosed) return;
        await projects.ask(connection, key);
      }
      const isAnswered = unknown.some(({ connection, key }) => projects.has(connection, key) !== undefined);
      if (isAnswered && !document.isClosed) mark(document);
    };
    timers.start(id, pauseMs, () => void ask().catch(reporting('looking for the project of a binding')));
  };

  const markAll = () => workspace.textDocuments.forEach(mark);
  scope.add(workspace.onDidOpenTextDocument(mark));
  scope.add(workspace.onDidChangeTextDocument(({ document }) => mark(document)));
  scope.add(
    workspace.onDidCloseTextDocument(({ uri }) => {
      collection.delete(uri);
      timers.cancel(uri.toString());
    }),
  );
  scope.add(store.onDidChange(markAll));
  scope.add(
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      // The marks stay until the platform has answered.
      projects.forgetAbsent();
      for (const document of workspace.textDocuments.filter(isOurs)) askLater(document);
    }),
  );
  markAll();
  return scope;
}

function unknownProjectsIn(document: vscode.TextDocument, { connections, projects }: BindingSources) {
  return findBindings(document.getText()).flatMap((binding) => {
    const connection = resolveConnection(binding, connections());
    const key = binding.parts?.projectKey?.text;
    return connection && key && projects.has(connection, key) === undefined ? [{ connection, key }] : [];
  });
}

function isOurs(document: vscode.TextDocument): boolean {
  return vscode.languages.match(settingsFiles, document) > 0;
}

function toDiagnostic(document: vscode.TextDocument, problem: ProblemInText): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(
    rangeOf(document, problem.at),
    problemText(problem),
    vscode.DiagnosticSeverity.Warning,
  );
  diagnostic.source = 'Service';
  diagnostic.code = problem.kind;
  return diagnostic;
}

function problemText(problem: ProblemInText): string {
  switch (problem.kind) {
    case 'userLevel':
      return l10n.t(
        '{0} is ignored in user settings, because it would bind every folder. Bind folders instead.',
        problem.binding.subfolder === undefined ? levelledSettings.project : levelledSettings.subfolders,
      );
    case 'pathOutside':
      return l10n.t('This is not the path of a folder below the open folder, such as packages/app.');
    case 'noObject':
      return l10n.t(
        'A binding is an object with projectKey and, if there are several connections, connectionId.',
      );
    case 'missingKey':
      return l10n.t('The project key is missing.');
    case 'legacyServerId':
      return l10n.t('serverId was the name of connectionId up to version 3.5.4 and is no longer read.');
    case 'unknownConnection':
      return l10n.t('Connection “{0}” does not exist.', problem.connectionId);
    case 'ambiguous':
      return l10n.t('There are several connections. Add connectionId to select one.');
    case 'projectNotFound':
      return l10n.t(
        'Project {1} was not found on “{0}”, or your account does not have permission to see it.',
        problem.connection.connectionId,
        problem.projectKey,
      );
  }
}

export function levelOf({ uri }: vscode.TextDocument): SettingsLevel {
  if (uri.path.endsWith('.code-workspace')) return 'workspace';
  return uri.path.endsWith('/.vscode/settings.json') ? 'folder' : 'user';
}

/** Returns the range of a span, whose offset and length count UTF-16 units. */
export function rangeOf(document: vscode.TextDocument, { offset, length }: Span): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
