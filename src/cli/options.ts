import { type Command, Option } from 'commander';
import { invalidOptions } from './exitCodes.ts';

/** The options of `withScope`. */
export interface ScopeOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
}

/** Adds the options that select a project, and its branch or its pull request. */
export function withScope(command: Command): Command {
  return command
    .option('-p, --project <key>', 'key of the project (default: the project that the folder is bound to)')
    .addOption(
      new Option('-b, --branch <name>', 'branch on the platform (default: the main branch)').conflicts(
        'pullRequest',
      ),
    )
    .option('--pull-request <key>', 'key of the pull request on the platform');
}

/** The options of `integrate`, also for the hooks of git. */
export interface IntegrateOptions {
  readonly project?: string;
  readonly global?: boolean;
  readonly system?: boolean;
  readonly all?: boolean;
  readonly nonInteractive?: boolean;
  readonly remove?: boolean;
  readonly dryRun?: boolean;
  readonly verbose?: boolean;
}

export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** @throws {CliError} when the variable is not set. */
export function secretFrom(env: NodeJS.ProcessEnv, name: string): string {
  const secret = env[name];
  if (!secret) throw invalidOptions(`the variable ${name} that --secret-env names is not set`);
  return secret;
}
