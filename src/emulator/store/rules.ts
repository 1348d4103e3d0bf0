import type { Database } from './database.ts';
import { issueTypes, type Severity } from './issues.ts';

export const ruleTypes = [...issueTypes, 'SECURITY_HOTSPOT'] as const;

export interface Rule {
  readonly key: string;
  readonly name: string;
  readonly language: string | null;
  readonly severity: Severity;
  readonly type: (typeof ruleTypes)[number];
  /** HTML. */
  readonly description: string;
  /** 1 when the rule came with an external report. */
  readonly isExternal: number;
}

export const ruleByKey = (db: Database, key: string): Rule | undefined =>
  db.get('SELECT * FROM rules WHERE key = ?', key);

export function saveRule(db: Database, rule: Rule): void {
  db.upsert('rules', 'key', { ...rule });
}
