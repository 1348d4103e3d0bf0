import { renameSync, writeFileSync } from 'node:fs';
import { extensions, type ExtensionContext } from 'vscode';

interface Marks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/**
 * An extension beside ours: reads a secret as its first act, waits for our connections, and writes when it had each,
 * with what the editor's extension host noted of the start, into the file that the bench names.
 */
export async function activate(context: ExtensionContext): Promise<void> {
  const ours = extensions.getExtension<{ readonly ready: Promise<void> }>('service.service-ide');
  const file = process.env.SERVICE_BENCH_MARKS;
  if (!ours || file === undefined) throw new Error('There is nothing to witness.');
  const [secret, ready] = await Promise.all([
    context.secrets.get('none').then(() => Date.now()),
    ours.activate().then(async (api) => {
      await api.ready;
      return Date.now();
    }),
  ]);
  // The marks of the built-in Git, which may be loaded later than our connections are known.
  await extensions.getExtension('vscode.git')?.activate();
  const { MonacoPerformanceMarks: performance } = globalThis as unknown as { MonacoPerformanceMarks: Marks };
  // Renamed, because the bench reads the file as soon as it exists.
  writeFileSync(`${file}.part`, JSON.stringify({ secret, ready, marks: performance.getMarks() }));
  renameSync(`${file}.part`, file);
}
