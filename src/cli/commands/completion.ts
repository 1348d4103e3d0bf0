import { Argument, type Command } from 'commander';
import { completionScript, shells, type Shell, completionTree } from '../completion/scripts.ts';
import { exitCodes } from '../exitCodes.ts';
import type { CommandRow } from '../program.ts';

export const completionCommand: CommandRow = (program, run) => {
  program
    .command('completion')
    .description('Print the completion script for a shell, to load in its startup file')
    .addArgument(new Argument('<shell>').choices(shells))
    .action(
      run(({ terminal }, shell: Shell, _options: unknown, command: Command) => {
        const root = command.parent ?? command;
        const script = completionScript(shell, completionTree(root));
        terminal.answer({ shell, script }, () => script.trimEnd());
        return Promise.resolve(exitCodes.fine);
      }),
    );
};
