/**
 * Test files that only `npm test -- --all` runs, by pattern, each with the reason. `test/unit/house/security.test.ts` keeps
 * every proof of SECURITY.md in the default run.
 */
export const outsideDefault: Readonly<Record<string, string>> = {
  'test/ui/{absence,agentHooks,browserToken,connections,diagnose,fileAnalysis,flows,focusedWindow,forwardedPorts,german,installedVsix,issues,migrationDecisions,network,openInIde,profiles,pullRequest,relay,settingsHelp,staleGates,suggestions,threeWindows,uncovered,virtual,walkthrough,webhooks}.test.ts':
    'the wiring of a feature whose logic unit, contract and editor tests hold; each file starts editors and windows, 7 to 8 s of processor time for each window',
  'test/unit/agents/{contract,opencode/plugin}.e2e.test.ts':
    'starts fakes of the agents; the default run has their requests and answers as unit tests, and the chain of one agent',
  'test/unit/cli/hook/{stdin,answerEvent}.e2e.test.ts':
    'starts a process for each row; hook.e2e, hookFaults and policies keep the chain, unit tests the rows',
  'test/unit/agents/shell/printingInBash.e2e.test.ts':
    'runs no code of the product: it proves the rows of printing.test.ts in a real bash, with a process for each row',
  'test/ui/textBorderRaw.test.ts':
    'runs no code of the product: what the editor makes of a name; textBorder.test.ts has what the product makes of it',
  'test/ui/startMigration.test.ts': 'a second start of the demo; migration.test.ts has the migration',
  'test/relay/{severalRelays,natsLogin}.test.ts': 'several relays over a real NATS server; one relay stays',
};
