import { counted } from '../../core/counted.ts';
import { homeOf } from '../../node/files/serviceHome.ts';
import { describeRule } from '../../secrets/describeRule.ts';
import { auditAgents, type AuditedSecret } from '../audit/auditAgents.ts';
import { type ExitCode, exitCodes, invalidOptions } from '../exitCodes.ts';
import type { CommandRow, Context } from '../program.ts';
import { addFix } from './agentsFix.ts';

/** Adds `agents audit`, which finds what agents have already seen, and `agents fix`. */
export const agentsCommand: CommandRow = (program, run) => {
  const agents = program
    .command('agents')
    .description('Look at what AI agents have stored, and hand them what a quality gate wants fixed');
  agents
    .command('audit')
    .description('Find secrets in transcripts of agents, their tool servers and histories of shells')
    .option('--since <time>', 'only what was written in this time: 12h, 30d, 8w')
    .action(run((context, options: { readonly since?: string }) => audit(context, options.since)));
  addFix(agents, run);
};

const hourMs = 60 * 60 * 1_000;
const units: Readonly<Record<string, number>> = { h: hourMs, d: 24 * hourMs, w: 7 * 24 * hourMs };

async function audit({ terminal }: Context, since: string | undefined): Promise<ExitCode> {
  const start = since === undefined ? 0 : Date.now() - durationOf(since);
  const { secrets, files, unread, failed } = await terminal.during(
    'Reading what agents have stored',
    auditAgents({ home: homeOf(terminal.host.env), since: start }),
  );
  terminal.items(secrets, textOf);
  for (const { agent, path, reason } of unread) terminal.warn(`Not read: ${agent}, ${path}: ${reason}`);
  terminal.say(`${counted(secrets.length, 'secret')} in ${counted(files, 'file')}.`);
  if (secrets.length > 0) return exitCodes.findings;
  // A file that was not read may hold secrets: such a result must not look clean.
  return failed > 0 ? exitCodes.failed : exitCodes.fine;
}

function durationOf(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,5})([hdw])$/.exec(text) ?? [];
  const ms = units[unit];
  if (ms === undefined) throw invalidOptions('--since takes a time such as 12h, 30d or 8w');
  return Number(count) * ms;
}

function textOf({ rule, agent, sessions, first, last, source }: AuditedSecret): string {
  const { description, link } = describeRule(rule);
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
    ...(link === undefined ? [] : [`  replace it: ${link}`]),
  ].join('\n');
}
