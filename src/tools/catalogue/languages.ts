import * as z from 'zod';
import { listLanguages } from '../../core/api/languages.ts';
import { defineTool, type Tools } from '../definition/tool.ts';

export const languageTools: Tools = {
  list_languages: defineTool({
    title: 'List languages',
    description: 'Languages that the platform analyzes.',
    effect: 'read',
    input: z.strictObject({ q: z.string().optional() }),
    output: z.strictObject({ languages: z.array(z.strictObject({ key: z.string(), name: z.string() })) }),
    async run({ api }, { q }) {
      const languages = await listLanguages(api, { text: q });
      return { languages: languages.map(({ key, name }) => ({ key, name })) };
    },
  }),
};
