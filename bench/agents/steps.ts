import { randomText } from '../../test/support/madeSecrets.ts';
import type { RealAgent } from '../../test/realAgents/realAgents.ts';
import type { ToolCall } from '../../test/realAgents/scriptedModel.ts';

export const channels = ['prompt', 'read', 'command', 'search', 'MCP', 'output'] as const;
export type Channel = (typeof channels)[number];

/** A call of a tool that the scripted model makes. */
export interface Step {
  readonly channel: Channel;
  /** Whether it is everyday work that shows no secret: a denial of it is a mistake. */
  readonly isOrdinary: boolean;
  readonly call: ToolCall;
}

export interface SessionPlan {
  readonly prompt: string;
  readonly hasSecretInPrompt: boolean;
  readonly steps: readonly Step[];
}

/** The tools of an agent that are no command lines; an agent without one reads and searches by commands. */
export interface OtherTools {
  readonly read?: (path: string) => ToolCall;
  readonly search?: (pattern: string, folder: string) => ToolCall;
  readonly note: (name: string) => ToolCall;
}

export const ordinaryCommands: readonly string[] = [
  'ls -la',
  'git status --short',
  'git log --oneline -5',
  'git diff',
  'node --test',
  'npm test --silent',
  'cat src/basket.js',
  'cat package.json README.md',
  'sed -n 1,40p docs/todo.md',
  'head -20 README.md',
  'grep -rn TODO docs',
  "find . -name '*.js' -not -path './node_modules/*'",
  'wc -l src/*.js test/*.js',
  'node -e "console.log(require(\'./src/basket.js\').total([{ price: 2 }]))"',
  'mkdir -p tmp && touch tmp/a && rm -r tmp',
  'npm pkg get name',
  'git branch --show-current',
  'echo "- TODO: ship" >> docs/todo.md && git diff --stat && git checkout -q docs',
  'du -sh .',
  'node --version && npm --version',
];
export const showingCommands: readonly string[] = [
  'cat .env',
  'cat config/settings.py',
  'grep -rn TOKEN .',
  'f=.env; cat $f.local',
  'git show HEAD:docker-compose.yml',
  'cat src/*.js',
  'tail -5 scripts/release.sh deploy/*',
];
export const ordinaryFiles = ['README.md', 'src/basket.js', 'package.json', 'test/basket.test.js'];
export const showingFiles = ['.env', 'config/settings.py', 'docker-compose.yml', 'src/legacy.js', '.npmrc'];

/** Returns the plan of a session, which depends on its number alone. */
export function planOf(
  agent: RealAgent,
  tools: OtherTools,
  folder: string,
  number: number,
  secret: string,
): SessionPlan {
  let seed = 0;
  const pick = <T>(all: readonly T[]): T => {
    const text = randomText(2, number * 100 + seed++);
    return all[(text.charCodeAt(0) * 128 + text.charCodeAt(1)) % all.length] as T;
  };
  const command = (channel: Channel, isOrdinary: boolean, text: string): Step => ({
    channel,
    isOrdinary,
    call: agent.command(text),
  });
  const steps = [0, 1, 2, 3].map(() => command('command', true, pick(ordinaryCommands)));
  steps.push(
    command('command', false, pick(showingCommands)),
    command('output', false, `${process.execPath} build.js`),
  );
  const { read, search, note } = tools;
  if (read)
    for (const [isOrdinary, files] of [
      [true, ordinaryFiles],
      [false, showingFiles],
    ] as const)
      steps.push({ channel: 'read', isOrdinary, call: read(`${folder}/${pick(files)}`) });
  if (search)
    steps.push(
      { channel: 'search', isOrdinary: true, call: search('TODO', `${folder}/docs`) },
      { channel: 'search', isOrdinary: false, call: search('token|KEY', folder) },
    );
  for (const [isOrdinary, files] of [
    [true, ordinaryFiles],
    [false, showingFiles],
  ] as const)
    steps.push({ channel: 'MCP', isOrdinary, call: note(pick(files)) });
  const hasSecretInPrompt = number % 10 === 9;
  return {
    prompt: hasSecretInPrompt
      ? `Use ${secret} to call the service.`
      : `Please work on task ${number} of the list.`,
    hasSecretInPrompt,
    steps,
  };
}
