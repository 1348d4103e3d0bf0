/**
 * Masks the outputs of tools. This is a separate bundle, because all other events need none of it.
 */
import type { Finding } from '../../../secrets/finding.ts';
import { isDistinctive, type KnownValue } from '../../../secrets/masking/knownValues.ts';
import { maskText } from '../../../secrets/masking/maskText.ts';
import { Unreadable } from '../../../agents/protocol.ts';
import { environmentFiles } from '../../environmentFiles.ts';
import { ValueNumbers } from '../../valueNumbers.ts';

interface OutputContext {
  /** Returns the secrets of a text that the project does not allow; a text without a path is one of the open folder. */
  readonly findSecrets: (text: string, path: string | undefined) => readonly Finding[];
  /** The open folders, absolute. */
  readonly roots: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

export interface MaskedOutput {
  readonly text: string;
  /** The rules of the secrets in their order; none for a text that is unchanged. */
  readonly rules: readonly string[];
  /** The line of the first secret, from 1. */
  readonly line: number;
}

/** The masks of one event, each text of which may be asked for several times. */
export class OutputMask {
  readonly #context: OutputContext;
  readonly #masked = new Map<string, MaskedOutput>();
  readonly #numbers: ValueNumbers;
  #known: readonly KnownValue[] | undefined;

  constructor(context: OutputContext) {
    this.#context = context;
    this.#numbers = new ValueNumbers(context.env);
  }

  /**
   * Returns an output with a placeholder for each secret: those that the engine finds, and the values of the project's
   * environment files and of the environment that it calls secret there.
   *
   * @throws {Unreadable} when the output cannot be checked or masked completely.
   */
  mask(text: string): MaskedOutput {
    const before = this.#masked.get(text);
    if (before) return before;
    const { findSecrets } = this.#context;
    const masked = maskText(text, {
      known: (this.#known ??= this.#knownValues()),
      find: (part) => findSecrets(part, undefined),
      numberOf: (value) => this.#numbers.numberOf(value),
    });
    if (!masked) throw new Unreadable('the output has secrets that cannot be hidden');
    if (masked.hidden.length > 0 && isJson(text) && !isJson(masked.text))
      throw new Unreadable('the output would be no JSON without its secrets');
    const [first] = masked.hidden;
    const rules = masked.hidden.map(({ rule }) => rule);
    const result = { text: masked.text, rules, line: lineAt(text, first?.start ?? 0) };
    this.#masked.set(text, result);
    return result;
  }

  #knownValues(): KnownValue[] {
    const { findSecrets, roots, env } = this.#context;
    const environment = Object.entries(env).map(([name, value]) => `${name}=${value ?? ''}`);
    const texts = [...environmentFiles(roots), { path: '.env', text: environment.join('\n') }];
    const values = new Map<string, string>();
    for (const { path, text } of texts)
      for (const { start, end, rule } of findSecrets(text, path)) {
        const value = text.slice(start, end);
        if (isDistinctive(value)) values.set(value, rule);
      }
    return Array.from(values, ([value, rule]) => ({ value, rule }));
  }
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Most outputs are not JSON.
    return false;
  }
}
