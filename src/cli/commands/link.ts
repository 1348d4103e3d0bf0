import { link, type LinkOptions } from '../project/link.ts';
import type { CommandRow } from '../program.ts';

export const linkCommand: CommandRow = (program, run) => {
  program
    .command('link')
    .description('Write the file that binds this folder to a project, for everyone who opens the repository')
    .requiredOption('-p, --project <key>', 'key of the project')
    .option('--dry-run', 'show the file without writing it')
    .option('--yes', 'replace another binding without prompting')
    .action(run((context, options: LinkOptions) => link(context, options)));
};
