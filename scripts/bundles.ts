import type { BuildOptions } from 'esbuild';
import { join } from 'node:path';

/** What every bundle is built with; `production` minifies. */
export function bundleOptions(production: boolean): BuildOptions {
  return {
    absWorkingDir: join(import.meta.dirname, '..'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // jsonc-parser's UMD main does not survive bundling.
    mainFields: ['module', 'main'],
    // The browser build with our own adapter: 61 KB against 275 KB (see src/node/http/createHttp.ts).
    alias: { axios: 'axios/dist/browser/axios.cjs' },
    // What a CommonJS file has in its place.
    define: { 'import.meta.filename': '__filename' },
    minify: production,
    keepNames: production,
    sourcemap: production ? false : 'linked',
    legalComments: 'none',
    logLevel: 'warning',
  };
}

/** The SDK brings 150 KB of a schema validator for requests that our servers never make. */
const sdkAlias = { '@modelcontextprotocol/server/_shims': './src/tools/server/sdkShims.ts' };

interface Bundle {
  readonly entry: string;
  /** Folder of the chunks that the bundle loads on first use. */
  readonly chunks?: string;
  readonly external?: string[];
  readonly alias?: Record<string, string>;
  readonly keepNames?: boolean;
  /** What may stay in the code as it is. */
  readonly supported?: Record<string, boolean>;
}

/** Bundles of service-cli; the dispatcher loads exactly one of the others. Analyzers stay in node_modules. */
export const bundles: Readonly<Record<string, Bundle>> = {
  cli: { entry: 'src/entrypoints/cli.ts', external: ['./*.js'] },
  commands: { entry: 'src/entrypoints/commands.ts' },
  // `require('service-cli/webhooks')`.
  webhooks: { entry: 'src/entrypoints/webhooks.ts' },
  // What `integrate` copies beside the hooks: the loader, and the three it loads.
  loader: { entry: 'src/entrypoints/loader.ts' },
  hook: { entry: 'src/entrypoints/hook.ts', external: ['./session.js', './policy.js'], keepNames: false },
  policy: { entry: 'src/entrypoints/policy.ts', keepNames: false },
  session: { entry: 'src/entrypoints/session.ts' },
  tools: {
    entry: 'src/entrypoints/tools.ts',
    // One of them is the hosted tool server, which the platform loads.
    chunks: 'src/tools/chunks',
    alias: sdkAlias,
    // Nothing there reads the name of a class, and keeping them costs a tenth of the start.
    keepNames: false,
    // Its chunks come by `require`: the compiled code that the dispatcher keeps knows no `import()`.
    supported: { 'dynamic-import': false },
  },
  platform: {
    entry: 'src/entrypoints/emulator.ts',
    chunks: 'src/emulator/chunks',
    external: ['eslint', 'typescript-eslint', 'typescript', 'eslint-plugin-*', '@jscpd/*'],
  },
  relay: { entry: 'src/entrypoints/relay.ts' },
};
