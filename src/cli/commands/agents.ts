import { counted } from '../../core/counted.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { findNode, reExecute } from '../../node/process/newerNode.ts';
import { type V8Flag, withV8Flags } from '../../node/process/v8Flags.ts';
import { describeRule } from '../../secrets/describeRule.ts';
import { type AuditedSecret, auditAgents, verified } from '../audit/auditAgents.ts';
import { hasSqlite } from '../audit/database.ts';
import { isHalfCleared, storedFiles } from '../audit/places.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import { untilInterrupted } from '../interrupted.ts';
import type { CommandRow, Context } from '../program.ts';
import { readGateFindings } from '../../core/issues/gateFindings.ts';
import { fixPrompt, readRuleNames } from '../../core/issues/fixPrompt.ts';
import { pullRequestName } from '../../core/gate/model.ts';
import { printableLines } from '../../core/printable.ts';
import type { ProjectScope } from '../failedCall.ts';
import { type ScopeOptions, withScope } from '../options.ts';
import { projectOf } from '../project/findProject.ts';
import { onPlatform } from '../session.ts';

/** Adds `agents audit`, which finds what agents have already seen, and `agents fix`. */
export const agentsCommand: CommandRow = (program, run) => {
  const agents = program
    .command('agents')
    .description('Look at what AI agents have stored, and hand them what a quality gate wants fixed');
  agents
    .command('audit')
    .description('Find secrets in transcripts of agents, their tool servers and histories of shells')
    .option('--since <time>', 'only what was written in this time: 12h, 30d, 8w')
    .option('--verify', 'ask vendors, after a confirmation, whether they still accept the found tokens')
    .option(
      '--scrub',
      'remove the found secrets, after a confirmation, from transcripts, databases and histories',
    )
    .action(run(audit));
  addFix(agents, run);
};

const hourMs = 60 * 60 * 1_000;
const units: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

interface AuditOptions {
  readonly since?: string;
  readonly verify?: true;
  readonly scrub?: true;
}

/**
 * Flags with which V8 collects garbage sooner, so that the audit of a large database stays below 200 MiB. Without them, Node 24
 * takes 290 MiB with rows of 1 MB and 490 MiB with rows of 8 MB. Later lines of Node may not know the flags.
 */
const smallHeap: readonly V8Flag[] =
  Number.parseInt(process.versions.node) <= 26
    ? [
        ['semi-space-growth-factor', 1, 2],
        ['heap-growing-percent', 50, 0],
      ]
    : [];

async function audit(context: Context, { since, verify, scrub }: AuditOptions): Promise<number> {
  const { terminal } = context;
  if (verify && !terminal.isInteractive)
    throw invalidOptions('--verify requires a terminal, so that a user agrees to what is sent');
  if (scrub && !terminal.isInteractive)
    throw invalidOptions('--scrub requires a terminal, so that a user agrees to what is changed');
  const start = since === undefined ? 0 : Date.now() - durationOf(since);
  const home = homeOf(terminal.host.env);
  const [, script = '', ...args] = process.argv;
  const newer = hasSqlite() ? undefined : findNode(script);
  if (newer !== undefined && storedFiles(home, start).some(({ format }) => format === 'database'))
    return reExecute(newer, script, args);
  const result = await terminal.during(
    'Reading what agents have stored',
    withV8Flags(smallHeap, () => untilInterrupted((stop) => auditAgents(home, start, stop))),
  );
  const { found, stored, read, unread, failed } = result;
  if (result.isInterrupted) {
    const shown = found.map((each) => described(each.shown));
    terminal.items(shown, textOf);
    terminal.say(
      `Interrupted: ${counted(shown.length, 'secret')} in ${read} of ${counted(stored.length, 'file')}.`,
    );
    return exitCodes.interrupted;
  }
  const secrets = verify ? await verified(context, found) : found.map(({ shown }) => shown);
  terminal.items(secrets.map(described), textOf);
  for (const { agent, path, reason } of unread) terminal.warn(`Not read: ${agent}, ${path}: ${reason}`);
  terminal.say(`${counted(secrets.length, 'secret')} in ${counted(stored.length, 'file')}.`);
  const half = stored.filter(isHalfCleared);
  for (const { path } of half)
    terminal.warn(`${path} may have removed secrets in its free pages: run agents audit --scrub again`);
  let code: ExitCode = secrets.length + half.length > 0 ? exitCodes.findings : exitCodes.fine;
  if (scrub && code === exitCodes.findings)
    code = await (await import('../audit/scrubFound.ts')).scrubFound(context, result, home);
  // A file that was not read may hold secrets: such a result must not look complete.
  return failed > 0 && code !== exitCodes.interrupted ? exitCodes.failed : code;
}

const verdicts = {
  live: 'still works: revoke it now',
  refused: 'no longer works',
  unknown: 'not known whether it still works',
};

function durationOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const ms = units[unit];
  if (ms === undefined) throw invalidOptions('--since takes a time such as 12h, 30d or 8w');
  return Number(count) * ms;
}

const described = (secret: AuditedSecret) => ({ ...secret, ...describeRule(secret.rule) });

function textOf(secret: ReturnType<typeof described>): string {
  const { description, link, agent, sessions, first, last, source, verdict, reason } = secret;
  const days =
    first.slice(0, 10) === last.slice(0, 10)
      ? first.slice(0, 10)
      : `${first.slice(0, 10)} to ${last.slice(0, 10)}`;
  const [session = ''] = sessions;
  const more = sessions.length > 1 ? ` and ${sessions.length - 1} more` : '';
  return [
    `${agent}  ${description}  ${days}`,
    `  in ${session}${more}`,
    ...(source === undefined ? [] : [`  from ${source}`]),
    ...(verdict === undefined ? [] : [`  ${verdicts[verdict]}${reason === undefined ? '' : `: ${reason}`}`]),
    ...(link === undefined ? [] : [`  replace it: ${link}`]),
  ].join('\n');
}

/** Findings of each condition that are read. One prompt takes fewer. */
const mostFindings = 500;

const addFix: CommandRow = (agents, run) =>
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
    .action(run(printFix));

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
        const { groups, findings } = await readGateFindings(gate, { api, limit: mostFindings });
        const ruleNames = await readRuleNames(findings, { api, organization });
        const conditions = groups.flatMap(({ conditions: failing }) => failing);
        return conditions.length === 0
          ? { prompt: undefined, left: 0 }
          : fixPrompt(conditions, findings, ruleNames);
      };
      return terminal.during('Reading what makes the quality gate fail', read());
    },
    scope,
  );
  if (prompt === undefined) terminal.say('The quality gate does not fail. There is nothing to fix.');
  else terminal.answer({ prompt, left }, () => printableLines(prompt));
  return exitCodes.fine;
}
