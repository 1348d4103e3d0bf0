import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RealAgent } from '../../test/realAgents/realAgents.ts';
import {
  type ScriptedModel,
  startScriptedModel,
  type ToolCall,
} from '../../test/realAgents/scriptedModel.ts';
import { withIntegrateFixture } from '../../test/support/integrateFixture.ts';
import { median } from '../bench.ts';
import { buildLines, secrets, writeProject } from './project.ts';
import { type Channel, channels, type OtherTools, planOf, type SessionPlan } from './steps.ts';

/** What the model received by one way. */
export interface ChannelCount {
  asked: number;
  ordinary: number;
  leaks: number;
  denied: number;
  /** Denied although it was ordinary work. */
  wronglyDenied: number;
  masked: number;
  lostLines: number;
  /** Milliseconds from the call of a tool until the model has its result. */
  readonly times: number[];
}

export type Counts = Readonly<Record<Channel, ChannelCount>>;

export const medianOf = ({ times }: ChannelCount): number => median(times);

export function noCounts(): Counts {
  const none = (): ChannelCount => ({
    asked: 0,
    ordinary: 0,
    leaks: 0,
    denied: 0,
    wronglyDenied: 0,
    masked: 0,
    lostLines: 0,
    times: [],
  });
  return Object.fromEntries(channels.map((channel) => [channel, none()])) as unknown as Counts;
}

interface BenchedAgent {
  readonly agent: RealAgent;
  readonly program: string;
  readonly tools: OtherTools;
  /** Returns the settings that add the tool server, by their paths below the home folder; they replace those of the agent. */
  readonly withServer: (
    settings: Readonly<Record<string, string>>,
    server: readonly string[],
    folder: string,
  ) => Readonly<Record<string, string>>;
}

/** Runs sessions of one agent, each a process of its own, and counts what reached the model. */
export async function runSessions(
  { agent, program, tools, withServer }: BenchedAgent,
  {
    sessions,
    minutes,
    hasHooks,
  }: { readonly sessions: number; readonly minutes: number; readonly hasHooks: boolean },
): Promise<{ readonly counts: Counts; readonly done: number; readonly unfinished: number }> {
  const counts = noCounts();
  const end = performance.now() + minutes * 60_000;
  let done = 0;
  let unfinished = 0;
  await withIntegrateFixture(async (fixture) => {
    let session: Session | undefined;
    const model = await startScriptedModel(
      (request, results) => session?.next(request, results),
      agent.modelInterface,
    );
    try {
      const folder = join(fixture.home, 'work');
      writeProject(folder);
      const server = [process.execPath, join(import.meta.dirname, 'notesServer.ts')];
      for (const [path, text] of Object.entries(withServer(agent.settings(model.url), server, folder))) {
        const file = join(fixture.home, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, text);
      }
      if (hasHooks) {
        const { exitCode, stderr } = await fixture.run(`integrate ${agent.id} --global --non-interactive`);
        if (exitCode !== 0) throw new Error(stderr);
      }
      const env = { ...fixture.env, ...agent.env(model.url) };
      for (let number = 0; number < sessions && performance.now() < end; number++) {
        done++;
        const plan = planOf(agent, tools, folder, number, secrets[0] ?? '');
        session = new Session(plan, model, counts);
        const printed = await start(program, agent.args(plan.prompt), { cwd: folder, env });
        if (session.end()) continue;
        unfinished++;
        console.error(`Session ${number} ended early: ${printed.slice(-1_000)}`);
      }
    } finally {
      await model.stop();
    }
  });
  return { counts, done, unfinished };
}

/** One conversation. */
class Session {
  readonly #plan: SessionPlan;
  readonly #model: ScriptedModel;
  readonly #counts: Counts;
  /** The secrets that the model has received: a conversation is sent again with each request. */
  readonly #received = new Set<string>();
  #step = 0;
  #calledAt = 0;

  constructor(plan: SessionPlan, model: ScriptedModel, counts: Counts) {
    this.#plan = plan;
    this.#model = model;
    this.#counts = counts;
    const { prompt } = counts;
    prompt.asked++;
    if (!plan.hasSecretInPrompt) prompt.ordinary++;
  }

  next(request: string, results: number): ToolCall | undefined {
    const { steps } = this.#plan;
    if (results === 0) this.#leaks(request, this.#counts.prompt);
    else if (results === this.#step) this.#count(request);
    if (results !== this.#step && results !== 0) return undefined;
    const step = steps[results];
    // The title of a session is asked for without tools.
    if (step === undefined || !request.includes('"tools"')) return undefined;
    this.#step = results + 1;
    this.#calledAt = performance.now();
    return step.call;
  }

  #count(request: string): void {
    const step = this.#plan.steps[this.#step - 1];
    if (!step) return;
    const count = this.#counts[step.channel];
    const result = this.#model.lastResultIn(request);
    count.times.push(performance.now() - this.#calledAt);
    count.asked++;
    if (step.isOrdinary) count.ordinary++;
    this.#leaks(request, count);
    if (/Blocked: |Withheld: /.test(result)) {
      count.denied++;
      if (step.isOrdinary) count.wronglyDenied++;
    } else if (result.includes('‹hidden by service-cli')) count.masked++;
    if (step.channel === 'output')
      count.lostLines += buildLines.filter((line) => !result.includes(line)).length;
  }

  #leaks(request: string, count: ChannelCount): void {
    for (const secret of secrets)
      if (!this.#received.has(secret) && request.includes(secret)) {
        this.#received.add(secret);
        count.leaks++;
      }
  }

  /** Whether the agent did all that the model asked for. */
  end(): boolean {
    const { hasSecretInPrompt, steps } = this.#plan;
    if (this.#step > 0) return this.#step === steps.length;
    const { prompt } = this.#counts;
    prompt.denied++;
    if (!hasSecretInPrompt) prompt.wronglyDenied++;
    return hasSecretInPrompt;
  }
}

export function start(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<string> {
  return new Promise((resolve) => {
    const child = execFile(program, [...args], { ...options, timeout: 180_000 }, (_, stdout, stderr) =>
      resolve(stdout + stderr),
    );
    child.stdin?.end();
  });
}
