import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { displayName } from './texts.ts';

const language = z.object({ key: z.string(), name: displayName });
type Language = z.output<typeof language>;

export async function listLanguages(
  api: Api,
  { text }: { readonly text?: string | undefined } = {},
): Promise<readonly Language[]> {
  const list = { key: 'languages', item: language };
  return (await api.list('api/languages/list', { q: text, ps: 0 }, list)).items;
}
