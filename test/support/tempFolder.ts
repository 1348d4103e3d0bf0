import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs with a fresh folder, which is gone afterwards. */
export async function withTempFolder(run: (folder: string) => Promise<void> | void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'service-ide-'));
  try {
    await run(folder);
  } finally {
    // A process that the test has ended may still write there.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}
