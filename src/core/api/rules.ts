import * as z from 'zod/mini';
import type { Api } from './client.ts';
import { displayName } from './texts.ts';

const rule = z.object({
  key: z.string(),
  name: displayName,
  severity: z.optional(z.string()),
  type: z.optional(z.string()),
  langName: z.optional(z.string()),
  htmlDesc: z.optional(z.string()),
  descriptionSections: z._default(
    z.array(
      z.object({
        key: z.string(),
        content: z.string(),
        context: z.optional(z.object({ displayName: z.optional(z.string()) })),
      }),
    ),
    [],
  ),
  impacts: z._default(z.array(z.object({ softwareQuality: z.string(), severity: z.string() })), []),
});
export type Rule = z.output<typeof rule>;

/** Returns the rule with the key `repository:rule`. `organization` is required on the cloud and absent elsewhere. */
export async function showRule(
  api: Api,
  { key, organization }: { readonly key: string; readonly organization?: string | undefined },
): Promise<Rule> {
  return (await api.get('api/rules/show', { key, organization }, z.object({ rule }))).rule;
}
