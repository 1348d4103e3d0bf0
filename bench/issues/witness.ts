import { renameSync, writeFileSync } from 'node:fs';
import { CancellationTokenSource, commands, lm, type ExtensionContext } from 'vscode';
import { memoryAtRest } from '../memory/memoryAtRest.ts';

/**
 * An extension beside ours: calls a tool for chat agents, as an agent does, and when asked notes the memory of the
 * extension host that both live in, and the longest time for which its thread computed without giving way.
 */
export function activate({ subscriptions }: ExtensionContext): void {
  const file = process.env.SERVICE_BENCH_ISSUES;
  if (file === undefined) throw new Error('There is nowhere to note it.');
  const blocks = new LongestBlock();
  const begin = () => blocks.begin();
  const askTool = async () => {
    const options = { input: {}, toolInvocationToken: undefined };
    await lm.invokeTool('service_get_gate', options, new CancellationTokenSource().token);
  };
  const note = async () => {
    // The collections that follow block too.
    const longestBlockMs = blocks.end();
    const answer = await memoryAtRest();
    // The name appears when the text is complete.
    writeFileSync(`${file}.new`, JSON.stringify({ ...answer, longestBlockMs }));
    renameSync(`${file}.new`, file);
  };
  subscriptions.push(
    commands.registerCommand('bench.begin', begin),
    commands.registerCommand('bench.askTool', askTool),
    commands.registerCommand('bench.note', note),
  );
}

/** Milliseconds between two looks at the clock. */
const lookMs = 5;

/**
 * Measures the processor time of this thread between two turns of its timers. Unlike the delay of a timer, it does not
 * grow while other programs keep the processors busy. It may be too long by the time between two looks, never too short.
 */
class LongestBlock {
  #timer: NodeJS.Timeout | undefined;
  #longestMs = 0;

  begin(): void {
    let last = this.#usedMs();
    this.#timer = setInterval(() => {
      const used = this.#usedMs();
      this.#longestMs = Math.max(this.#longestMs, used - last);
      last = used;
    }, lookMs);
  }

  end(): number {
    clearInterval(this.#timer);
    return this.#longestMs;
  }

  #usedMs(): number {
    // The types of the oldest Node that runs this code do not have it.
    const { user, system } = (
      process as typeof process & { threadCpuUsage: typeof process.cpuUsage }
    ).threadCpuUsage();
    return (user + system) / 1000;
  }
}
