import { realpath } from 'node:fs/promises';
import type { AgentLayout } from '../../agents/agent.ts';
import { agents } from '../../agents/agents.ts';
import { readState } from '../../node/credentials/cliState.ts';
import { gitRoot } from '../../node/process/repository.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { discoverProject } from './discovery.ts';
import { findAgents } from './findAgents.ts';
import { integrateGit } from './git/integrateGit.ts';
import {
  asksQuestions,
  chooseScope,
  integrate,
  type IntegrateOptions,
  integrateSeveral,
} from './integrate.ts';

/** The agents of a run, and whether it includes the hooks of git. */
interface Choice {
  readonly editors: readonly AgentLayout[];
  readonly git: boolean;
}

/**
 * Runs `integrate` without the name of an agent: offers the agents that were found, or takes all with `--all`.
 *
 * @throws {CliError} exit code 2 where it may not ask and `--all` is absent.
 */
export async function integrateAgents(context: Context, options: IntegrateOptions): Promise<ExitCode> {
  const isInteractive = asksQuestions(context, options);
  const { editors, git } = await choose(context, options, isInteractive);
  const [editor, ...more] = editors;
  if (editor && more.length === 0 && !git) return integrate(context, editor, options);
  const scope = await chooseScope(context, options, isInteractive);
  const several = { editors, scope, options: { ...options, nonInteractive: true } };
  const exitCode = editor ? await integrateSeveral(context, several) : exitCodes.fine;
  if (!git || scope === 'system') return exitCode;
  const gitCode = await integrateGit(context, { ...several.options, global: scope === 'global' });
  return exitCode === exitCodes.fine ? gitCode : exitCode;
}

async function choose(context: Context, options: IntegrateOptions, isInteractive: boolean): Promise<Choice> {
  const { session, terminal, prompts } = context;
  const cwd = await realpath(terminal.host.cwd);
  const git = options.system !== true && (await gitRoot(cwd)) !== undefined;
  if (options.all === true) return { editors: agents, git };
  const { root } = await discoverProject(session, cwd);
  const found =
    options.remove === true
      ? await installedAgents(context)
      : findAgents({ env: terminal.host.env, project: root });
  if (!isInteractive) throw invalidOptions(`name an agent, or add --all${wordsOf(found)}`);
  const what = options.remove === true ? 'Remove the integration of' : 'Integrate';
  const picked = await prompts.select(`${what} which agent?`, [
    ...(found.length > 1 ? [{ value: 'found', name: found.map(({ title }) => title).join(', ') }] : []),
    ...found.map(({ id, title }) => ({ value: id, name: title })),
    ...(git ? [{ value: 'git', name: 'Git hooks of this repository' }] : []),
    { value: 'all', name: 'All that integrate knows' },
  ]);
  if (picked === 'all') return { editors: agents, git };
  if (picked === 'found') return { editors: found, git: false };
  return { editors: found.filter(({ id }) => id === picked), git: picked === 'git' };
}

function wordsOf(found: readonly AgentLayout[]): string {
  return found.length === 0 ? '' : `; found: ${found.map(({ id }) => id).join(', ')}`;
}

/** Returns the agents with an installation anywhere, as the record says. */
async function installedAgents({ session }: Context): Promise<AgentLayout[]> {
  const { state } = await readState(session.home.state);
  const ids = new Set((state.integrations?.installed ?? []).map(({ integration }) => integration));
  return agents.filter(({ id }) => ids.has(id));
}
