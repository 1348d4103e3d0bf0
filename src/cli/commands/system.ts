import { systemStatus } from '../systemStatus.ts';
import type { CommandRow } from '../program.ts';

export const systemCommand: CommandRow = (program, run) => {
  program
    .command('system')
    .description('What is installed and whether it works')
    .command('status')
    .description('State of the login and of every file and hook that service-cli has written')
    .action(run((context) => systemStatus(context)));
};
