/** Lies beside copies of our programs: a `package.json` above them could make ES modules of them, which do not run. */
export const commonJsPackage = { name: 'package.json', text: '{ "type": "commonjs" }\n' } as const;
