/** Loaded when the settings of an earlier version contain connections, or when the user runs a migration command. */
export { createMigration } from '../migration/createMigration.ts';
