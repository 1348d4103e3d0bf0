import type { ConnectionServices } from '../connections/connectionServices.ts';
import type { FolderBindings } from './folderBindings.ts';

/** The projects of folders, beside the connections. */
export interface BindingServices extends ConnectionServices {
  readonly bindings: FolderBindings;
  readonly isBound: (uuid: string, project: string) => boolean;
}
