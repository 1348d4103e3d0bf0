/** The exit codes of all commands. They must not change: scripts and hooks of other projects depend on them. */
export const exitCodes = {
  fine: 0,
  failed: 1,
  invalidOptions: 2,
  findings: 51,
  failedGate: 52,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  readonly fix: string | undefined;

  constructor(
    message: string,
    {
      exitCode = exitCodes.failed,
      fix,
      cause,
    }: { exitCode?: ExitCode; fix?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.fix = fix;
  }
}

/** Returns the error for contradictory options or an invalid value: exit code 2, as for an unknown option. */
export function invalidOptions(message: string): CliError {
  return new CliError(`invalid options: ${message}`, { exitCode: exitCodes.invalidOptions });
}
