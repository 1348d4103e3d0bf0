import {
  type JSONPath,
  type JSONVisitor,
  parse,
  type ParseError,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { Failure } from '../../core/failures.ts';
import { isFields } from '../../core/fields.ts';
import { removeJson, setJson } from './jsonEdit.ts';

/** A JSON file of the user, comments allowed. Edits change only what they name: comments, order and line ends stay. */
export interface JsonDocument {
  readonly path: string;
  readonly text: string;
  readonly value: unknown;
}

const byteOrderMark = '\uFEFF';

/**
 * Parses a file of the user.
 *
 * @throws {Failure} `malformed`, with file, line and column, for a text that does not parse, is not UTF-8, is not an
 *   object, or repeats a key (an edit could change the entry that programs ignore).
 */
export function openJsonDocument(path: string, bytes: Uint8Array): JsonDocument {
  const text = decode(path, bytes);
  const body = text.startsWith(byteOrderMark) ? text.slice(1) : text;
  const errors: ParseError[] = [];
  const value: unknown = parse(body, errors, { allowTrailingComma: true, allowEmptyContent: false });
  const [error] = errors;
  if (error) throw refusal(path, body, error.offset, words(printParseErrorCode(error.error)));
  const repeated = repeatedKey(body);
  if (repeated) throw refusal(path, body, repeated.offset, `the key "${repeated.key}" occurs twice`);
  if (!isFields(value)) throw refusal(path, body, 0, 'not an object');
  return { path, text, value };
}

/** Sets the value at the path `at`; `undefined` removes it. With `append` as the last part, it adds a last item. */
export function editJson({ path, text }: JsonDocument, at: JSONPath, value: unknown): JsonDocument {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
  const body = text.slice(mark.length);
  const changed = value === undefined ? removeJson(body, at) : setJson(body, at, value);
  return { path, text: mark + changed, value: parse(changed, [], { allowTrailingComma: true }) as unknown };
}

/** Returns the failure for a well-formed document with the wrong structure, for instance when `hooks` is a list. */
export function refuse(document: JsonDocument, reason: string): Failure {
  return new Failure(
    'malformed',
    `${document.path}: ${reason}; it was left as it is. Correct it, then run this again.`,
  );
}

function decode(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new Failure(
      'malformed',
      `${path}: not UTF-8; it was left as it is. Save it as UTF-8, then run this again.`,
      {
        cause,
      },
    );
  }
}

function refusal(path: string, text: string, offset: number, reason: string): Failure {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  const place = `${path}:${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
  return new Failure(
    'malformed',
    `${place}: ${reason}; the file was left as it is. Correct it, then run this again.`,
  );
}

/** Returns the code of an error as words: `PropertyNameExpected` as `property name expected`. */
function words(code: string): string {
  return code.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter}`).toLowerCase();
}

function repeatedKey(text: string): { key: string; offset: number } | undefined {
  const open: Set<string>[] = [];
  let found: { key: string; offset: number } | undefined;
  const visitor: JSONVisitor = {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key, offset) => {
      if (open.at(-1)?.has(key)) found ??= { key, offset };
      open.at(-1)?.add(key);
    },
  };
  visit(text, visitor, { allowTrailingComma: true });
  return found;
}
