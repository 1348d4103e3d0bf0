import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

/** Node writes such a file for each process and worker into the folder that `NODE_V8_COVERAGE` names. */
const report = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({
          // The first range is the function, the others are blocks in it.
          ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })),
        }),
      ),
    }),
  ),
});

interface FunctionRange {
  readonly start: number;
  readonly end: number;
  readonly isCalled: boolean;
}

/** The functions of each file of `src` that a process loaded, by a path relative to the repository; a list per process. */
export type CalledFunctions = ReadonlyMap<string, readonly (readonly FunctionRange[])[]>;

/**
 * Reads which functions of `src` a run called. Node replaces types by spaces, so that offsets are those of the source text.
 * @param folder that `NODE_V8_COVERAGE` named
 * @param root of the repository that ran
 */
export function readCalledFunctions(folder: string, root: string): CalledFunctions {
  const called = new Map<string, (readonly FunctionRange[])[]>();
  for (const name of readdirSync(folder)) {
    const { result } = report.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')));
    for (const { url, functions } of result) {
      const file = url.startsWith('file:') ? relative(root, fileURLToPath(url)) : '';
      if (!file.startsWith('src/')) continue;
      const ranges = functions.flatMap(({ ranges: [whole] }) =>
        whole === undefined
          ? []
          : [{ start: whole.startOffset, end: whole.endOffset, isCalled: whole.count > 0 }],
      );
      called.set(file, [...(called.get(file) ?? []), ranges]);
    }
  }
  return called;
}

/** Returns whether a process called the innermost function around the offset. The text of a module counts as a function. */
export function isCalledAt(called: CalledFunctions, file: string, offset: number): boolean {
  return (called.get(file) ?? []).some((functions) => {
    const [innermost] = functions
      .filter(({ start, end }) => start <= offset && offset < end)
      .sort((a, b) => a.end - a.start - (b.end - b.start));
    return innermost?.isCalled === true;
  });
}
