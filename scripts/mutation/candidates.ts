import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { equivalent } from './equivalent.data.ts';
import { mutantsOf, type Mutant } from './mutants.ts';

/** A mutant of a file, whose path is relative to the repository. */
export interface Candidate extends Mutant {
  readonly file: string;
}

/**
 * All mutants of some files of `src`, without those that are known to be equivalent.
 * @param parts of paths below `src`, for example `core` or `cli/hook`: a file is taken when its path begins with one
 */
export function candidatesOf(root: string, parts: readonly string[]): readonly Candidate[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => parts.some((part) => file.startsWith(part)) && /(?<!\.data)\.ts$/.test(file))
    .sort()
    .flatMap((name) => {
      const file = join('src', name);
      const code = readFileSync(join(root, file), 'utf8');
      return mutantsOf(code)
        .filter((mutant) => !isEquivalent(file, code, mutant))
        .map((mutant) => ({ file, ...mutant }));
    });
}

function isEquivalent(file: string, code: string, { line, start, end, replacement }: Mutant): boolean {
  const text = code.split('\n')[line - 1]?.trim();
  return equivalent.some(
    (known) =>
      known.file === file &&
      known.line === text &&
      known.replacement === replacement &&
      (known.replaced === undefined || known.replaced === code.slice(start, end)),
  );
}

/** The same choice for the same seed: candidates in the order of a hash of themselves. 0 takes all of them. */
export function sampleOf(candidates: readonly Candidate[], size: number, seed: number): readonly Candidate[] {
  if (size === 0) return candidates;
  const rank = ({ file, start, replacement }: Candidate): number => {
    let hash = seed | 0;
    for (const character of `${file}:${start}:${replacement}`)
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
    return hash;
  };
  return candidates
    .map((candidate) => ({ candidate, rank: rank(candidate) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, size)
    .map(({ candidate }) => candidate);
}
