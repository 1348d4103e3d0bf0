/** Loaded when a settings file is opened. */
export { settingsHelp } from '../settingsHelp/settingsHelp.ts';
