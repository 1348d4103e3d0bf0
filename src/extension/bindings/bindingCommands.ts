import * as vscode from 'vscode';
import { searchProjects, type Project } from '../../core/api/components.ts';
import { organizationOf, type Connection } from '../../core/connections/connection.ts';
import { foldersArgument } from '../host/arguments.ts';
import type { CommandsOf } from '../host/commands.ts';
import type { bindingCommandIds } from '../host/commandTable.ts';
import { pickConnection } from '../connections/pickConnection.ts';
import { promptForToken } from '../connections/registerConnections.ts';
import { isConfirmed, showInformation } from '../ui/messages.ts';
import { withProgress } from '../ui/progress.ts';
import {
  expectWritable,
  isTrusted,
  type BindingServices,
  type FolderBinding,
  type FolderBindings,
} from './folderBindings.ts';
import { bindableAt, isSameFolder, type BindableFolder } from '../host/folders/bindableFolder.ts';
import { pickFolder } from './pickFolder.ts';
import { sharedBindingText } from '../../core/bindings/sharedBinding.ts';
import { neutralBrand } from '../../core/brand.ts';
import { readInside, writeInside } from '../host/folders/workspaceFile.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { createPlainPick, headingOf } from '../ui/quickInput/pickOne.ts';
import { ProjectSearch, type SearchOptions } from './projectSearch.ts';

/** Returns the commands that bind, unbind and share. Binding needs a trusted workspace: it causes requests. */
export function bindingCommands(services: BindingServices): CommandsOf<typeof bindingCommandIds> {
  const { bindings } = services;
  return {
    'service.bindFolder': async (argument) => {
      if (!(await isTrusted())) return;
      // The explorer passes the address of the folder.
      const named = argument instanceof vscode.Uri ? [argument.toString()] : foldersArgument(argument);
      const candidates = candidatesFor(named, bindings);
      const folder = await pickFolder(named, candidates, vscode.l10n.t('Select a folder to bind'));
      if (!folder) return;
      expectWritable(folder);
      const placeholder = vscode.l10n.t('Select the connection with the project of {0}', folder.name);
      const connection = await pickConnection(argument, placeholder, services);
      if (connection) await bindFolder(folder, connection, services);
    },

    'service.unbindFolder': async (argument) => {
      const bound = bindings.list().filter(({ resolution }) => 'level' in resolution);
      const folder = await pickBound(argument, bound, vscode.l10n.t('Select a folder to unbind'));
      if (folder) await bindings.unbind(folder);
    },

    'service.shareBinding': async (argument) => {
      const bound = bindings.list().filter(({ resolution }) => resolution.state === 'bound');
      const folder = await pickBound(argument, bound, vscode.l10n.t('Select a binding to share'));
      if (!folder) return;
      expectWritable(folder);
      const resolution = bindings.of(folder);
      if (resolution?.state !== 'bound') return;
      const file = await shareBinding(folder, resolution.projectKey, resolution.connection);
      if (file) await vscode.window.showTextDocument(file);
    },
  };
}

async function pickBound(
  argument: unknown,
  bound: readonly FolderBinding[],
  placeholder: string,
): Promise<BindableFolder | undefined> {
  const folders = bound.map(({ folder }) => folder);
  if (folders.length > 0) return pickFolder(foldersArgument(argument), folders, placeholder);
  void showInformation(vscode.l10n.t('No folder is bound.'));
  return undefined;
}

async function bindFolder(
  folder: BindableFolder,
  connection: Connection,
  { apiFor, bindings, clock, log }: BindingServices,
): Promise<void> {
  // When the token is missing, this window first asks the other windows for it.
  const api = await withProgress(vscode.l10n.t('Reading the token of {0}…', connection.connectionId), () =>
    apiFor(connection),
  );
  if (!api) {
    await promptForToken(connection);
    return;
  }
  const known = bindings.of(folder);
  const organization = organizationOf(connection);
  const project = await pickProject({
    title: vscode.l10n.t('Bind {0} to a Project on {1}', folder.name, connection.connectionId),
    current: known?.state === 'bound' ? known.projectKey : undefined,
    // A binding that cannot be resolved still names a project to search for.
    text: known && 'projectKey' in known && known.state !== 'bound' ? known.projectKey : '',
    search: (text, page, signal) => searchProjects(api.with({ signal }), { text, page, organization }),
    clock,
    log,
  });
  if (project) await bindings.bind(folder, project.key, connection);
}

/** Returns the folders of the window, those below them that have a binding, and those below them that are named. */
function candidatesFor(named: readonly string[], bindings: FolderBindings): readonly BindableFolder[] {
  const known = bindings.list().map(({ folder }) => folder);
  const others = named.flatMap((uri) => {
    const folder = bindableAt(vscode.Uri.parse(uri, true));
    return folder && !known.some((one) => isSameFolder(one, folder)) ? [folder] : [];
  });
  return [...known, ...others];
}

