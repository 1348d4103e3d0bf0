import { resolve } from 'node:path';
import type { CommandRow, Context } from '../program.ts';
import { printable } from '../../core/printable.ts';
import { givePolicyConsent, withdrawPolicyConsent } from '../../node/credentials/changePolicyConsents.ts';
import { policyIdentity } from '../../node/credentials/policyConsents.ts';
import { CliError, type ExitCode, exitCodes } from '../exitCodes.ts';
import { allowFinding } from '../analyze/allowFinding.ts';
import {
  baselineSize,
  describePolicy,
  findPolicy,
  misspelledFields,
  type ProjectPolicy,
} from '../analyze/projectPolicy.ts';
import { realFile } from '../../node/files/realPath.ts';

/** Adds `policy show`, `trust`, `allow` and `revoke`. `trust` and `allow` require a terminal, because a user must give the consent. */
export const policyCommand: CommandRow = (program, run) => {
  const policy = program
    .command('policy')
    .description('Manage trust in the .service/secrets.json of a project, which can allow secrets');
  policy
    .command('show')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and whether it is applied')
    .action(run(showPolicy));
  policy
    .command('trust')
    .argument('[folder]', 'folder of the project', '.')
    .description('Show what the policy allows and ask whether to apply it; requires a terminal')
    .action(run(trustPolicy));
  policy
    .command('allow')
    .argument('<file:line>', 'the line with the value')
    .description(
      'Allow the value that is taken for a secret in one file, after a question; requires a terminal',
    )
    .action(run(allowFinding));
  policy
    .command('revoke')
    .argument('[folder]', 'folder of the project', '.')
    .description('Stop applying the policy')
    .action(run(revokePolicy));
};

type Policy = ProjectPolicy & { readonly bytes: Buffer };

function showPolicy(context: Context, folder: string): Promise<ExitCode> {
  const policy = policyOf(context, folder);
  context.terminal.answer(summaryOf(policy), () => [...describePolicy(policy), statusOf(policy)].join('\n'));
  return Promise.resolve(exitCodes.fine);
}

/** Asks the user whether a policy may apply: an agent must not agree to what it may have written itself. */
async function trustPolicy(context: Context, folder: string): Promise<ExitCode> {
  const { terminal, prompts, session } = context;
  const policy = policyOf(context, folder);
  if (policy.distrust === 'foreign') throw new CliError(statusOf(policy));
  if (policy.distrust === 'noConsent') {
    if (!terminal.isInteractive)
      throw new CliError('Trusting a policy requires a terminal, so that a user makes the decision.', {
        fix: 'In a build, pass --trust-policy to: service-cli analyze secrets',
      });
    for (const line of describePolicy(policy)) terminal.say(line);
    if (!(await prompts.agree('Apply it on this machine?'))) {
      terminal.say('The policy is not applied.');
      return exitCodes.failed;
    }
    const at = new Date().toISOString();
    await givePolicyConsent(session.home, policyIdentity(policy.folder, policy.bytes), at);
  }
  const trusted = { ...policy, distrust: undefined };
  terminal.answer(summaryOf(trusted), () => statusOf(trusted));
  return exitCodes.fine;
}

/** Withdraws the user's consent; also for a policy that was changed or deleted since. */
async function revokePolicy(context: Context, folder: string): Promise<ExitCode> {
  const { terminal, session } = context;
  const policy = findPolicyOf(context, folder);
  await withdrawPolicyConsent(session.home, policy.folder);
  terminal.answer(
    { folder: policy.folder, counts: false },
    () => `No policy of ${policy.folder} is applied.`,
  );
  return exitCodes.fine;
}

function findPolicyOf({ terminal, session }: Context, folder: string): ProjectPolicy {
  const start = realFile(resolve(terminal.host.cwd, folder));
  if (start === undefined) throw new CliError(`The folder ${folder} does not exist.`);
  return findPolicy(start, session.home);
}

function policyOf(context: Context, folder: string): Policy {
  const policy = findPolicyOf(context, folder);
  const { bytes } = policy;
  if (bytes === undefined)
    throw new CliError(`${policy.folder} has no policy: ${policy.file} does not exist.`);
  for (const problem of misspelledFields(policy)) context.terminal.warn(problem);
  return { ...policy, bytes };
}

function summaryOf({ file, folder, distrust, stated: { document } }: Policy): unknown {
  const { allowPaths, allowValues, baseline } = document;
  return {
    file,
    folder,
    counts: distrust === undefined,
    ...(distrust && { reason: distrust }),
    allowPaths,
    allowValues: allowValues.length,
    baseline: baselineSize(baseline),
  };
}

function statusOf({ distrust, folder }: Policy): string {
  if (distrust === undefined) return 'It is applied on this machine until it changes.';
  if (distrust === 'noConsent') return 'It is not applied: you have not agreed to it.';
  return `It is not applied: other users can write in ${printable(folder)} or own the file.`;
}
