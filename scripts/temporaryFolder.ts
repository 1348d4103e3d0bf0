import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made = new Set<string>();

/** Makes a temporary folder that is gone when this process is, however it ends short of SIGKILL (see `exitOnSignals`). */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `service-${name}-`));
  made.add(folder);
  return folder;
}

process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});
