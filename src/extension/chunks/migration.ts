/** Loaded where the settings of an old version hold connections, or when somebody asks. */
export { SettingsMigration } from '../migration/settingsMigration.ts';
export { ReportDocument } from '../migration/reportDocument.ts';
export { legacySettings } from '../migration/legacySettings.ts';
export { userSettingsFile } from '../migration/userSettingsFile.ts';
