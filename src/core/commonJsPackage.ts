/** Written beside copies of our programs: a `package.json` in a folder above could turn them into ES modules, which do not run. */
export const commonJsPackage = { name: 'package.json', text: '{ "type": "commonjs" }\n' } as const;
