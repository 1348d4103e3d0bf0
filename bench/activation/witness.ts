import { writeFileSync } from 'node:fs';
import { extensions } from 'vscode';

interface Marks {
  getMarks(): readonly { readonly name: string; readonly startTime: number }[];
}

/** An extension beside ours: notes what the editor's extension host noted of the start, into the file that the bench names. */
export async function activate(): Promise<void> {
  const ours = extensions.getExtension<{ readonly ready: Promise<void> }>('service.service-ide');
  const file = process.env.SERVICE_BENCH_MARKS;
  if (!ours || file === undefined) throw new Error('There is nothing to witness.');
  const api = await ours.activate();
  await api.ready;
  const ready = Date.now();
  const { MonacoPerformanceMarks: performance } = globalThis as unknown as { MonacoPerformanceMarks: Marks };
  writeFileSync(file, JSON.stringify({ ready, marks: performance.getMarks() }));
}
