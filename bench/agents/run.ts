/**
 * `npm run bench:agents [-- --sessions N] [--minutes N] [--agent ID]`: real agents with a scripted model work on a project with ten
 * secrets, with and without the hooks. Writes the table of what the model received to bench/agents/RESULTS.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installAgent } from '../../scripts/agents/install.ts';
import { type RealAgent, realAgents } from '../../test/realAgents/realAgents.ts';
import { fakeAgents } from '../../test/fakeAgents/fakeAgents.ts';
import { json } from '../../test/realAgents/scriptedModel.ts';
import { agents } from '../../src/agents/agents.ts';
import { askStandIn } from './standIns.ts';
import { type Counts, medianOf, runSessions } from './sessions.ts';
import { channels, type OtherTools } from './steps.ts';

const { values } = parseArgs({
  options: {
    sessions: { type: 'string', default: '70' },
    minutes: { type: 'string', default: '60' },
    agent: { type: 'string' },
  },
});

const serverName = 'notes';
type Server = readonly string[];

/** What the table needs of each agent besides the tests of real agents. */
const others: Readonly<
  Record<
    string,
    {
      readonly tools: OtherTools;
      readonly addServer: (settings: string, server: Server, folder: string) => string;
    }
  >
> = {
  codex: {
    tools: { note: (name) => ({ name: 'read_note', namespace: `mcp__${serverName}`, input: { name } }) },
    addServer: (settings, [command, ...args], folder) =>
      `${settings}\n[mcp_servers.${serverName}]\ncommand = ${json(command)}\nargs = ${json(args)}\nenv = { NOTES_FOLDER = ${json(folder)} }\n`,
  },
  gemini: {
    tools: {
      read: (path) => ({ name: 'read_file', input: { file_path: path } }),
      search: (pattern, folder) => ({ name: 'grep_search', input: { pattern, dir_path: folder } }),
      note: (name) => ({ name: `mcp_${serverName}_read_note`, input: { name } }),
    },
    addServer: (settings, [command, ...args], folder) =>
      json({
        ...(JSON.parse(settings) as object),
        mcpServers: { [serverName]: { command, args, env: { NOTES_FOLDER: folder }, trust: true } },
      }),
  },
  opencode: {
    tools: {
      read: (path) => ({ name: 'read', input: { filePath: path } }),
      search: (pattern, folder) => ({ name: 'grep', input: { pattern, path: folder } }),
      note: (name) => ({ name: `${serverName}_read_note`, input: { name } }),
    },
    addServer: (settings, command, folder) =>
      json({
        ...(JSON.parse(settings) as object),
        // Otherwise a question about `.env` files, to which the agent has no answer here, ends the session.
        permission: 'allow',
        mcp: { [serverName]: { type: 'local', command, environment: { NOTES_FOLDER: folder } } },
      }),
  },
};

const sessions = Number(values.sessions);
const resultsFile = join(import.meta.dirname, 'RESULTS.md');
const head = [
  'agent',
  'hooks',
  'way',
  'asked',
  'leaks',
  'denied',
  'masked',
  'lost lines',
  'ms',
  'ordinary work denied',
];

const intro = `# Results of \`npm run bench:agents\`

Agents work on a project with ten secrets, for a scripted model that records all it receives. *Leaks* are values that it received by that way first. *Ordinary work denied* counts calls
that show no secret. *ms* is the time from a call until the model has its result, with the work of the tool; other programs ran on the machine. A stand-in asks the installed hooks what the
vendor's documentation says that the agent asks. After a denied read, Gemini CLI itself refuses the file, which is in its ignore file then; that counts neither as denied nor as a leak.
OpenCode 2 was not run: npm has version 1 only. No hooks of another maker are beside ours: those of ggshield 1.56.1 ask a server of the maker, and without it they let \`cat .env\` and the
read of \`.env\` pass with a warning that nothing was scanned (asked by hand).
`;

function rowsOf(agent: string, hooks: string, counts: Counts): string[][] {
  return channels.map((channel) => {
    const count = counts[channel];
    const { asked, ordinary, leaks, denied, wronglyDenied, masked, lostLines } = count;
    const named = [agent, hooks, channel];
    if (asked === 0) return [...named, ...head.slice(named.length).map(() => '–')];
    const lost = channel === 'output' ? lostLines : '–';
    const ms = count.times.length === 0 ? '–' : medianOf(count).toFixed(0);
    return [
      ...named,
      ...[asked, leaks, denied, masked, lost, ms].map(String),
      `${wronglyDenied} of ${ordinary}`,
    ];
  });
}

async function runBoth(agent: RealAgent): Promise<void> {
  const own = others[agent.id];
  const program = await installAgent(agent.package, console.error);
  if (!own || program === undefined) throw new Error(`${agent.title} cannot run here`);
  const title = `${agent.title} ${agent.package.version}`;
  const withServer = (settings: Readonly<Record<string, string>>, server: Server, folder: string) =>
    Object.fromEntries(
      Object.entries(settings).map(([path, text]) => [path, own.addServer(text, server, folder)]),
    );
  const rows: string[][] = [];
  for (const hasHooks of [true, false]) {
    console.error(`${title}, ${hasHooks ? 'with' : 'without'} hooks …`);
    // Without hooks, fewer sessions show what would reach the model.
    const count = hasHooks ? sessions : Math.min(sessions, 5);
    const benched = { agent, program, tools: own.tools, withServer };
    const limit = { sessions: count, minutes: Number(values.minutes), hasHooks };
    const { counts, done, unfinished } = await runSessions(benched, limit);
    const early = unfinished === 0 ? '' : ` (${unfinished} ended early)`;
    rows.push(...rowsOf(title, `${hasHooks ? 'yes' : 'no'}, ${done} sessions${early}`, counts));
  }
  save(title, rows);
}

/** Writes the rows of an agent in the place of those of its last run. */
function save(title: string, rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const before = existsSync(resultsFile) ? readFileSync(resultsFile, 'utf8').split('\n') : [];
  const others = before.filter((text) => text.startsWith('| ') && !text.startsWith(`| ${title} `)).slice(2);
  const lines = [line(head), line(head.map(() => '---')), ...others, ...rows.map(line)];
  writeFileSync(resultsFile, `${intro}\n${lines.join('\n')}\n`);
  console.log(lines.join('\n'));
}

for (const agent of realAgents)
  if (values.agent === undefined || values.agent === agent.id) await runBoth(agent);
const real = realAgents.map(({ id }) => id);
for (const agent of fakeAgents)
  if (!real.includes(agent.id) && (values.agent === undefined || values.agent === 'stand-ins')) {
    const title = `${agents.find(({ id }) => id === agent.id)?.title ?? agent.id} (stand-in)`;
    save(title, rowsOf(title, 'yes', await askStandIn(agent)));
  }
