import { readGateFindings } from '../../core/issues/gateFindings.ts';
import { fixPrompt, readRuleNames } from '../../core/issues/fixPrompt.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import { printableLines } from '../../core/printable.ts';
import { exitCodes, type ExitCode } from '../exitCodes.ts';
import type { ProjectScope } from '../failedCall.ts';
import { withScope } from '../options.ts';
import type { CommandRow, Context } from '../program.ts';
import { projectOf } from '../project/findProject.ts';
import { onPlatform } from '../session.ts';

/** Findings of each condition that are read. One prompt takes fewer. */
const mostFindings = 500;

/** Adds `fix` to the commands of `agents`. */
export const addFix: CommandRow = (agents, run) => {
  withScope(
    agents
      .command('fix')
      .description('Print a prompt that asks an agent to fix what makes the quality gate fail'),
  )
    .requiredOption('--print', 'print the prompt; no agent is started')
    .addHelpText(
      'after',
      '\nThe prompt is for any agent, such as: claude "$(service-cli agents fix --print)". Texts of the platform are quoted in it as data.',
    )
    .action(run((context, options: ScopeOptions) => printFix(context, options)));
};

interface ScopeOptions {
  readonly project?: string;
  readonly branch?: string;
  readonly pullRequest?: string;
}

/** Prints the prompt for the gate as it is now; nothing if it does not fail. */
async function printFix({ session, terminal }: Context, options: ScopeOptions): Promise<ExitCode> {
  const { branch, pullRequest } = options;
  const project = await projectOf(terminal.host.cwd, options.project);
  const scope: ProjectScope = { project, branch, pullRequest };
  const name = pullRequest === undefined ? branch : pullRequestName(pullRequest);
  const { prompt, left } = await onPlatform(
    session,
    ({ api, platform: { organization } }) => {
      const read = async () => {
        const gate = { project, branch: name, organization, newCode: true };
        const { groups, findings } = await readGateFindings(gate, { api, call: {}, limit: mostFindings });
        const ruleNames = await readRuleNames(findings, { api, organization }, {});
        const conditions = groups.flatMap(({ conditions: failing }) => failing);
        return conditions.length === 0
          ? { prompt: undefined, left: 0 }
          : fixPrompt({ conditions, findings, ruleNames });
      };
      return terminal.during('Reading what makes the quality gate fail', read());
    },
    scope,
  );
  if (prompt === undefined) terminal.say('The quality gate does not fail. There is nothing to fix.');
  else terminal.answer({ prompt, left }, () => printableLines(prompt));
  return exitCodes.fine;
}
