import * as vscode from 'vscode';
import type { Choice, MigrationReport } from '../../core/migration/report.ts';
import { showWarning } from '../ui/messages.ts';

export type OpenQuestion =
  | { readonly kind: 'tokenDiffers'; readonly key: string; readonly name: string }
  | {
      readonly kind: 'inWorkspace';
      readonly keys: readonly string[];
      /** The subject of each entry, without its token, so that it can be stored. */
      readonly entries: readonly string[];
      readonly hasToken: boolean;
    };

/** One question for each stored token that differs, and one for all entries in workspace files. */
export function questionsOf(
  { outcomes }: MigrationReport,
  nameOf: (uuid: string) => string | undefined,
): readonly OpenQuestion[] {
  const refused = outcomes.filter((outcome) => outcome.outcome === 'refused');
  const inWorkspace = refused.flatMap(({ key, reason }) =>
    reason.problem === 'inWorkspace' ? [{ key, reason }] : [],
  );
  return [
    ...refused.flatMap(({ key, reason }): OpenQuestion[] =>
      reason.problem === 'tokenDiffers'
        ? [{ kind: 'tokenDiffers', key, name: nameOf(reason.uuid) ?? '' }]
        : [],
    ),
    ...(inWorkspace.length > 0
      ? [
          {
            kind: 'inWorkspace' as const,
            keys: inWorkspace.map(({ key }) => key),
            entries: inWorkspace.map(({ reason: { identity, hasToken } }) =>
              JSON.stringify([identity, hasToken]),
            ),
            hasToken: inWorkspace.some(({ reason }) => reason.hasToken),
          },
        ]
      : []),
  ];
}

/** Asks the user and returns the answer as choices for the plan; empty when the user did not answer. */
export async function askQuestion(
  question: OpenQuestion,
  showReport: () => void,
): Promise<readonly [string, Choice][]> {
  return question.kind === 'tokenDiffers'
    ? askWhichToken(question, showReport)
    : askToMove(question, showReport);
}

async function askWhichToken(
  { key, name }: Extract<OpenQuestion, { kind: 'tokenDiffers' }>,
  showReport: () => void,
): Promise<readonly [string, Choice][]> {
  const settings = vscode.l10n.t('Use Token from Settings');
  const stored = vscode.l10n.t('Keep Stored Token');
  const report = vscode.l10n.t('Show Report');
  const chosen = await showWarning(
    vscode.l10n.t(
      'The token for “{0}” in the settings differs from the one in secret storage. Which one do you want to use?',
      name,
    ),
    settings,
    stored,
    report,
  );
  if (chosen === report) showReport();
  if (chosen === settings) return [[key, 'settings']];
  return chosen === stored ? [[key, 'stored']] : [];
}

async function askToMove(
  { keys, hasToken }: Extract<OpenQuestion, { kind: 'inWorkspace' }>,
  showReport: () => void,
): Promise<readonly [string, Choice][]> {
  const move = vscode.l10n.t('Move to User Settings');
  const report = vscode.l10n.t('Show Report');
  const chosen = await showWarning(
    hasToken
      ? vscode.l10n.t(
          'The settings of this workspace contain connections with tokens that are probably committed. Revoke these tokens. Do you want to move the connections to your own?',
        )
      : vscode.l10n.t(
          'The settings of this workspace contain connections. Do you want to move them to your own?',
        ),
    move,
    report,
  );
  if (chosen === report) showReport();
  return chosen === move ? keys.map((key) => [key, 'move']) : [];
}
