import type { Answer, Finding, HookProtocol } from '../../agents/protocol.ts';
import type { EventScan } from './engine.ts';
import { findHiddenRules } from './hiddenRules.ts';
import type * as Outputs from './outputs/main.ts';

/** Masks the output of a tool that one event is about. */
export class OutputMasks {
  readonly #findSecrets: EventScan['findSecrets'];
  readonly #roots: () => readonly string[];
  readonly #env: NodeJS.ProcessEnv;
  readonly #rules = new Set<string>();
  #loaded: Outputs.OutputMask | undefined;

  /** @param roots Returns the open folders, absolute; none until the request was read. */
  constructor(findSecrets: EventScan['findSecrets'], roots: () => readonly string[], env: NodeJS.ProcessEnv) {
    this.#findSecrets = findSecrets;
    this.#roots = roots;
    this.#env = env;
  }

  /**
   * Returns the first part of an output that is to be masked or, if the user wants that, hidden characters.
   *
   * @throws when the output cannot be checked completely.
   */
  find(text: string): Finding | undefined {
    const { rules, line } = this.#mask(text);
    const [rule] = rules;
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
    return { ...(answer ?? protocol.deny('output', reason)), cause: { rules: [...this.#rules] } };
  }

  #mask(text: string): Outputs.MaskedOutput {
    const roots = this.#roots();
    this.#loaded ??= new (loadOutputs().OutputMask)({
      findSecrets: (part, path) => this.#findSecrets(part, path, roots[0]),
      env: this.#env,
      roots,
    });
    const masked = this.#loaded.mask(text);
    for (const rule of masked.rules) this.#rules.add(rule);
    return masked;
  }

  /** Returns a text as it may reach the model; undefined for one that may not, and one that cannot be checked. */
  #shown(text: string): string | undefined {
    try {
      const hidden = findHiddenRules(text, undefined);
      return hidden === undefined || hidden.isWarning === true ? this.#mask(text).text : undefined;
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
