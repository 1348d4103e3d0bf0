import * as z from 'zod';
import { showRule as show } from '../../core/api/rules.ts';
import { plainText } from '../answers/plainText.ts';
import { defineTool } from '../tool.ts';

export const showRule = defineTool({
  name: 'show_rule',
  title: 'Show a rule',
  description: 'What a rule asks for, why, and how to fix it; key as in issues.',
  toolset: 'rules',
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
  async run({ api, organization, signal }, { key }) {
    const rule = await show(api, { key, organization }, { signal });
    const sections = rule.descriptionSections.map(({ key: part, content, context }) =>
      [`<h2>${[part, context?.displayName].filter(Boolean).join(': ')}</h2>`, content].join('\n'),
    );
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
});
