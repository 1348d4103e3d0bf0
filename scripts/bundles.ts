import type { BuildOptions } from 'esbuild';
import { join } from 'node:path';

/** Returns the build options that all bundles share. `production` minifies the code and leaves out source maps. */
export function bundleOptions(production: boolean): BuildOptions {
  return {
    absWorkingDir: join(import.meta.dirname, '..'),
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    // jsonc-parser's UMD main does not survive bundling.
    mainFields: ['module', 'main'],
    alias: {
      // Without the DOM and the feeds of the package's index: 80 KB that rule descriptions do not need.
      htmlparser2: './node_modules/htmlparser2/dist/Parser.js',
      // The browser build with our own adapter: 61 KB against 275 KB (see src/node/http/createHttp.ts).
      axios: 'axios/dist/browser/axios.cjs',
      // Its ES modules, of which unused parts are left out.
      yaml: './node_modules/yaml/browser/dist/index.js',
      // The agents for proxies log credentials and headers where DEBUG is set.
      debug: './src/node/network/absentLibraries.ts',
      // Kerberos, which needs a native module.
      'proxy-agent-negotiate': './src/node/network/absentLibraries.ts',
    },
    // CommonJS has no import.meta.
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

/** For bundles that run with the code of an earlier run, which knows no `import()`: `require` takes its place. */
const withoutImport = { 'dynamic-import': false };

interface Bundle {
  readonly entry: string;
  /** Sources that the bundle loads on first use, by the names of their files in `dist/`. */
  readonly chunks?: Readonly<Record<string, string>>;
  readonly external?: string[];
  readonly alias?: Record<string, string>;
  /** False for a bundle that shows no stack traces: their names cost a twentieth of its size, and time at its start. */
  readonly keepNames?: boolean;
  /** Language features that esbuild must not rewrite, as its option of the same name. */
  readonly supported?: Record<string, boolean>;
}

/** Sources that the extension loads on first use, by the names of their files in `dist/`. */
export const extensionChunks = {
  // Every start loads it, as soon as the editor no longer waits for the activation.
  app: 'src/extension/app.ts',
  agentHooks: 'src/extension/agentHooks/agentHooks.ts',
  changeCommand: 'src/extension/gates/notify/changeCommand.ts',
  bindingCommands: 'src/extension/bindings/bindingCommands.ts',
  connectRelay: 'src/extension/push/connectRelay.ts',
  connectionCommands: 'src/extension/connections/connectionCommands.ts',
  connectionWizard: 'src/extension/connections/wizard/connectionWizard.ts',
  diagnose: 'src/extension/diagnose/diagnoseCommands.ts',
  gateCommands: 'src/extension/gates/gateCommands.ts',
  gateDetails: 'src/extension/gates/details/detailsPanels.ts',
  toastAnswers: 'src/extension/gates/notify/toastAnswers.ts',
  historyItems: 'src/extension/gates/historyItems.ts',
  http: 'src/node/http/createHttp.ts',
  issues: 'src/extension/issues/createIssues.ts',
  links: 'src/extension/links/followLink.ts',
  lmTools: 'src/extension/lmTools/lmTools.ts',
  migration: 'src/extension/migration/settingsMigration.ts',
  openInIde: 'src/extension/openInIde/openInIde.ts',
  relayConnection: 'src/extension/push/relayConnection.ts',
  secrets: 'src/extension/secrets/createSecrets.ts',
  settingsHelp: 'src/extension/settingsHelp/settingsHelp.ts',
  suggestions: 'src/extension/bindings/suggestions/suggestBindings.ts',
  toolServer: 'src/extension/toolServer/configureToolServer.ts',
  transfer: 'src/extension/connections/transferCommands.ts',
  treeItems: 'src/extension/tree/items.ts',
  walkthrough: 'src/extension/walkthrough/walkthroughPages.ts',
  webhookCommands: 'src/extension/webhooks/webhookCommands.ts',
} as const satisfies Readonly<Record<string, string>>;

/** Bundles of service-cli; the dispatcher loads exactly one of the others. Analyzers stay in node_modules. */
export const bundles: Readonly<Record<string, Bundle>> = {
  cli: { entry: 'src/entrypoints/cli.ts', external: ['./*.js'], keepNames: false },
  commands: { entry: 'src/entrypoints/commands.ts', supported: withoutImport },
  // `require('service-cli/webhooks')`.
  webhooks: { entry: 'src/entrypoints/webhooks.ts' },
  // The bundles that `integrate` copies beside the hooks: the loader, and the seven that it loads.
  loader: { entry: 'src/entrypoints/loader.ts', external: ['./denials.js'], keepNames: false },
  denials: { entry: 'src/entrypoints/denials.ts', keepNames: false },
  hook: {
    entry: 'src/entrypoints/hook.ts',
    external: ['./session.js', './policy.js', './shell.js', './writes.js', './outputs.js'],
    keepNames: false,
    supported: withoutImport,
  },
  policy: {
    entry: 'src/entrypoints/policy.ts',
    // RE2, which only projects with own rules need.
    chunks: { projectRules: 'src/secrets/policy/projectRules.ts' },
    external: ['./projectRules.js'],
    keepNames: false,
    supported: withoutImport,
  },
  session: { entry: 'src/entrypoints/session.ts', keepNames: false, supported: withoutImport },
  shell: { entry: 'src/entrypoints/shell.ts', keepNames: false, supported: withoutImport },
  outputs: { entry: 'src/entrypoints/outputs.ts', keepNames: false, supported: withoutImport },
  writes: { entry: 'src/entrypoints/writes.ts', keepNames: false, supported: withoutImport },
  tools: {
    entry: 'src/entrypoints/tools.ts',
    chunks: {
      // The SDK.
      toolProtocol: 'src/tools/server/protocol.ts',
      toolOptions: 'src/tools/server/commandLine.ts',
      toolCalls: 'src/tools/catalogue/toolCalls.ts',
      cliLogin: 'src/tools/definition/cliLogin.ts',
      // The page for chats, with its script.
      gateDocument: 'src/tools/app/gateDocument.ts',
      toolHttp: 'src/tools/http/toolHttp.ts',
      // The platform loads this one.
      hostedTools: 'src/tools/server/mountedTools.ts',
    },
    alias: sdkAlias,
    // Nothing there reads the name of a class, and keeping them costs a tenth of the start.
    keepNames: false,
    supported: withoutImport,
  },
  platform: {
    entry: 'src/entrypoints/emulator.ts',
    chunks: { platformAnalyzer: 'src/emulator/scanner/analyzerWorker.ts' },
    external: ['eslint', 'typescript-eslint', 'typescript', 'eslint-plugin-*', '@jscpd/*'],
  },
  relay: {
    entry: 'src/entrypoints/relay.ts',
    // The client of NATS is large, and most relays don't need it.
    chunks: { natsStore: 'src/relay/nats/natsStore.ts' },
  },
};