/**
 * Writes the shared binding file, so that the editor suggests this binding to each user who opens the repository. The
 * file has the address of the platform and the key of the project, but neither the name of a connection nor a token.
 * @returns the URI of the file; undefined if the user keeps the existing file
 * @throws {Failure} `link` if a symbolic link of the folder is on the path of the file
 */
export async function shareBinding(
  { uri, name, root }: BindableFolder,
  projectKey: string,
  connection: Connection,
): Promise<vscode.Uri | undefined> {
  const file = vscode.Uri.joinPath(uri, neutralBrand.files.sharedBinding);
  const text = sharedBindingText({ target: connection, projectKey });
  const before = await readInside(root.uri, file);
  const isOther = before !== undefined && new TextDecoder().decode(before) !== text;
  const question = vscode.l10n.t('The shared file of {0} contains another binding. Overwrite it?', name);
  const overwrite = vscode.l10n.t('Overwrite');
  if (isOther && !(await isConfirmed(question, overwrite, neutralBrand.files.sharedBinding)))
    return undefined;
  await writeInside(root.uri, file, new TextEncoder().encode(text));
  return file;
}

interface ProjectItem extends vscode.QuickPickItem {
  readonly project?: Project;
}

interface ProjectQuestion extends SearchOptions {
  readonly title: string;
  /** Key of the project that is bound now. */
  readonly current: string | undefined;
  readonly text: string;
}

/** Undefined when the user leaves. */
function pickProject({ title, current, text, ...options }: ProjectQuestion): Promise<Project | undefined> {
  const search = new ProjectSearch(options);
  const placeholder = vscode.l10n.t('Enter part of the name or the key of a project');
  const pick = createPlainPick<ProjectItem>({ title, placeholder });
  pick.matchOnDescription = true;
  pick.value = text;
  const rowsOf = projectRows(current);
  const render = () => {
    const index = pick.items.findIndex((row) => row === pick.activeItems[0]);
    pick.busy = search.busy;
    pick.setRows(rowsOf(search));
    // Rows are new objects after every answer, so the active one is set again: the first one below, if it has been replaced.
    const again = pick.items.slice(index).find(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
    if (index >= 0 && again) pick.activeItems = [again];
  };
  return new Promise((resolve) => {
    const finish = (project: Project | undefined) => {
      resolve(project);
      search.dispose();
      pick.dispose();
    };
    search.onDidChange(render);
    pick.onDidChangeValue((value) => search.type(value));
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0];
      if (chosen?.project) finish(chosen.project);
      else if (chosen) search.more();
    });
    pick.onDidHide(() => finish(undefined));
    pick.show();
    search.type(text);
  });
}

/**
 * Returns the rows of one question as a function of the search. The editor says by an index which row the user took, maybe of
 * an older list. So no index ever means another project: all projects found so far stay where they are, and a separator
 * takes the place of a row below them when more are found.
 */
function projectRows(current: string | undefined): (search: ProjectSearch) => ProjectItem[] {
  const found: (Project | undefined)[] = [];
  let hadTail = false;
  return (search) => {
    const { projects } = search.view;
    const known = new Set(found.map((project) => project?.key));
    const added = projects.filter(({ key }) => !known.has(key));
    if (added.length > 0) {
      found.push(...(hadTail ? [undefined] : []), ...added);
      hadTail = false;
    }
    const last = tail(search);
    hadTail ||= last.length > 0;
    const matches = new Set(search.outdated ? [] : projects.map(({ key }) => key));
    const rows = found.map((project) =>
      project ? itemOf(project, current, matches.has(project.key)) : headingOf(''),
    );
    return [...rows, ...last];
  };
}

/** @param isMatch whether the platform found the project for this text; the editor must then not filter by the label */
function itemOf({ key, name }: Project, current: string | undefined, isMatch: boolean): ProjectItem {
  return {
    label: name,
    description: key === current ? vscode.l10n.t('{0} (currently bound)', key) : key,
    alwaysShow: isMatch,
    project: { key, name },
  };
}

/** Returns the line below the projects: a failure, the number of further projects, or that none was found. */
function tail(search: ProjectSearch): ProjectItem[] {
  const { projects, total, failure } = search.view;
  if (search.outdated) return [];
  if (failure)
    return [
      {
        label: failureTexts[failure.code](failure),
        iconPath: new vscode.ThemeIcon('error'),
        detail: vscode.l10n.t('Press Enter to try again.'),
        alwaysShow: true,
      },
    ];
  if (search.hasMore)
    return [
      {
        label: vscode.l10n.t('Show more ({0} of {1})', projects.length, total),
        iconPath: new vscode.ThemeIcon('more'),
        alwaysShow: true,
      },
    ];
  if (projects.length === 0 && !search.busy)
    return [
      {
        label: vscode.l10n.t('No project found, or your account does not have permission to see it.'),
        alwaysShow: true,
      },
    ];
  return [];
}
