import { join } from 'node:path';
import type { Disposable } from '../../core/disposables.ts';
import { DisposableStore } from '../../core/disposables.ts';
import { emptyJournal, journalSchema } from '../../core/gate/journal/journal.ts';
import type { GateFiles } from '../../core/gate/monitorPorts.ts';
import type { Log } from '../../core/log.ts';
import { FolderLock } from './locks/folderLock.ts';
import { fileNameOf } from './locks/lockFile.ts';
import { JsonFile } from './sharedFile.ts';
import { WindowFolder } from './windowFolder.ts';

/**
 * Opens the files below `folder` through which the windows of one editor cooperate. The journal's name contains its
 * version: a window with another version of the extension uses a separate journal instead of treating this one as
 * damaged.
 */
export function openGateFiles(folder: string, log: Log): GateFiles & Disposable {
  const scope = new DisposableStore();
  const path = join(folder, 'journal.1.json');
  return {
    journal: scope.add(new JsonFile({ path, schema: journalSchema, empty: emptyJournal, log })),
    registryStore: scope.add(new WindowFolder(join(folder, 'windows'), log)),
    lockOf: (connection) => new FolderLock(join(folder, 'leaders', fileNameOf(connection))),
    dispose: () => {
      scope.dispose();
    },
  };
}
