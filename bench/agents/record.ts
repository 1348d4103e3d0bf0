/**
 * `node bench/agents/record.ts`: writes to SESSION.md what Codex CLI, `run --with` and `agents audit --scrub` show on the
 * project with ten secrets.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installAgent } from '../../scripts/agents/install.ts';
import { agentsCommand } from '../../src/cli/commands/agents.ts';
import { realAgents } from '../../test/realAgents/realAgents.ts';
import { startScriptedModel } from '../../test/realAgents/scriptedModel.ts';
import { storeOutputs } from '../../test/support/agentStores.ts';
import { builtCli } from '../../test/support/builtCli.ts';
import { answering, runCli } from '../../test/support/cliRun.ts';
import { withIntegrateFixture } from '../../test/support/integrateFixture.ts';
import { githubToken } from '../../test/support/madeSecrets.ts';
import { secrets, writeProject } from './project.ts';
import { start } from './sessions.ts';

const commands = [
  'git status --short',
  'cat .env',
  'cat src/basket.js',
  'node build.js',
  'cat src/legacy.js',
];
const prompt = 'Please run the build and look at what it prints.';
const shownLines = 14;

/** Returns the first lines of an output as a block of the page. */
function block(text: string, most = shownLines): string {
  const lines = text.trimEnd().split('\n');
  const rest = lines.length - most;
  const shown = rest > 1 ? [...lines.slice(0, most), `… ${rest} more lines`] : lines;
  return `\`\`\`text\n${shown.join('\n')}\n\`\`\``;
}

function writeBelow(home: string, path: string, text: string): string {
  const file = join(home, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** Writes what the other agents, a tool server and a shell would have stored, with a made-up token each. Returns the tokens. */
const storeTokens = (home: string): readonly string[] =>
  Object.entries(storeOutputs)
    .filter(([agent]) => agent !== 'codex')
    .map(([, store], index) => {
      const token = githubToken(index);
      store((path, content) => writeBelow(home, path, content), [`GITHUB_TOKEN=${token}`]);
      return token;
    });

/** Returns the output in a result of a tool, from its JSON. */
function outputIn(result: string): string {
  const [, text = ''] = /"output":("(?:[^"\\]|\\.)*")/.exec(result) ?? [];
  return JSON.parse(text) as string;
}

const [codex] = realAgents;
if (!codex) throw new Error('Codex CLI is not in the list');
const program = await installAgent(codex.package, console.error);
if (program === undefined) throw new Error('Codex CLI cannot run here');
const bundles = await builtCli();
await withIntegrateFixture(async (fixture) => {
  const { home } = fixture;
  const folder = join(home, 'work');
  writeProject(folder);
  const results: string[] = [];
  const model = await startScriptedModel((request, count) => {
    if (count > results.length) results.push(outputIn(model.lastResultIn(request)));
    const command = commands[count];
    return command === undefined || !request.includes('"tools"') ? undefined : codex.command(command);
  }, codex.modelInterface);
  try {
    for (const [path, text] of Object.entries(codex.settings(model.url))) writeBelow(home, path, text);
    const { exitCode, stderr } = await fixture.run('integrate codex --global --non-interactive');
    if (exitCode !== 0) throw new Error(stderr);
    const env = { ...fixture.env, ...codex.env(model.url) };
    await start(program, codex.args(prompt), { cwd: folder, env });
  } finally {
    await model.stop();
  }
  const script = 'console.log("Signing in with", process.env.GITHUB_TOKEN)';
  const run = ['run', '--with', 'GITHUB_TOKEN', '--', 'node', '-e', script];
  const printed = execFileSync(process.execPath, [join(bundles, 'commands.js'), ...run], {
    cwd: folder,
    env: { ...fixture.env, PATH: process.env.PATH },
    encoding: 'utf8',
  });
  const tokens = storeTokens(home);
  const audit = await runCli(['agents', 'audit', '--scrub'], {
    rows: [agentsCommand],
    cwd: folder,
    env: fixture.env,
    text: true,
    prompts: answering({ agree: () => Promise.resolve(true) }),
  });
  const said = audit.stderr
    .split('\n')
    .map((line) => stripVTControlCharacters(line.split('\u001B[K').at(-1) ?? ''));
  const page = [
    '# A recorded session',
    'Written by `node bench/agents/record.ts`, which ran all of it: an agent with a scripted model on the project of [RESULTS.md](RESULTS.md), then two commands of a user. Long outputs are cut.',
    `## ${codex.title} ${codex.package.version}`,
    `The prompt: *${prompt}* Below each command is what the model received.`,
    ...commands.flatMap((command, index) => [`\`${command}\``, block(results[index] ?? '')]),
    '## A program with a secret',
    `\`service-cli run --with GITHUB_TOKEN -- node -e '${script}'\``,
    block(printed),
    '## What agents had stored',
    'Codex CLI has stored its session. The transcripts of other agents, a tool server and a history of a shell were written with a made-up token each. `service-cli agents audit --scrub`, and the answer yes:',
    block(audit.stdout, Infinity),
    block(said.join('\n')),
  ].join('\n\n');
  const shown = page.replaceAll(home, '~').replaceAll(process.execPath, 'node');
  if ([...secrets, ...tokens].some((secret) => shown.includes(secret)))
    throw new Error('A secret would be shown');
  writeFileSync(join(import.meta.dirname, 'SESSION.md'), `${shown}\n`);
});
