/** Loaded where the settings of an old version hold connections, or when somebody asks. */
export { createMigration } from '../migration/createMigration.ts';
