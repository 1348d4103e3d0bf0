import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { digestOf } from './hook/digest.ts';

/**
 * Runs a CommonJS bundle, and the bundles beside it that it requires, with the code that V8 compiled in an earlier run.
 * This saves a quarter of the tool server's start on versions of Node without a compile cache (before 22.1). Cached code
 * does not support `import()`, so such bundles are built with `require` instead.
 *
 * @param folder The folder of the cached code. Only the user may be able to write there, because the cached code is
 *   run.
 * @returns A function that stores the code compiled so far, unless the folder already has code for exactly these
 *   bundles.
 */
export function runWithCompiledCode(file: string, folder: string): () => void {
  const modules = new Map<string, Module>();
  const keeps: (() => void)[] = [];
  const load = (path: string): Module => {
    const loaded = modules.get(path);
    if (loaded) return loaded;
    const { script, keepCode } = scriptOf(path, folder);
    keeps.push(keepCode);
    const module = new Module(path);
    modules.set(path, module);
    const ownRequire = createRequire(path);
    const require = (id: string): unknown =>
      id.startsWith('./') ? load(join(dirname(path), id)).exports : ownRequire(id);
    const run = script.runInThisContext() as (this: unknown, ...names: unknown[]) => void;
    run.call(module.exports, module.exports, Object.assign(require, ownRequire), module, path, dirname(path));
    return module;
  };
  load(file);
  return () => {
    for (const keepCode of keeps) keepCode();
  };
}

/** Returns the compiled bundle, and the function that stores its code. */
function scriptOf(file: string, folder: string): { readonly script: Script; readonly keepCode: () => void } {
  const bytes = readFileSync(file);
  // V8 itself compares only the length of the source, its own version and its flags.
  const kind = `${basename(file, '.js')}-${process.version}-${process.arch}-`;
  const kept = join(folder, `${kind}${digestOf(bytes)}`);
  const cachedData = readIfThere(kept);
  const script = new Script(Module.wrap(bytes.toString('utf8')), {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const keepCode = (): void => {
    if (cachedData && script.cachedDataRejected !== true) return;
    keep(folder, kind, kept, script.createCachedData());
  };
  return { script, keepCode };
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
