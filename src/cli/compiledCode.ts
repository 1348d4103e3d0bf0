import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { digestOf } from './hook/digest.ts';

/**
 * Runs a CommonJS bundle with the code that V8 compiled in an earlier run, which saves a quarter of the tool server's
 * start on versions of Node without a compile cache (before 22.1). Cached code does not support `import()`, so such a
 * bundle is built with `require` instead.
 *
 * @param folder The folder of the cached code. Only the user may be able to write there, because the cached code is
 *   run.
 * @returns A function that stores the code compiled so far, unless the folder already has code for exactly this bundle.
 */
export function runWithCompiledCode(file: string, folder: string): () => void {
  const bytes = readFileSync(file);
  // V8 itself compares only the length of the source, its own version and its flags.
  const kind = `${basename(file, '.js')}-${process.version}-${process.arch}-`;
  const kept = join(folder, `${kind}${digestOf(bytes)}`);
  const cachedData = readIfThere(kept);
  const script = new Script(Module.wrap(bytes.toString('utf8')), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const run = script.runInThisContext() as (this: unknown, ...names: unknown[]) => void;
  const module = new Module(file);
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  return () => {
    if (cachedData && script.cachedDataRejected !== true) return;
    keep(folder, kind, kept, script.createCachedData());
  };
}

/** Returns undefined also for a file that cannot be read: the bundle is then compiled as usual. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // The bundle is compiled without the file. No error is reported, because the cache only saves time.
    return undefined;
  }
}

function keep(folder: string, kind: string, path: string, code: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.startsWith(kind)) rmSync(join(folder, name));
    // The file is renamed into place, because another process may be reading it.
    const half = `${path}.${process.pid}`;
    writeFileSync(half, code, { mode: 0o600 });
    renameSync(half, path);
  } catch {
    // On a full or read-only disk the next start takes as long as this one.
  }
}
