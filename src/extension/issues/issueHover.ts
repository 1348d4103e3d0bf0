import * as vscode from 'vscode';
import type { Connection } from '../../core/connections/connection.ts';
import { markdownHover } from '../ui/hover.ts';
import { markdownText } from '../ui/plainText.ts';
import type { IssueDiagnostics, ShownFinding } from './issueDiagnostics.ts';
import { findingPage, messageText, severityText } from './issueTexts.ts';
import type { RuleDescriptions } from './ruleDescriptions.ts';

/** More findings at one place would make the hover unreadable. */
const mostFindings = 3;

interface IssueHoverOptions {
  readonly diagnostics: IssueDiagnostics;
  readonly rules: RuleDescriptions;
  readonly baseUrlOf: (connection: Connection) => string;
}

/** Shows the name, the severity and the description of the rule, with a link to the platform. */
export function issueHover({ diagnostics, rules, baseUrlOf }: IssueHoverOptions): vscode.HoverProvider {
  return {
    provideHover: async (document, position, token) => {
      const found = diagnostics.at(document, new vscode.Range(position, position)).slice(0, mostFindings);
      const [first] = found;
      if (!first) return undefined;
      const link = ({ finding, project }: ShownFinding) => ({
        label: vscode.l10n.t('Open in browser'),
        address: findingPage(finding, project, baseUrlOf),
      });
      const contents = await Promise.all(
        found.map(async (shown) => ({ markdown: await markdownOf(shown, rules), link: link(shown) })),
      );
      return token.isCancellationRequested ? undefined : markdownHover(contents, first.range);
    },
  };
}

async function markdownOf({ finding, project }: ShownFinding, rules: RuleDescriptions): Promise<string> {
  const { rule: key, severity } = finding;
  const rule = key === undefined ? undefined : await rules.of(project.connection, key);
  const facts = [severity === undefined ? undefined : severityText(severity), key].filter(
    (fact) => fact !== undefined,
  );
  const parts = [
    `**${markdownText(rule?.name ?? messageText(finding))}**`,
    facts.map(markdownText).join(' · '),
    rule?.markdown ?? '',
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}
