import { addCandidates } from '../candidates.ts';
import { addSuffixes, lastPart } from '../commandWords.ts';
import { fieldOfText } from '../expand.ts';
import { literal } from '../syntax/glob.ts';
import type { PosixState } from '../posixState.ts';

/**
 * Counts the files that a build copies and that one of its commands prints: the build shows what they print.
 *
 * @param visitText Reads a text as a command line, which adds its arguments to the mentions of the state.
 */
export function readDockerfile(text: string, state: PosixState, visitText: (text: string) => void): void {
  const lines = text.replaceAll(/\\\r?\n/g, ' ').split('\n');
  const mentions: string[] = [];
  for (const line of lines) {
    const command = argumentsOf('RUN', line)?.join(' ');
    if (command === undefined) continue;
    const before = state.mentions.length;
    visitText(command.startsWith('[') ? command.replaceAll(/[[\],]/g, ' ') : command);
    mentions.push(...state.mentions.slice(before));
  }
  for (const mention of mentions) addSuffixes(mention, state.facts);
  for (const line of lines) {
    const copied = argumentsOf('COPY', line) ?? argumentsOf('ADD', line) ?? [];
    const names = copied
      .join(' ')
      .replaceAll(/[[\],"]/g, ' ')
      .trim()
      .split(/\s+/);
    const target = names.at(-1)?.replace(/\/$/, '') ?? '';
    for (const source of names.slice(0, -1))
      if (mentions.some((mention) => isCopy(mention, source, target))) {
        addCandidates(fieldOfText(source), state.facts);
        if (/[*?[]/.test(source)) state.facts.addName(source, true);
        // The file below a folder that was copied.
        for (const mention of mentions)
          if (mention.startsWith(`${target}/`))
            state.facts.addName(literal(`${source}${mention.slice(target.length)}`), false);
      }
  }
}

/** Returns the words after an instruction and its options, undefined for another instruction. */
function argumentsOf(instruction: string, line: string): readonly string[] | undefined {
  const [first = '', ...rest] = line.trim().split(/\s+/);
  if (first.toUpperCase() !== instruction) return undefined;
  const start = rest.findIndex((word) => !word.startsWith('--'));
  return start < 0 ? [] : rest.slice(start);
}

function isCopy(mention: string, source: string, target: string): boolean {
  return mention === target || mention.startsWith(`${target}/`) || lastPart(mention) === lastPart(source);
}
