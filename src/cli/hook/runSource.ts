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
