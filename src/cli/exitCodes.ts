/** What the shell sees. Fixed: scripts and other people's hooks build on them. */
export const exitCodes = {
  fine: 0,
  failed: 1,
  invalidOptions: 2,
  findings: 51,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** A command that ends with a line for the person and, where there is one, what to do about it. */
export class CliError extends Error {
  override readonly name = 'CliError';
  readonly exitCode: ExitCode;
  readonly remedy: string | undefined;

  constructor(
    message: string,
    {
      exitCode = exitCodes.failed,
      remedy,
      cause,
    }: { exitCode?: ExitCode; remedy?: string | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.exitCode = exitCode;
    this.remedy = remedy;
  }
}

/** Options that contradict each other or hold what they can't: exit 2, as for an unknown option. */
export function invalidOptions(message: string): CliError {
  return new CliError(`invalid options: ${message}`, { exitCode: exitCodes.invalidOptions });
}
