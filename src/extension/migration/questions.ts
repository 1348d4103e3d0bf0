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
  const questions = refused.flatMap(({ key, reason }): OpenQuestion[] =>
    reason.problem === 'tokenDiffers' ? [{ kind: 'tokenDiffers', key, name: nameOf(reason.uuid) ?? '' }] : [],
  );
  const inWorkspace = refused.flatMap(({ key, reason }) =>
    reason.problem === 'inWorkspace' ? [{ key, ...reason }] : [],
  );
  if (inWorkspace.length > 0)
    questions.push({
      kind: 'inWorkspace',
      keys: inWorkspace.map(({ key }) => key),
      entries: inWorkspace.map(({ identity, hasToken }) => JSON.stringify([identity, hasToken])),
      hasToken: inWorkspace.some(({ hasToken }) => hasToken),
    });
  return questions;
}

/** Asks the user and returns the answer as choices for the plan; empty when the user did not answer. */
export async function askQuestion(
  question: OpenQuestion,
  showReport: () => void,
): Promise<readonly (readonly [string, Choice])[]> {
  const { text, answers } = wordsOf(question);
  const report = vscode.l10n.t('Show Report');
  const chosen = await showWarning(text, ...Object.keys(answers), report);
  if (chosen === report) showReport();
  return answers[chosen ?? ''] ?? [];
}

interface QuestionWords {
  readonly text: string;
  /** The choices of each button. */
  readonly answers: Readonly<Record<string, readonly (readonly [string, Choice])[]>>;
}

function wordsOf(question: OpenQuestion): QuestionWords {
  if (question.kind === 'tokenDiffers') {
    const { key, name } = question;
    return {
      text: vscode.l10n.t(
        'The token for “{0}” in the settings differs from the one in secret storage. Which one do you want to use?',
        name,
      ),
      answers: {
        [vscode.l10n.t('Use Token from Settings')]: [[key, 'settings']],
        [vscode.l10n.t('Keep Stored Token')]: [[key, 'stored']],
      },
    };
  }
  return {
    text: question.hasToken
      ? vscode.l10n.t(
          'The settings of this workspace contain connections with tokens that are probably committed. Revoke these tokens. Do you want to move the connections to your own?',
        )
      : vscode.l10n.t(
          'The settings of this workspace contain connections. Do you want to move them to your own?',
        ),
    answers: { [vscode.l10n.t('Move to User Settings')]: question.keys.map((key) => [key, 'move']) },
  };
}
