import { writeFileSync } from 'node:fs';
import { commands, type ExtensionContext } from 'vscode';
import { memoryAtRest } from './memoryAtRest.ts';

/** An extension beside ours: when asked, notes the memory of the extension host that both live in. */
export function activate({ subscriptions }: ExtensionContext): void {
  const file = process.env.SERVICE_BENCH_MEMORY;
  if (file === undefined) throw new Error('There is nowhere to note it.');
  const noteMemory = async () => {
    writeFileSync(file, JSON.stringify(await memoryAtRest()));
  };
  subscriptions.push(commands.registerCommand('bench.noteMemory', noteMemory));
}
