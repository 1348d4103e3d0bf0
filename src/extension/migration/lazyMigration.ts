import type { CommandHandlers } from '../commands.ts';
import { hasLegacySettings } from './legacySettings.ts';
import type { SettingsMigration } from './settingsMigration.ts';

export interface LazyMigration {
  readonly atStart: () => Promise<void>;
  readonly commands: Pick<CommandHandlers, 'service.removeLegacySettings' | 'service.showMigrationReport'>;
}

/** The migration, whose code is read only where there is something to migrate or somebody asks. */
export function lazyMigration(load: () => Promise<SettingsMigration>): LazyMigration {
  let migration: Promise<SettingsMigration> | undefined;
  const loaded = () => (migration ??= load());
  return {
    atStart: async () => {
      if (hasLegacySettings()) await (await loaded()).atStart();
    },
    commands: {
      'service.removeLegacySettings': async () => (await loaded()).removeNow(),
      'service.showMigrationReport': async () => (await loaded()).showReport(),
    },
  };
}
