import * as z from 'zod';
import { type Rule, showRule } from '../../core/api/rules.ts';
import { plainText } from '../definition/plainText.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const ruleTools: Tools = {
  show_rule: defineTool({
    title: 'Show a rule',
    description: 'What a rule requires, why, and how to fix violations; key as in issues.',
    effect: 'read',
    input: z.strictObject({ key: z.string().min(1) }),
    output: z.strictObject({
      ruleKey: z.string(),
      name: z.string(),
      language: z.string().optional(),
      severity: z.string().optional(),
      type: z.string().optional(),
      impacts: z.array(z.string()),
      description: z.string().optional(),
    }),
    async run({ api, organization }, { key }) {
      const rule = await showRule(api, { key, organization });
      const sections = rule.descriptionSections.map(sectionText);
      return {
        ruleKey: rule.key,
        name: rule.name,
        language: rule.langName,
        severity: rule.severity,
        type: rule.type,
        impacts: rule.impacts.map(({ softwareQuality, severity }) => `${softwareQuality} ${severity}`),
        description: plainText(sections.length > 0 ? sections : [rule.htmlDesc]),
      };
    },
  }),
};

/** Titles of the sections, as on the platform's own page. A section that has no title here begins with its text. */
const titles: ReadonlyMap<string, string> = new Map([
  ['root_cause', 'Why is this an issue?'],
  ['assess_the_problem', 'Assess the risk'],
  ['how_to_fix', 'How can I fix it?'],
  ['resources', 'More info'],
]);

function sectionText({ key, content, context }: Rule['descriptionSections'][number]): string {
  const title = titles.get(key);
  // Some rules repeat the title in the text.
  if (title === undefined || plainText([content])?.startsWith(title)) return content;
  const technology = context?.displayName === undefined ? '' : ` (${context.displayName})`;
  return `<h2>${title}${technology}</h2>${content}`;
}
