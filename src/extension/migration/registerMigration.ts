import { lazyCommands } from '../host/commands.ts';
import { lazy } from '../host/lazy.ts';
import type { ConnectionServices } from '../connections/connectionServices.ts';
import { hasLegacySettings } from './legacySettings.ts';

/** Returns the commands of the migration. `start` loads and runs it only if a setting of version 3.5.4 has entries, or
 * had some whose removal the user was not told. */
export function registerMigration(services: ConnectionServices) {
  const migration = lazy(async () => {
    const { createMigration } = await import('./settingsMigration.ts');
    return createMigration(services);
  });
  return {
    commands: lazyCommands(
      ['service.removeLegacySettings', 'service.showMigrationReport'],
      async () => (await migration()).commands,
    ),
    start: () => {
      if (!hasLegacySettings() && !services.store.hasUntoldRemovals) return;
      migration()
        .then((loaded) => loaded.atStart())
        .catch(services.reporting('migration of the settings'));
    },
  };
}
