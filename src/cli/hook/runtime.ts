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
