import * as z from 'zod/mini';
import type { Database } from './database.ts';

const settingRow = z.object({ value: z.string() });

export function setting(db: Database, key: string): string | undefined {
  return db.get(settingRow, 'SELECT value FROM settings WHERE key = ?', key)?.value;
}

export function setSetting(db: Database, key: string, value: string): void {
  db.upsert('settings', 'key', { key, value });
}

export function resetSetting(db: Database, key: string): void {
  db.run('DELETE FROM settings WHERE key = ?', key);
}
