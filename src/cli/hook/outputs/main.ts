/** Masks the outputs of tools. This is a separate bundle, because all other events need none of it. */
import type { Finding } from '../../../secrets/finding.ts';
import { isDistinctive, type KnownValue, maskText } from '../../../secrets/masking.ts';
import { Unreadable } from '../../../agents/protocol.ts';
import { environmentFiles } from '../../environmentFiles.ts';
import { valueNumbers } from '../../valueNumbers.ts';

/** Returns the secrets of a text that the project does not allow; a text without a path is one of the open folder. */
type FindSecrets = (text: string, path: string | undefined) => readonly Finding[];

export interface MaskedOutput {
  readonly text: string;
  /** The rules of the secrets in their order; none for a text that is unchanged. */
  readonly rules: readonly string[];
  /** The line of the first secret, from 1. */
  readonly line: number;
}

/**
 * Returns a function that masks the outputs of one event, each of which it may get several times: it puts a placeholder in
 * place of each secret that the engine finds, and of the values of the project's environment files and of the environment
 * that it calls secret there.
 *
 * @throws {Unreadable} from that function, when the output cannot be checked or masked completely.
 */
export function outputMask(
  findSecrets: FindSecrets,
  roots: readonly string[],
  env: NodeJS.ProcessEnv,
): (text: string) => MaskedOutput {
  const results = new Map<string, MaskedOutput>();
  const numberOf = valueNumbers(env);
  let known: readonly KnownValue[] | undefined;
  const mask = (text: string): MaskedOutput => {
    known ??= knownValues(findSecrets, roots, env);
    const masked = maskText(text, { known, find: (part) => findSecrets(part, undefined), numberOf });
    if (!masked) throw new Unreadable('the output has secrets that cannot be hidden');
    if (masked.hidden.length > 0 && isJson(text) && !isJson(masked.text))
      throw new Unreadable('the output would be no JSON without its secrets');
    const [first] = masked.hidden;
    const rules = masked.hidden.map(({ rule }) => rule);
    return { text: masked.text, rules, line: lineAt(text, first?.start ?? 0) };
  };
  return (text) => {
    const result = results.get(text) ?? mask(text);
    results.set(text, result);
    return result;
  };
}

function knownValues(
  findSecrets: FindSecrets,
  roots: readonly string[],
  env: NodeJS.ProcessEnv,
): KnownValue[] {
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
