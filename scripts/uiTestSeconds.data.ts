/**
 * Roughly how long each file of `test/ui` takes, in seconds, so that shards end at about the same time. Only the ratio
 * matters. `npm run test:ui` prints new figures; a file that is missing here counts as an average one.
 */
export const uiTestSeconds: Readonly<Record<string, number>> = {
  'test/ui/absence.test.ts': 32,
  'test/ui/browserToken.test.ts': 32,
  'test/ui/connections.test.ts': 32,
  'test/ui/diagnose.test.ts': 41,
  'test/ui/flows.test.ts': 54,
  'test/ui/focusedWindow.test.ts': 33,
  'test/ui/gates.test.ts': 23,
  'test/ui/agentHooks.test.ts': 22,
  'test/ui/installedVsix.test.ts': 35,
  'test/ui/links.test.ts': 16,
  'test/ui/migration.test.ts': 76,
  'test/ui/network.test.ts': 15,
  'test/ui/profiles.test.ts': 38,
  'test/ui/relay.test.ts': 23,
  'test/ui/settingsHelp.test.ts': 22,
  'test/ui/staleGates.test.ts': 32,
  'test/ui/start.test.ts': 46,
  'test/ui/states.test.ts': 45,
  'test/ui/suggestions.test.ts': 40,
  'test/ui/textBorder.test.ts': 45,
  'test/ui/threeWindows.test.ts': 35,
  'test/ui/toolServer.test.ts': 25,
  'test/ui/virtual.test.ts': 25,
  'test/ui/webhooks.test.ts': 22,
  'test/ui/window.test.ts': 18,
  'test/ui/wizard.test.ts': 20,
};
