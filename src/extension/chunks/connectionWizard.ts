/** Loaded when the user adds or edits a connection. */
export { askConnection } from '../connections/wizard/connectionWizard.ts';
