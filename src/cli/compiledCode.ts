import { isAscii } from 'node:buffer';
import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { digestOf } from './digest.ts';

/**
 * Name of the folder beside the installed handler of the hooks, for its compiled code. The folder is not part of the
 * installation, but a removal deletes it.
 */
export const handlerCode = 'cache';

interface CompiledCodeOptions {
  /** Absolute path, used only if it is private to the user, because the cached code is run. Undefined keeps nothing. */
  readonly folder: string | undefined;
  /** Loads what a bundle requires that is not beside it. The caller has it: loading `node:module` would take longer. */
  readonly require: (id: string) => unknown;
  /** Throws for a bundle that must not run, by what `digestOf` returns for it. */
  readonly verify?: (path: string, digest: string) => void;
}

/**
 * Runs a CommonJS bundle, and the bundles beside it that it requires, with the code that V8 compiled in an earlier run.
 * Node has a compile cache too, from 22.1 on, but it stores a bundle before it runs, and so without its functions: each
 * start compiles every function that it calls. Cached code does not support `import()`, so such bundles are built with
 * `require` instead.
 *
 * @returns A function that stores the code compiled so far, unless the folder already has code for exactly these
 *   bundles. It is called at the end of the run.
 */
export function runWithCompiledCode(
  file: string,
  { folder, require, verify }: CompiledCodeOptions,
): () => void {
  const modules = new Map<string, { exports: unknown }>();
  const keeps: (() => void)[] = [];
  const load = (path: string): unknown => {
    const loaded = modules.get(path);
    if (loaded) return loaded.exports;
    const bytes = readFileSync(path);
    const digest = digestOf(bytes);
    verify?.(path, digest);
    const { script, keepCode } = scriptOf(path, { bytes, digest }, folder);
    keeps.push(keepCode);
    const module = { exports: {} };
    modules.set(path, module);
    const requireBeside = (id: string): unknown =>
      id.startsWith('./') ? load(join(dirname(path), id)) : require(id);
    const run = script.runInThisContext() as (this: unknown, ...names: unknown[]) => void;
    run.call(module.exports, module.exports, requireBeside, module, path, dirname(path));
    return module.exports;
  };
  load(file);
  return () => {
    for (const keepCode of keeps) keepCode();
  };
}

const opening = Buffer.from('(function (exports, require, module, __filename, __dirname) { ');
const closing = Buffer.from('\n})');

function scriptOf(
  file: string,
  { bytes, digest }: { readonly bytes: Buffer; readonly digest: string },
  folder: string | undefined,
): { readonly script: Script; readonly keepCode: () => void } {
  // V8 itself compares only the length of the source, its own version and its flags.
  const flags = digestOf(Buffer.from(process.execArgv.join(' ')));
  const kind = `${basename(file, '.js')}-${process.version}-${process.arch}-${flags}-`;
  const kept = folder === undefined ? undefined : join(folder, kind + digest);
  const cachedData = kept === undefined ? undefined : readKept(kept);
  // Joined as bytes, because joined strings are copied once more. Bundles are ASCII, which Latin-1 decodes sooner.
  const all = Buffer.concat([opening, bytes, closing]);
  const source = all.toString(isAscii(all) ? 'latin1' : 'utf8');
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const keepCode = (): void => {
    if (cachedData && script.cachedDataRejected !== true) return;
    if (kept !== undefined) keep(script, kind, kept);
  };
  return { script, keepCode };
}

/** The length of the digest in front of the cached code. It keeps the code aligned in memory, as V8 needs it. */
const digestLength = 16;

/**
 * Returns undefined for a file that cannot be read, is damaged, or may come from another user or a repository: V8 would
 * run it, because it does not check the content. The bundle is then compiled as usual.
 */
function readKept(path: string): Buffer | undefined {
  try {
    if (!isPrivate(dirname(path)) || !isPrivate(path)) return undefined;
    const bytes = readFileSync(path);
    const code = bytes.subarray(digestLength);
    return bytes.toString('latin1', 0, digestLength) === digestOf(code) ? code : undefined;
  } catch {
    // No error is reported, because the cache only saves time.
    return undefined;
  }
}

/**
 * Whether a file or a folder belongs to the user, no other user has a right to it, and it is no link. Files that git
 * checks out can be read by others. On Windows, the folder inherits the rights of the user's profile.
 */
function isPrivate(path: string): boolean {
  const { uid, mode } = lstatSync(path);
  return process.getuid === undefined || (uid === process.getuid() && (mode & 0o077) === 0);
}

/** Never throws: an error at the end of a hook would answer a second time. */
function keep(script: Script, kind: string, path: string): void {
  const folder = dirname(path);
  try {
    const code = script.createCachedData();
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isPrivate(folder)) return;
    for (const name of readdirSync(folder)) if (name.startsWith(kind)) rmSync(join(folder, name));
    // The file is renamed into place, because another process may be reading it.
    const half = `${path}.${process.pid}`;
    writeFileSync(half, Buffer.concat([Buffer.from(digestOf(code)), code]), { mode: 0o600 });
    renameSync(half, path);
  } catch {
    // On a full or read-only disk the next start takes as long as this one.
  }
}
