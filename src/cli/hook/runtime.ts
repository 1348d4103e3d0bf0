interface Compiling extends NodeJS.Module {
  _compile(source: string, path: string): void;
}

/**
 * Runs the source of a CommonJS bundle as the module of a path, and returns its exports. The caller has checked these
 * bytes; `require` would read the file again.
 */
export function runSource(source: Buffer, path: string): unknown {
  // `node:module` has the same class, but brings source maps and, in Node 22, the loader of ES modules.
  const Module = module.constructor as new (path: string) => Compiling;
  const bundle = new Module(path);
  bundle.filename = path;
  bundle._compile(source.toString('utf8'), path);
  return bundle.exports;
}

/**
 * Lets V8 optimize code, which the shim switches off: most hooks end before optimized code has saved the time that it takes
 * to make. A text of 10 MB takes up to seven times as long without.
 */
export function allowOptimizing(): void {
  // Loaded only here: this module takes a fifth of a bare start of Node.
  process.getBuiltinModule('node:v8').setFlagsFromString('--opt');
}

/** Returns milliseconds of a monotonic clock. The first use of `performance` loads ten modules of Node. */
export const now = (): number => process.uptime() * 1000;
