import { l10n } from 'vscode';
import { levelledSettings } from '../host/settingTable.ts';
import type { Problem } from './problems.ts';

/** Returns a message that explains the problem. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'userLevel':
      return l10n.t(
        '{0} is ignored in user settings, because it would bind every folder. Bind folders instead.',
        levelledSettings.project,
      );
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
