import * as z from 'zod/mini';
import { newId, type Database } from '../database.ts';
import type { Project } from './projects.ts';

export const conditionSchema = z.object({
  metric: z.string(),
  op: z.enum(['GT', 'LT']),
  /** The limit, as entered. */
  error: z.string(),
});
export type Condition = Readonly<z.infer<typeof conditionSchema>>;

const gateRow = z.object({
  id: z.string(),
  name: z.string(),
  isBuiltIn: z.number(),
  isDefault: z.number(),
});
export type Gate = Readonly<z.infer<typeof gateRow>>;

const conditionRow = z.extend(conditionSchema, { id: z.string(), gateId: z.string() });
type StoredCondition = Readonly<z.infer<typeof conditionRow>>;

export const gates = (db: Database): Gate[] =>
  db.all(gateRow, 'SELECT * FROM gates ORDER BY name COLLATE NOCASE');

export const gateByName = (db: Database, name: string): Gate | undefined =>
  db.get(gateRow, 'SELECT * FROM gates WHERE name = ?', name);

export const gateById = (db: Database, id: string): Gate | undefined =>
  db.get(gateRow, 'SELECT * FROM gates WHERE id = ?', id);

/** @throws if the data is damaged: there always is a default gate. */
const defaultGate = (db: Database): Gate => {
  const gate = db.get(gateRow, 'SELECT * FROM gates WHERE isDefault = 1');
  if (!gate) throw new Error('There is no default gate');
  return gate;
};

export const gateOf = (db: Database, project: Project): Gate =>
  (project.gateId === null ? undefined : gateById(db, project.gateId)) ?? defaultGate(db);

/** @param isBuiltIn 1 for the gate that a platform begins with, which is also the default one */
export function addGate(
  db: Database,
  name: string,
  conditions: readonly Condition[],
  isBuiltIn: 0 | 1,
): void {
  const id = newId();
  db.transaction(() => {
    db.insert('gates', { id, name, isBuiltIn, isDefault: isBuiltIn });
    for (const condition of conditions) addCondition(db, id, condition);
  });
}

/** Returns the conditions of a gate in order of creation. */
export const conditionsOf = (db: Database, gateId: string): StoredCondition[] =>
  db.all(
    conditionRow,
    'SELECT id, gateId, metric, op, error FROM gateConditions WHERE gateId = ? ORDER BY position',
    gateId,
  );

export const conditionById = (db: Database, id: string): StoredCondition | undefined =>
  db.get(conditionRow, 'SELECT id, gateId, metric, op, error FROM gateConditions WHERE id = ?', id);

/** Adds a condition to a gate and returns it. Callers prevent two conditions on one metric. */
export function addCondition(
  db: Database,
  gateId: string,
  { metric, op, error }: Condition,
): StoredCondition {
  const row = { id: newId(), gateId, metric, op, error };
  db.insert('gateConditions', row);
  return row;
}

export function removeCondition(db: Database, id: string): void {
  db.run('DELETE FROM gateConditions WHERE id = ?', id);
}

export function selectGate(db: Database, projectId: string, gateId: string): void {
  db.run('UPDATE projects SET gateId = ? WHERE id = ?', gateId, projectId);
}
