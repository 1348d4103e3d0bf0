import { Argument } from 'commander';
import { agents } from '../../agents/agents.ts';
import { integrateGit } from '../integrate/git/integrateGit.ts';
import { integrate, type IntegrateOptions } from '../integrate/integrate.ts';
import { invalidOptions } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';

export const integrateCommand: CommandRow = (program, run) => {
  program
    .command('integrate')
    .description('Install secrets hooks, the tool server and agent features in an AI code editor')
    .addArgument(new Argument('<editor>').choices([...agents.map(({ id }) => id), 'git']))
    .option('-p, --project <key>', 'install for this project, with this key on the platform')
    .option('-g, --global', 'install for all your projects')
    .option('--non-interactive', 'install everything possible without prompting')
    .option('--remove', 'remove everything that was installed')
    .option('--dry-run', 'show the changes without writing them')
    .action(
      run((context, id: string, options: IntegrateOptions) => {
        if (id === 'git') return integrateGit(context, options);
        const editor = agents.find((item) => item.id === id);
        if (!editor) throw invalidOptions(`"${id}" is not a known editor`);
        return integrate(context, editor, options);
      }),
    );
};
