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
  /** Sources that the bundle loads on first use, by the names of their files in `dist/`. */
  readonly chunks?: Readonly<Record<string, string>>;
  readonly external?: string[];
  readonly alias?: Record<string, string>;
  readonly keepNames?: boolean;
  /** What may stay in the code as it is. */
  readonly supported?: Record<string, boolean>;
}

/** Sources that the extension loads on first use, by the names of their files in `dist/`. */
export const extensionChunks: Readonly<Record<string, string>> = {
  agentHooks: 'src/extension/chunks/agentHooks.ts',
  app: 'src/extension/chunks/app.ts',
  bindFolder: 'src/extension/chunks/bindFolder.ts',
  connectionCommands: 'src/extension/chunks/connectionCommands.ts',
  connectionWizard: 'src/extension/chunks/connectionWizard.ts',
  diagnose: 'src/extension/chunks/diagnose.ts',
  gateCommands: 'src/extension/chunks/gateCommands.ts',
  gateDetails: 'src/extension/chunks/gateDetails.ts',
  http: 'src/extension/chunks/http.ts',
  links: 'src/extension/chunks/links.ts',
  migration: 'src/extension/chunks/migration.ts',
  push: 'src/extension/chunks/push.ts',
  secrets: 'src/extension/chunks/secrets.ts',
  settingsHelp: 'src/extension/chunks/settingsHelp.ts',
  suggestions: 'src/extension/chunks/suggestions.ts',
  toolServer: 'src/extension/chunks/toolServer.ts',
  transfer: 'src/extension/chunks/transfer.ts',
  webhookCommands: 'src/extension/chunks/webhookCommands.ts',
};

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
    chunks: {
      toolOptions: 'src/tools/server/commandLine.ts',
      toolCalls: 'src/tools/catalogue/toolCalls.ts',
      cliLogin: 'src/tools/definition/cliLogin.ts',
      toolHttp: 'src/tools/http/toolHttp.ts',
      // The platform loads this one.
      hostedTools: 'src/tools/server/hostedTools.ts',
    },
    alias: sdkAlias,
    // Nothing there reads the name of a class, and keeping them costs a tenth of the start.
    keepNames: false,
    // Its chunks come by `require`: the compiled code that the dispatcher keeps knows no `import()`.
    supported: { 'dynamic-import': false },
  },
  platform: {
    entry: 'src/entrypoints/emulator.ts',
    chunks: { platformAnalyzer: 'src/emulator/chunks/platformAnalyzer.ts' },
    external: ['eslint', 'typescript-eslint', 'typescript', 'eslint-plugin-*', '@jscpd/*'],
  },
  relay: { entry: 'src/entrypoints/relay.ts' },
};
