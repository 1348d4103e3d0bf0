import { revokePolicy, showPolicy, trustPolicy } from '../analyze/policyTrust.ts';
import type { CommandRow } from '../program.ts';

export const policyCommand: CommandRow = (program, run) => {
  const policy = program
    .command('policy')
    .description('Manage trust in the .service/secrets.json of a project, which can allow secrets');
  policy
    .command('show')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and whether it is applied')
    .action(run((context, folder: string) => showPolicy(context, folder)));
  policy
    .command('trust')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and ask whether to apply it; requires a terminal')
    .action(run((context, folder: string) => trustPolicy(context, folder)));
  policy
    .command('revoke')
    .argument('[folder]', 'folder of the project', '.')
    .description('Stop applying the policy')
    .action(run((context, folder: string) => revokePolicy(context, folder)));
};
