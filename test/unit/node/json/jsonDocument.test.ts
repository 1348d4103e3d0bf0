import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { append } from '../../../../src/node/json/jsonEdit.ts';
import { editJson, openJsonDocument } from '../../../../src/node/json/jsonDocument.ts';

const open = (text: string) => openJsonDocument('hooks.json', Buffer.from(text));

describe('openJsonDocument', () => {
  it('names file, line and column of a syntax error', () =>
    assert.throws(() => open('{\n  "a": 1,\n  "b" 2\n}'), {
      code: 'malformed',
      message: /^hooks\.json:3:7: colon expected/,
    }));

  for (const [what, bytes] of [
    ['an empty file', ''],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['half a file', '{"hooks": {'],
    ['a key that occurs twice', '{"hooks": {}, "hooks": {}}'],
    ['Latin-1', Buffer.from('{"a":"\xE9"}', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
  ] as const)
    it(`refuses ${what}`, () =>
      assert.throws(() => openJsonDocument('hooks.json', Buffer.from(bytes)), {
        code: 'malformed',
        message: /^hooks\.json:.*left as it is/,
      }));

  it('takes the same key in different objects', () =>
    assert.deepEqual(open('{"a": {"x": 1}, "b": {"x": 2}}').value, { a: { x: 1 }, b: { x: 2 } }));
});

describe('editJson', () => {
  it('keeps comments, key order, indentation, line ends and byte order mark', () => {
    const text =
      '\uFEFF{\r\n\t// mine\r\n\t"z": 1,\r\n\t"hooks": { "x": [] }, // why\r\n\t"a": [1,2]\r\n}\r\n';
    const { text: changed } = editJson(open(text), ['version'], 1);
    assert.equal(changed, text.replace('"a": [1,2]\r\n', '"a": [1,2],\r\n\t"version": 1\r\n'));
  });

  it('adds after the comment of the last entry and leaves that comment where it is', () => {
    const text = '{\n  "list": [\n    "a" // mine\n  ]\n}\n';
    const { text: changed } = editJson(open(text), ['list', append], 'b');
    assert.equal(changed, '{\n  "list": [\n    "a", // mine\n    "b"\n  ]\n}\n');
  });

  it('keeps the comment of the entry before when the last entry is removed', () => {
    const text = '{\n  "a": 1, // mine\n  /* theirs */\n  "b": 2\n}\n';
    assert.equal(editJson(open(text), ['b'], undefined).text, '{\n  "a": 1 // mine\n  /* theirs */\n}\n');
  });

  it('creates missing parents', () =>
    assert.deepEqual(editJson(open('{}'), ['hooks', 'x', append], 1).value, { hooks: { x: [1] } }));

  /** Any value without a key `__proto__`: the parser takes it for the prototype. The text keeps it. */
  const value = fc.jsonValue({ maxDepth: 2 }).filter((json) => !JSON.stringify(json).includes('"__proto__"'));
  /** JSON as people write it: any style, comments and trailing commas between any two tokens. */
  const people = fc
    .tuple(
      fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), value, { maxKeys: 4 }),
      fc.constantFrom(undefined, 2, 4, '\t'),
      fc.constantFrom('\n', '\r\n'),
      fc.constantFrom('', ' // why', ' /* why */'),
      fc.boolean(),
    )
    .map(([object, indent, eol, comment, trailing]) => {
      const text = JSON.stringify(object, undefined, indent);
      if (indent === undefined) return text;
      const last = trailing && text !== '{}' ? text.replace(/\n\}$/, ',\n}') : text;
      return `${last.replaceAll('\n', `${comment}${eol}`)}${eol}`;
    });
  const comments = (text: string) => text.match(/\/\/ why|\/\* why \*\//g)?.length ?? 0;

  it('returns the original text when an addition is removed again', () =>
    fc.assert(
      fc.property(people, value, (text, value) => {
        const added = editJson(open(text), ['~ours'], value);
        assert.equal(editJson(added, ['~ours'], undefined).text, text);
      }),
    ));

  it('adds, replaces and removes values without losing a comment', () => {
    const key = fc.stringMatching(/^[a-z]{1,2}$/);
    const edit = fc.record({ key, value: fc.option(value, { nil: undefined }) });
    fc.assert(
      fc.property(people, fc.array(edit, { maxLength: 5 }), (text, edits) => {
        let document = open(text);
        const expected = { ...(document.value as Record<string, unknown>) };
        for (const { key, value } of edits) {
          // A comment inside a value goes with the value.
          const isLeaf = typeof expected[key] !== 'object' || expected[key] === null;
          if (!isLeaf) continue;
          document = editJson(document, [key], value);
          if (value === undefined) Reflect.deleteProperty(expected, key);
          else expected[key] = value;
        }
        assert.deepEqual(JSON.stringify(document.value), JSON.stringify(expected));
        assert.deepEqual(open(document.text).value, parse(JSON.stringify(expected)));
        assert.equal(comments(document.text), comments(text));
      }),
    );
  });
});
