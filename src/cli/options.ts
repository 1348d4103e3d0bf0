import { type Command, Option } from 'commander';

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

/** Collects the values of a repeatable option. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}
