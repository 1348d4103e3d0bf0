import type { Answer, Finding, HookProtocol } from '../../agents/protocol.ts';
import type { Finding as EngineFinding } from '../../secrets/finding.ts';
import { findHiddenRules } from './hiddenRules.ts';
import type * as Outputs from './outputs/main.ts';

/** Masks the output of a tool that one event is about. */
export class OutputMasks {
  readonly #findSecrets: (text: string, path: string | undefined) => readonly EngineFinding[];
  readonly #env: NodeJS.ProcessEnv;
  #mask: Outputs.OutputMask | undefined;

  /** @param findSecrets Returns the secrets of a text that the project does not allow. */
  constructor(
    findSecrets: (text: string, path: string | undefined) => readonly EngineFinding[],
    env: NodeJS.ProcessEnv,
  ) {
    this.#findSecrets = findSecrets;
    this.#env = env;
  }

  /**
   * Returns the first part of an output that is to be masked or, if the user wants that, hidden characters.
   *
   * @param roots The open folders, absolute, whose environment files count.
   * @throws when the output cannot be checked completely.
   */
  find(text: string, roots: readonly string[]): Finding | undefined {
    const { rule, line } = this.#maskFor(roots).mask(text);
    return rule === undefined ? findHiddenRules(text, undefined) : { rule, line };
  }

  /**
   * Returns the answer that keeps the secrets of an output from the model.
   *
   * @param isFault Whether the output was not checked completely, and is withheld.
   */
  answer(
    protocol: HookProtocol,
    stdin: string,
    { reason, isFault }: { readonly reason: string; readonly isFault: boolean },
  ): Answer {
    const replace = (text: string): string => {
      const masked = this.#shown(text);
      return masked === text || !isFault ? (masked ?? reason) : reason;
    };
    const answer = isFault ? protocol.withhold?.(stdin, reason, replace) : protocol.mask?.(stdin, replace);
    return answer ?? protocol.deny('output', reason);
  }

  /** @param roots Those of the first call count; without one, the request was not read. */
  #maskFor(roots: readonly string[]): Outputs.OutputMask {
    const findSecrets = this.#findSecrets;
    return (this.#mask ??= new (loadOutputs().OutputMask)({ findSecrets, env: this.#env, roots }));
  }

  /** Returns a text as it may reach the model; undefined for one that may not, and one that cannot be checked. */
  #shown(text: string): string | undefined {
    try {
      const hidden = findHiddenRules(text, undefined);
      return hidden === undefined || hidden.isWarning === true
        ? this.#maskFor([]).mask(text).text
        : undefined;
    } catch {
      // The answer has the reason.
      return undefined;
    }
  }
}

/** Loads the bundle that masks, which other events do not need. */
function loadOutputs(): typeof Outputs {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded on first use; `import()` would start a second module loader
  return require('./outputs.js') as typeof Outputs;
}
