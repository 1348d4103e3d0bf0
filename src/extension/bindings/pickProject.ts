import * as vscode from 'vscode';
import type { Project } from '../../core/api/components.ts';
import { DisposableStore } from '../../core/disposables.ts';
import { failureTexts } from '../ui/failureTexts.ts';
import { createPlainPick } from '../ui/quickInput/pickOne.ts';
import { ProjectSearch, type SearchOptions } from './projectSearch.ts';

interface ProjectItem extends vscode.QuickPickItem {
  readonly project?: Project;
}

interface ProjectQuestion extends SearchOptions {
  readonly title: string;
  /** Key of the project that is bound now; the list marks it. */
  readonly current: string | undefined;
  readonly text?: string;
}

/**
 * Lets the user pick a project of the platform, which is searched while the user types. Resolves with undefined when
 * the user leaves.
 */
export function pickProject({
  title,
  current,
  text = '',
  ...options
}: ProjectQuestion): Promise<Project | undefined> {
  const search = new ProjectSearch(options);
  const pick = createPlainPick<ProjectItem>();
  const scope = new DisposableStore();
  pick.title = title;
  pick.placeholder = vscode.l10n.t('Enter part of the name or the key of a project');
  pick.ignoreFocusOut = true;
  pick.matchOnDescription = true;
  pick.value = text;

  const render = () => {
    const { view } = search;
    const active = pick.activeItems[0]?.project?.key;
    pick.busy = view.busy;
    pick.setRows([
      ...view.projects.map((project) => itemOf(project, current, !view.outdated)),
      ...tail(search),
    ]);
    // Items are new objects after every answer, so the active item is set again.
    const again = pick.items.find(({ project }) => project !== undefined && project.key === active);
    if (again) pick.activeItems = [again];
  };

  return new Promise((resolve) => {
    const finish = (project: Project | undefined) => {
      resolve(project);
      scope.dispose();
    };
    scope.add(search);
    scope.add(pick);
    scope.add(search.onDidChange(render));
    scope.add(
      pick.onDidChangeValue((value) => {
        search.type(value);
      }),
    );
    scope.add(
      pick.onDidAccept(() => {
        const chosen = pick.selectedItems[0];
        if (chosen?.project) finish(chosen.project);
        else if (chosen) search.more();
      }),
    );
    scope.add(
      pick.onDidHide(() => {
        finish(undefined);
      }),
    );
    pick.show();
    search.type(text);
  });
}

/**
 * Returns the row of a project.
 *
 * @param found Whether the platform found the project for exactly this text. The editor must then not filter again, by
 *   the label alone.
 */
function itemOf({ key, name }: Project, current: string | undefined, found: boolean): ProjectItem {
  return {
    label: name,
    description: key === current ? vscode.l10n.t('{0} (currently bound)', key) : key,
    alwaysShow: found,
    project: { key, name },
  };
}

/** Returns the line below the projects: a failure, the number of further projects, or that none was found. */
function tail(search: ProjectSearch): ProjectItem[] {
  const { projects, total, busy, outdated, failure } = search.view;
  if (outdated) return [];
  if (failure)
    return [
      {
        label: failureTexts[failure.code].text(failure),
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
  if (projects.length === 0 && !busy)
    return [
      {
        label: vscode.l10n.t('No project found, or your account does not have permission to see it.'),
        alwaysShow: true,
      },
    ];
  return [];
}
