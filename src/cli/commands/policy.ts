import { revokePolicy, showPolicy, trustPolicy } from '../analyze/policyTrust.ts';
import type { CommandRow } from '../program.ts';

export const policyCommand: CommandRow = (program, run) => {
  const policy = program
    .command('policy')
    .description(
      "Decide whether a project's .service/secrets.json may allow what agents would else not read",
    );
  policy
    .command('show')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and whether it counts')
    .action(run((context, folder: string) => showPolicy(context, folder)));
  policy
    .command('trust')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and ask whether it may count; needs a terminal')
    .action(run((context, folder: string) => trustPolicy(context, folder)));
  policy
    .command('revoke')
    .argument('[folder]', 'folder of the project', '.')
    .description('Have the policy count no longer')
    .action(run((context, folder: string) => revokePolicy(context, folder)));
};
