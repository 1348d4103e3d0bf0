import * as z from 'zod/mini';
import type { Database } from '../database.ts';
import { issueTypes, severities } from './issues.ts';

export const ruleTypes = [...issueTypes, 'SECURITY_HOTSPOT'] as const;

const ruleRow = z.object({
  key: z.string(),
  name: z.string(),
  language: z.nullable(z.string()),
  severity: z.enum(severities),
  type: z.enum(ruleTypes),
  /** HTML. */
  description: z.string(),
  /** 1 when the rule came with an external report. */
  isExternal: z.number(),
});
export type Rule = Readonly<z.infer<typeof ruleRow>>;

export const ruleByKey = (db: Database, key: string): Rule | undefined =>
  db.get(ruleRow, 'SELECT * FROM rules WHERE key = ?', key);

export function saveRule(db: Database, rule: Rule): void {
  db.upsert('rules', 'key', { ...rule });
}
