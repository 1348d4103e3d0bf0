import type { Database } from './database.ts';

export function setting(db: Database, key: string): string | undefined {
  return db.get<{ value: string }>('SELECT value FROM settings WHERE key = ?', key)?.value;
}

export function setSetting(db: Database, key: string, value: string): void {
  db.upsert('settings', 'key', { key, value });
}

export function resetSetting(db: Database, key: string): void {
  db.run('DELETE FROM settings WHERE key = ?', key);
}
