/** What cannot run, by reason: files of tests, or tests as `file: title`, of which the start is enough. */
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
    'test/unit/node/files/sharedFile.test.ts: writes a file that only its owner can read',
    'test/unit/relay/sqlite/sqlitePushLog.test.ts: keeps its data in files that only their owner can read [U1]',
    'test/unit/emulator/store.test.ts: can be read by its owner only, also in a folder of others, and so can a backup [U1]',
  ],
  'Windows has no POSIX shell': [
    'test/unit/node/process/git.test.ts: gives git only library folders',
    'test/unit/cli/integrate/hookCommand.test.ts: names PowerShell by a path that the shell of Git reads',
    'test/unit/cli/integrate/hookCommand.test.ts: runs the shim in a folder of any name',
    'test/unit/cli/integrate/hookCommand.test.ts: denies with a reason when the shim',
    'test/unit/cli/integrate/earlierInstallation.e2e.test.ts',
    'test/unit/cli/integrate/shim.test.ts',
    'test/unit/agents/shell/printingInBash.e2e.test.ts',
    'test/unit/agents/protected/changedSettings.e2e.test.ts',
  ],
  'Windows has no named pipes in folders, and no limits for processes': [
    'test/unit/node/files/realPath.test.ts: refuses a pipe',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies a file that is a pipe',
    'test/unit/node/files/gateOutage.test.ts',
  ],
  'Windows reads no SSL_CERT_FILE': [
    'test/unit/node/network/networks.e2e.test.ts: service-cli reaches the platform with an own authority among',
    'test/unit/node/network/networks.e2e.test.ts: the tool server reaches the platform with an own authority among',
    'test/unit/node/network/networks.e2e.test.ts: the relay client reaches the platform with an own authority among',
  ],
  'Windows has no /proc': [
    'test/unit/agents/shell/printing.test.ts: is not denied for the folder of another process',
    'test/unit/agents/commandPaths.test.ts: leads from the links of a process to the folder in which it runs',
    'test/unit/agents/shell/blind.test.ts: is denied when the file that it prints has a secret [R7]',
  ],
};

/** What Wine does not have, besides. */
export const notUnderWine: Skips = {
  'Wine makes no links': [
    'test/unit/node/files/realPath.test.ts: follows links',
    'test/unit/node/files/realPath.test.ts: refuses a link',
    'test/unit/node/files/realPath.test.ts: refuses a folder that is a link',
    'test/unit/node/files/realPath.test.ts: refuses an absent file below a folder that is a link',
    'test/unit/node/files/realPath.test.ts: refuses a file whose folder is replaced by a link',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies a file that is a device',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies a file that is a link',
    'test/unit/node/files/serviceHome.test.ts: refuses a folder that a repository can fill',
    'test/unit/agents/shell/printing.test.ts: is allowed in each of more than 200 everyday forms',
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
    // Without the script, the tests themselves are the parent of the handler, which one of these faults kills.
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies when the shell that waits',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies when the script of the hook',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies when node',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: denies when the home is not known',
    'test/unit/cli/hook/hookFaults.e2e.test.ts: would allow the action without failClosed',
    'test/unit/cli/run/runConsent.e2e.test.ts',
    'test/unit/agents/opencode/plugin.e2e.test.ts',
    'test/unit/agents/opencode/pluginVersion2.e2e.test.ts',
  ],
  'Wine needs more than five minutes for some hundred runs of git': [
    'test/unit/agents/shell/printing.test.ts: is denied in each of more than 300 forms',
  ],
  'the git that stands for git.exe starts no Windows programs': [
    'test/unit/node/process/git.test.ts: does not start ',
    'test/unit/node/process/git.test.ts: does not treat a folder of a clone',
  ],
};
