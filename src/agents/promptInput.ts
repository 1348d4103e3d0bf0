import { emptyInput, type HookInput } from './protocol.ts';
import type { RequestPaths } from './requestPaths.ts';

/** `@` and a path: quoted, or up to a blank. A line range may follow the path. */
const mention = /(?:^|[\s([{"'`])@(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'`]+))/g;

interface PromptContext {
  readonly paths: RequestPaths;
  readonly roots: readonly string[];
  /** Paths or addresses of files that come with the prompt. */
  readonly attached?: readonly string[];
}

/**
 * Returns the parts of a prompt that a hook checks: the text, and the files that it mentions with `@`. Agents add those
 * files to the prompt without asking a hook about the reads.
 */
export function promptInput(prompt: string, { paths, roots, attached = [] }: PromptContext): HookInput {
  const named = [...prompt.matchAll(mention)].flatMap(([, double, single, bare]) => {
    const text = double ?? single ?? bare ?? '';
    return [text, text.replace(/[#:]L?\d[\d:\-L]*$/, ''), text.replace(/[.,;:!?)\]}]+$/, '')];
  });
  return {
    ...emptyInput,
    text: prompt,
    others: paths.candidates([...new Set([...named, ...attached])]),
    roots,
    reads: true,
  };
}
