import type { Answer, Finding, HookProtocol } from '../../agents/protocol.ts';
import type { EventScan } from './engine.ts';
import { findHiddenRules } from './hiddenRules.ts';
import type * as Outputs from './outputs/main.ts';

export interface OutputMasks {
  /**
   * Returns the first part of an output that is to be masked or, if the user wants that, hidden characters.
   *
   * @throws when the output cannot be checked completely.
   */
  readonly find: (text: string) => Finding | undefined;
  /**
   * Returns the answer that keeps the secrets of an output from the model.
   *
   * @param isFault Whether the output was not checked completely, and is withheld.
   */
  readonly answer: (
    protocol: HookProtocol,
    stdin: string,
    { reason, isFault }: { readonly reason: string; readonly isFault: boolean },
  ) => Answer;
}

/** @param rootsNow Returns the open folders, absolute; none until the request was read. */
export function outputMasks(
  findSecrets: EventScan['findSecrets'],
  rootsNow: () => readonly string[],
  env: NodeJS.ProcessEnv,
): OutputMasks {
  const found = new Set<string>();
  let loaded: ReturnType<typeof Outputs.outputMask> | undefined;
  const mask = (text: string): Outputs.MaskedOutput => {
    const roots = rootsNow();
    loaded ??= loadOutputs().outputMask({
      findSecrets: (part, path) => findSecrets(part, path, roots[0]),
      env,
      roots,
    });
    const masked = loaded(text);
    for (const rule of masked.rules) found.add(rule);
    return masked;
  };
  /** Returns a text as it may reach the model; undefined for one that may not, and one that cannot be checked. */
  const shown = (text: string): string | undefined => {
    try {
      const hidden = findHiddenRules(text, undefined);
      return hidden === undefined || hidden.isWarning === true ? mask(text).text : undefined;
    } catch {
      // The answer has the reason.
      return undefined;
    }
  };
  return {
    find(text) {
      const { rules, line } = mask(text);
      const [rule] = rules;
      return rule === undefined ? findHiddenRules(text, undefined) : { rule, line };
    },
    answer(protocol, stdin, { reason, isFault }) {
      const replace = (text: string): string => {
        const masked = shown(text);
        return masked === text || !isFault ? (masked ?? reason) : reason;
      };
      const answer = isFault ? protocol.withhold?.(stdin, reason, replace) : protocol.mask?.(stdin, replace);
      return { ...(answer ?? protocol.deny('output', reason)), cause: { rules: [...found] } };
    },
  };
}

function loadOutputs(): typeof Outputs {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader
  return require('./outputs.js') as typeof Outputs;
}
