/** A defect that the default run of `npm test` must find: a text that occurs once in a source, and what replaces it. */
export interface Defect {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** What a user would suffer. */
  readonly harm: string;
  /** A test file of the default run that fails with the defect. */
  readonly foundBy: string;
}

/** Two for each room. */
export const defects: readonly Defect[] = [
  {
    file: 'src/core/connections/tokenStore.ts',
    from: 'if (secret.origin !== origin)',
    to: "if (secret.origin === '')",
    harm: 'a token goes to another server',
    foundBy: 'test/unit/core/connections/tokenStore.test.ts',
  },
  {
    file: 'src/core/gate/notify/claims.ts',
    from: 'const isFresh = due.size === 1 &&',
    to: 'const isFresh = due.size >= 1 &&',
    harm: 'several changes become one toast instead of a summary',
    foundBy: 'test/unit/core/gate/notify/claims.test.ts',
  },
  {
    file: 'src/agents/decide.ts',
    from: 'if (problem !== undefined) return denied(',
    to: "if (problem === '') return denied(",
    harm: 'hooks let agents read while nobody is logged in',
    foundBy: 'test/unit/agents/decide.test.ts',
  },
  {
    file: 'src/agents/decide.ts',
    from: 'if (finding?.isWarning !== true) return finding;',
    to: 'if (finding?.isWarning === true) return finding;',
    harm: 'hooks let agents read secrets',
    foundBy: 'test/unit/agents/decide.test.ts',
  },
  {
    file: 'src/cli/exitCodes.ts',
    from: 'findings: 51,',
    to: 'findings: 50,',
    harm: 'scripts of users no longer see that there are secrets',
    foundBy: 'test/unit/cli/analyzeAgentic.test.ts',
  },
  {
    file: 'src/cli/digest.ts',
    from: 'return hex(crc32(bytes)) + hex(bytes.length);',
    to: 'return hex(crc32(bytes.subarray(0, 1))) + hex(bytes.length);',
    harm: 'a damaged handler decides',
    foundBy: 'test/unit/cli/digest.test.ts',
  },
  {
    file: 'src/emulator/gate/evaluate.ts',
    from: '? Number(actual) > Number(condition.error)',
    to: '? Number(actual) >= Number(condition.error)',
    harm: 'a gate fails at its threshold',
    foundBy: 'test/unit/emulator/gate.test.ts',
  },
  {
    file: 'src/emulator/webhooks/deliver.ts',
    from: "if (colon < 0) return '*'.repeat(userInfo.length);",
    to: 'if (colon < 0) return userInfo;',
    harm: 'the login of a webhook is shown',
    foundBy: 'test/unit/emulator/targets.test.ts',
  },
  {
    file: 'src/entrypoints/loader.ts',
    from: 'if (manifest.files[basename(path)] !== digest)',
    to: "if (manifest.files[basename(path)] === '')",
    harm: 'a half-updated handler decides',
    foundBy: 'test/unit/cli/hook/hookFaults.e2e.test.ts',
  },
  {
    file: 'src/entrypoints/loader.ts',
    from: 'process.exitCode = exitCode;',
    to: 'process.exitCode = exitCode * 0;',
    harm: 'agents take the refusal of a damaged hook for a permission',
    foundBy: 'test/unit/cli/hook/hookFaults.e2e.test.ts',
  },
  {
    file: 'src/extension/gates/gateTexts.ts',
    from: "color: 'charts.red', label: l10n.t('Failed')",
    to: "color: 'charts.red', label: l10n.t('Passed')",
    harm: 'a failed gate is shown as passed',
    foundBy: 'test/ui/gates.test.ts',
  },
  {
    file: 'src/extension/gates/gateTexts.ts',
    from: 'if (hidden) return',
    to: 'if (hidden && stale) return',
    harm: 'a project that the platform hides keeps its last gate',
    foundBy: 'test/editor/rows.test.ts',
  },
  {
    file: 'src/node/process/findProgram.ts',
    from: ".filter((entry) => entry.startsWith('/'))",
    to: ".filter((entry) => entry !== '')",
    harm: 'a program of a repository is started',
    foundBy: 'test/unit/node/process/findProgram.test.ts',
  },
  {
    file: 'src/node/http/server/requestGuard.ts',
    from: 'return name === undefined || !isOwnHost(name);',
    to: "return name === '' || (name !== undefined && !name.includes('.') && !isOwnHost(name));",
    harm: 'a web page reaches a server on loopback by DNS rebinding',
    foundBy: 'test/unit/node/http/server/requestGuard.test.ts',
  },
  {
    file: 'src/relay/sqliteStore.ts',
    from: "const isLive = 'revokedAt IS NULL AND (expiresAt IS NULL OR expiresAt > ?)';",
    to: "const isLive = '(expiresAt IS NULL OR expiresAt > ?)';",
    harm: 'a revoked key keeps receiving push events',
    foundBy: 'test/relay/pushLog.test.ts',
  },
  {
    file: 'src/relay/streamEndpoint.ts',
    from: "if (!live.has(subscriber.keyId)) this.#end(subscriber, 'revoked');",
    to: "if (live.has(subscriber.keyId)) this.#end(subscriber, 'revoked');",
    harm: 'streams of revoked keys stay open',
    foundBy: 'test/unit/relay/relay.test.ts',
  },
  {
    file: 'src/secrets/finding.ts',
    from: 'masked: maskSecret(text.slice(start, end)),',
    to: 'masked: text.slice(start, end),',
    harm: 'a report shows the secret',
    foundBy: 'test/unit/secrets/scan.test.ts',
  },
  {
    file: 'src/secrets/finding.ts',
    from: 'return ignoresComments ? findings :',
    to: 'return !ignoresComments ? findings :',
    harm: 'a comment of a repository switches the search for secrets off',
    foundBy: 'test/unit/secrets/scan.test.ts',
  },
  {
    file: 'src/tools/http/requestGuard.ts',
    from: 'if (!URL.canParse(origin)) return true;',
    to: 'if (!URL.canParse(origin)) return false;',
    harm: 'sandboxed pages call the tool server',
    foundBy: 'test/unit/tools/http/http.test.ts',
  },
  {
    file: 'src/tools/definition/paging.ts',
    from: 'if (data?.of !== of)',
    to: 'if (data === undefined)',
    harm: 'a cursor of another list is accepted',
    foundBy: 'test/unit/tools/definition/paging.test.ts',
  },
];
