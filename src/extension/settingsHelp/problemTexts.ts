import { l10n } from 'vscode';
import { levelledSettings } from '../host/settingTable.ts';
import type { Problem } from './problems.ts';

/** Returns a message that explains the problem. */
export function problemText(problem: Problem): string {
  switch (problem.kind) {
    case 'userLevel':
      return l10n.t(
        '{0} is not followed in user settings, because it would bind every folder. Bind folders instead.',
        levelledSettings.project,
      );
    case 'noObject':
      return l10n.t(
        'A binding is an object with projectKey and, where there are several connections, connectionId.',
      );
    case 'missingKey':
      return l10n.t('The key of the project is missing.');
    case 'legacyServerId':
      return l10n.t(
        'serverId is the name that versions up to 3.5.4 had for connectionId; it is not read any more.',
      );
    case 'unknownConnection':
      return l10n.t('There is no connection {0} here.', problem.connectionId);
    case 'ambiguous':
      return l10n.t('There are several connections: connectionId has to say which one is meant.');
    case 'projectNotFound':
      return l10n.t(
        '{0} has no project {1}, or your account may not see it.',
        problem.connection.connectionId,
        problem.projectKey,
      );
  }
}
