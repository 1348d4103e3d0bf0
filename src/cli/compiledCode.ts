import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { digestOf } from './hook/digest.ts';

/**
 * Runs a CommonJS bundle with the machine's code of an earlier run, which saves a quarter of the tool server's start on
 * versions of Node that don't keep it themselves (before 22.1). Code that is kept knows no `import()`: such a bundle is
 * built with `require` in its place.
 * @param folder where the code lies: one that only the user can write, because what lies there is run
 * @returns keeps the code, with what was compiled in the meantime, where there was none for just this bundle
 */
export function runWithCompiledCode(file: string, folder: string): () => void {
  const bytes = readFileSync(file);
  // V8 itself compares no more than the length of the source, its own version and its flags.
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

/** Undefined also for one that cannot be read: the bundle is compiled then, as it always was. */
function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    // The bundle is compiled without it, and what keeps it again reports nothing either: it saves time only.
    return undefined;
  }
}

function keep(folder: string, kind: string, path: string, code: Buffer): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)) if (name.startsWith(kind)) rmSync(join(folder, name));
    // Renamed into place: another process may be reading.
    const half = `${path}.${process.pid}`;
    writeFileSync(half, code, { mode: 0o600 });
    renameSync(half, path);
  } catch {
    // A full or read-only disk costs the next start what it cost this one.
  }
}
