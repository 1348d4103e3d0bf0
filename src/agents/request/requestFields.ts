import { isFields, type Fields } from '../../core/fields.ts';
import { BadInput } from '../protocol.ts';

/**
 * Parses the request of an event. Requests are checked without zod, as the only input of the product: loading a schema
 * library would take a fifth of the time that one hook run may take.
 *
 * @throws {BadInput} for anything but a JSON object.
 */
export function parseRequest(json: string): Fields {
  if (json.trim() === '') throw new BadInput('empty');
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    // The parser's message quotes what it read, which may be a secret.
    throw new BadInput('not JSON');
  }
  if (!isFields(value)) throw new BadInput('not an object');
  return value;
}

/** @throws {BadInput} when the text is missing, or empty without `mayBeEmpty`. */
export function textField(input: Fields, name: string, { mayBeEmpty = false } = {}): string {
  const value = input[name];
  if (typeof value !== 'string') throw new BadInput(`${name} is missing`);
  if (!mayBeEmpty && value === '') throw new BadInput(`${name} is empty`);
  return value;
}

/**
 * Returns the texts of a list; none when the field is absent.
 *
 * @throws {BadInput} when it is something else.
 */
export function listField(input: Fields, name: string): readonly string[] {
  const value = input[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new BadInput(`${name} is not a list of paths`);
  return value;
}

export function firstText(input: Fields, names: readonly string[]): string | undefined {
  return names
    .map((name) => input[name])
    .find((value): value is string => typeof value === 'string' && value !== '');
}

/** Whether the name of a field is too short for a secret, and cannot be a path with folders or an extension. */
const isWord = (name: string): boolean => name.length < 16 && /^[\w-]*$/.test(name);

/** More texts than any tool sends. A request with more cannot be checked. */
const maxStrings = 1_000;

/**
 * Returns every text in a value, at any depth. This includes names of fields other than plain words: they may be paths
 * or secrets.
 *
 * @throws {BadInput} for more texts than can be checked.
 */
export function stringsIn(value: unknown): string[] {
  const found: string[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === 'string') found.push(next);
    else if (typeof next === 'object' && next !== null) {
      if (!Array.isArray(next)) found.push(...Object.keys(next).filter((name) => !isWord(name)));
      for (const item of Object.values(next) as unknown[]) waiting.push(item);
    }
    if (found.length + waiting.length > maxStrings) throw new BadInput('more fields than can be checked');
  }
  return found;
}
