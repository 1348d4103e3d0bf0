/** What cannot run, by reason: files of tests, or single tests as `file: title`. */
export type Skips = Readonly<Record<string, readonly string[]>>;

/** What Windows does not have. */
export const notOnWindows: Skips = {
  'Windows ends a process at a signal without asking it': [
    'test/unit/tools/http/http.test.ts: ends on SIGTERM while a call hangs',
    'test/unit/tools/http/mountToolServer.test.ts: is served at /mcp of the platform that service-cli starts',
    'test/unit/tools/server/login.test.ts: uses the login as a process without variables, and ends normally',
    'test/unit/tools/server/stdio.test.ts: ends on SIGTERM',
    'test/unit/relay/commands.test.ts: writes each line of its log as JSON with --log-format json',
    'test/unit/cli/run/run.e2e.test.ts: keeps standard input, the exit code, bytes that are no text, and the end by a signal',
    'test/unit/cli/run/run.e2e.test.ts: passes signals on to the program and waits for its end',
  ],
  'Windows has no modes of files': [
    'test/unit/relay/sqlite/sqlitePushLog.test.ts: keeps its data in files that only their owner can read [U1]',
    'test/unit/emulator/store.test.ts: can be read by its owner only, also in a folder of others, and so can a backup [U1]',
  ],
  'Windows has no POSIX shell': [
    'test/unit/cli/integrate/shim.test.ts',
    'test/unit/agents/shell/printingInBash.e2e.test.ts',
    'test/unit/agents/protected/changedSettings.e2e.test.ts',
  ],
  'Windows has no /proc': [
    'test/unit/agents/commandPaths.test.ts: leads from the links of a process to the folder in which it runs',
    'test/unit/agents/shell/blind.test.ts: is denied when the file that it prints has a secret [R7]',
  ],
};

/** What Wine does not have, besides. */
export const notUnderWine: Skips = {
  'Wine makes no links': [
    'test/unit/emulator/access.test.ts: is written only below the data folder, even when links lead elsewhere',
    'test/unit/cli/integrate/links.test.ts',
    'test/unit/cli/audit/audit.test.ts: reads tool servers and histories of shells, and no file behind a link',
    'test/unit/cli/audit/scrubDatabase.test.ts: refuses a log that changed since it was read, a link and a file with several names',
    'test/unit/cli/hook/outputs/main.test.ts: unless no key can be kept',
    'test/unit/cli/hook/outputs/main.test.ts: are made although an environment file is a folder, a link to nothing, too large or not text',
    'test/unit/agents/protected/toolWrites.test.ts: changes no file of the hooks themselves, by any name',
  ],
  'Wine has no PowerShell': [
    'test/unit/agents/contract.e2e.test.ts',
    'test/unit/cli/run/runConsent.e2e.test.ts',
    'test/unit/agents/opencode/plugin.e2e.test.ts',
    'test/unit/agents/opencode/pluginVersion2.e2e.test.ts',
  ],
};
