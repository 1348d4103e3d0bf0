import { homedir } from 'node:os';
import { join } from 'node:path';

/** Folder for what is downloaded once: `SERVICE_CACHE`, else `~/.cache/service-ide`. */
export function cacheFolder(): string {
  return process.env.SERVICE_CACHE ?? join(homedir(), '.cache', 'service-ide');
}
