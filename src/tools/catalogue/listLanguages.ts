import * as z from 'zod';
import { listLanguages as list } from '../../core/api/languages.ts';
import { defineTool } from '../definition/tool.ts';

export const listLanguages = defineTool({
  name: 'list_languages',
  title: 'List languages',
  description: 'Languages that the platform analyzes.',
  toolset: 'languages',
  effect: 'read',
  input: z.strictObject({ q: z.string().optional() }),
  output: z.strictObject({ languages: z.array(z.strictObject({ key: z.string(), name: z.string() })) }),
  async run({ api, signal }, { q }) {
    const languages = await list(api, { text: q }, { signal });
    return { languages: languages.map(({ key, name }) => ({ key, name })) };
  },
});
