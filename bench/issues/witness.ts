import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { CancellationTokenSource, commands, lm, type ExtensionContext } from 'vscode';
import { memoryAtRest } from '../memory/memoryAtRest.ts';

/**
 * An extension beside ours: calls a tool for chat agents, as an agent does, and when asked notes the memory of the
 * extension host that both live in, and the longest time in which it answered nothing.
 */
export function activate({ subscriptions }: ExtensionContext): void {
  const file = process.env.SERVICE_BENCH_ISSUES;
  if (file === undefined) throw new Error('There is nowhere to note it.');
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const begin = () => {
    delay.enable();
    delay.reset();
  };
  const askTool = async () => {
    const options = { input: {}, toolInvocationToken: undefined };
    await lm.invokeTool('service_get_gate', options, new CancellationTokenSource().token);
  };
  const note = async () => {
    const longestPauseMs = delay.max / 1e6;
    // The collections that follow are pauses too.
    delay.disable();
    writeFileSync(file, JSON.stringify({ ...(await memoryAtRest()), longestPauseMs }));
  };
  subscriptions.push(
    commands.registerCommand('bench.begin', begin),
    commands.registerCommand('bench.askTool', askTool),
    commands.registerCommand('bench.note', () => void note()),
  );
}
