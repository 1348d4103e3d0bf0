/** Entry of the `platform` bundle. The store needs Node 24, so nothing that loads it is imported before that is sure. */
import { messageOf } from '../core/failures.ts';
import { findNode, isNewEnough, reExecute } from './runtime.ts';

async function main(): Promise<void> {
  const [, script = '', ...args] = process.argv;
  if (isNewEnough(process.versions.node)) {
    const { platformProgram } = await import('./commands.ts');
    await platformProgram().parseAsync(args.slice(1), { from: 'user' });
    return;
  }
  const node = findNode(script);
  if (node === undefined)
    throw new Error(
      `The platform needs Node 24 or newer, this is ${process.versions.node}. Install it, or the npm package "node" beside service-cli`,
    );
  process.exitCode = await reExecute(node, script, args);
}

main().catch((error: unknown) => {
  // Commander has said itself what is wrong with the options; asked for help, it is not an error at all.
  const isUsage = error instanceof Error && 'exitCode' in error;
  if (!isUsage) process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = isUsage ? (error.exitCode === 0 ? 0 : 2) : 1;
});
