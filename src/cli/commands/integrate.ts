import { Argument } from 'commander';
import { realpath } from 'node:fs/promises';
import { agents } from '../../agents/agents.ts';
import { integrateGit } from '../integrate/git/integrateGit.ts';
import { integrate, mayAsk, chooseScope, integrateSeveral } from '../integrate/integrate.ts';
import { invalidOptions, type ExitCode, exitCodes } from '../exitCodes.ts';
import type { IntegrateOptions } from '../options.ts';
import type { CommandRow, Context } from '../program.ts';
import type { AgentLayout } from '../../agents/agent.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { gitRoot } from '../../node/process/repository.ts';
import { discoverProject, findAgents } from '../integrate/discovery.ts';

/** Adds `integrate`. Without an agent it offers those that it finds on the machine. */
export const integrateCommand: CommandRow = (program, run) =>
  program
    .command('integrate')
    .description('Install secrets hooks, the tool server and agent features for AI agents and Git')
    .addArgument(
      new Argument('[agents...]', 'agents to set up; without one, you select them').choices([
        ...agents.map(({ id }) => id),
        'git',
      ]),
    )
    .option('-p, --project <key>', 'install for this project, with this key on the platform')
    .option('-g, --global', 'install for all your projects')
    .option('--system', 'install the secrets hooks for all users of this machine; needs an administrator')
    .option('--all', 'install for every agent, whether it was found or not')
    .option('--non-interactive', 'install everything possible without prompting')
    .option('--remove', 'remove everything that was installed')
    .option('--dry-run', 'show the changes without writing them; needs no login')
    .option('--verbose', 'name each step and each file')
    .action(
      run((context, ids: readonly string[], options: IntegrateOptions) => {
        if (ids.length > 0 && options.all === true)
          throw invalidOptions('an agent and --all cannot be combined');
        return ids.length === 1 && ids[0] === 'git'
          ? integrateGit(context, options)
          : integrateAgents(context, ids, options);
      }),
    );

interface AgentChoice {
  readonly editors: readonly AgentLayout[];
  readonly git: boolean;
}

/**
 * Runs `integrate` for the named agents. Without a name the user checks agents in a menu, in which those that were found
 * are checked already, or takes all with `--all`. For several agents it asks for the scope only.
 */
async function integrateAgents(
  context: Context,
  ids: readonly string[],
  options: IntegrateOptions,
): Promise<ExitCode> {
  const isInteractive = mayAsk(context, options);
  const { editors, git } = ids.length > 0 ? named(ids) : await choose(context, options, isInteractive);
  const [editor, ...more] = editors;
  if (editor && more.length === 0 && !git) return integrate(context, editor, options);
  const scope = await chooseScope(context, options, isInteractive);
  const exitCode = editor
    ? await integrateSeveral(context, editors, { scope, options, isInteractive })
    : exitCodes.fine;
  if (!git || scope === 'system') return exitCode;
  const gitCode = await integrateGit(context, { ...options, global: scope === 'global' });
  return exitCode === exitCodes.fine ? gitCode : exitCode;
}

async function choose(
  context: Context,
  options: IntegrateOptions,
  isInteractive: boolean,
): Promise<AgentChoice> {
  const { session, terminal, prompts } = context;
  const cwd = await realpath(terminal.host.cwd);
  const git = options.system !== true && (await gitRoot(cwd)) !== undefined;
  if (options.all === true) return { editors: agents, git };
  const { root } = await discoverProject(session, cwd);
  const found =
    options.remove === true ? await installedAgents(context) : findAgents(terminal.host.env, root);
  if (!isInteractive) {
    // In a terminal, the user expects the menu.
    const asked = terminal.isInteractive && options.nonInteractive !== true && options.dryRun !== true;
    const why = asked ? '; there is no menu while SERVICE_TOKEN is set' : '';
    const ids = found.length === 0 ? '' : `; found: ${found.map(({ id }) => id).join(', ')}`;
    throw invalidOptions(`name an agent, or add --all${ids}${why}`);
  }
  const isRemoval = options.remove === true;
  const others = isRemoval ? [] : agents.filter((agent) => !found.includes(agent));
  const choices = [
    ...found.map(({ id, title }) => ({ value: id, name: title, checked: !isRemoval })),
    ...(git ? [{ value: 'git', name: 'Git hooks of this repository', checked: false }] : []),
    ...others.map(({ id, title }) => ({ value: id, name: `${title} (not found)`, checked: false })),
  ];
  if (choices.length === 0) return { editors: agents, git };
  const what = isRemoval ? 'Remove the integration of' : 'Integrate';
  return named(await prompts.selectSeveral(`${what} which agents?`, choices));
}

function named(ids: readonly string[]): AgentChoice {
  return { editors: agents.filter(({ id }) => ids.includes(id)), git: ids.includes('git') };
}

async function installedAgents({ session }: Context): Promise<AgentLayout[]> {
  const { state } = await readState(session.home.state);
  const ids = new Set((state.integrations?.installed ?? []).map(({ integration }) => integration));
  return agents.filter(({ id }) => ids.has(id));
}
