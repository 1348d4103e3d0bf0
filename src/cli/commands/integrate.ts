import { Argument } from 'commander';
import { agents } from '../../agents/agents.ts';
import { integrate, type IntegrateOptions } from '../integrate/integrate.ts';
import { invalidOptions } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';

export const integrateCommand: CommandRow = (program, run) => {
  program
    .command('integrate')
    .description('Install secrets hooks, tool server and agent features into an AI code editor')
    .addArgument(new Argument('<editor>').choices(agents.map(({ id }) => id)))
    .option('-p, --project <key>', 'install for this project, under this key of the platform')
    .option('-g, --global', 'install for all projects of yours')
    .option('--non-interactive', 'ask nothing and install everything that can be')
    .option('--remove', 'take everything out again')
    .option('--dry-run', 'show what would change and write nothing')
    .action(
      run((context, id: string, options: IntegrateOptions) => {
        const editor = agents.find((item) => item.id === id);
        if (!editor) throw invalidOptions(`"${id}" is no editor that is known`);
        return integrate(context, editor, options);
      }),
    );
};
