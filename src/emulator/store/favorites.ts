import type { Database } from './database.ts';

/** Returns the ids of a user's favourite projects. */
export const favoritesOf = (db: Database, userId: string): Set<string> =>
  new Set(
    db
      .all<{ projectId: string }>('SELECT projectId FROM favorites WHERE userId = ?', userId)
      .map(({ projectId }) => projectId),
  );

export function addFavorite(db: Database, userId: string, projectId: string): void {
  db.insert('favorites', { userId, projectId }, 'OR IGNORE');
}

export function removeFavorite(db: Database, userId: string, projectId: string): void {
  db.run('DELETE FROM favorites WHERE userId = ? AND projectId = ?', userId, projectId);
}
