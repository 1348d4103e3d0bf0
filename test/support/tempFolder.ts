import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs with a fresh folder, which is gone afterwards. */
export async function withTempFolder<T>(
  run: (folder: string) => Promise<T> | T,
  prefix = 'service-ide-',
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), prefix));
  try {
    return await run(folder);
  } finally {
    // A process that the test has ended may still write there, and on Windows holds its folder for some milliseconds more.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
}

/** Makes a folder for each test of a `describe`. `use` gets its real path; it is gone after the test. */
export function eachFolder(use: (folder: string) => void, prefix = 'service-ide-'): void {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), prefix)));
    use(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true, maxRetries: 10, retryDelay: 50 }));
}

/** Writes a file, and the folders that it is in. Returns its path. */
export function put(path: string, content: string | Uint8Array = ''): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  return path;
}
