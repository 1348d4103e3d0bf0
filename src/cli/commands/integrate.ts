import { Argument } from 'commander';
import { agents } from '../../agents/agents.ts';
import { integrateGit } from '../integrate/git/integrateGit.ts';
import { integrateAgents } from '../integrate/integrateAgents.ts';
import { integrate, type IntegrateOptions } from '../integrate/integrate.ts';
import { invalidOptions } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';

export const integrateCommand: CommandRow = (program, run) => {
  program
    .command('integrate')
    .description('Install secrets hooks, the tool server and agent features for AI agents and Git')
    .addArgument(new Argument('[agent]').choices([...agents.map(({ id }) => id), 'git']))
    .option('-p, --project <key>', 'install for this project, with this key on the platform')
    .option('-g, --global', 'install for all your projects')
    .option('--system', 'install the secrets hooks for all users of this machine; needs an administrator')
    .option('--all', 'install for every agent, whether it was found or not')
    .option('--non-interactive', 'install everything possible without prompting')
    .option('--remove', 'remove everything that was installed')
    .option('--dry-run', 'show the changes without writing them')
    .action(
      run((context, id: string | undefined, options: IntegrateOptions) => {
        if (id !== undefined && options.all === true)
          throw invalidOptions('an agent and --all cannot be combined');
        if (id === undefined) return integrateAgents(context, options);
        if (id === 'git') return integrateGit(context, options);
        const editor = agents.find((item) => item.id === id);
        if (!editor) throw invalidOptions(`"${id}" is not a known editor`);
        return integrate(context, editor, options);
      }),
    );
};
