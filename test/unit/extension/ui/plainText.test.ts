import assert from 'node:assert/strict';
import fc from 'fast-check';
import { markdownText, plainRowText, plainText } from '../../../../src/extension/ui/plainText.ts';

/** As the editor looks for links in messages and input boxes: `parseLinkedText` of 1.103 and 1.139. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;
/** As the editor looks for icons in labels: `labelWithIconsRegex` of 1.103 and 1.139. */
const icon = /(\\)?\$\(([a-z0-9-]+(?:~[a-z]+)?)\)/i;
/** Texts in which a Markdown renderer may recognize an address without markup. */
const bareAddress = /[a-z]:\/\/|www\.|[\w.]@\w/i;

const names = [
  '[Shop](command:workbench.action.quit)',
  '[a](https://evil.example "title")',
  '[[a]](command:x)',
  '[a](file:///etc/passwd)',
  '[a]](command:x)',
  '[a]\n(command:x)',
  '[a]\u200E(command:x)',
  '$\u200E(flame) [a]\u202E\u202C(command:x)',
];

describe('the text border of the editor', () => {
  it('makes text without links and icons of every name, and of every string of the characters of both', () => {
    const assertPlain = (text: string) => {
      for (const shown of [plainText(text), plainRowText(text)]) {
        assert.doesNotMatch(shown, link);
        assert.doesNotMatch(shown, icon);
      }
    };
    for (const name of names) assertPlain(`${name} [a](command:x) $(flame)`);
    const parts = ['[', ']', '(', ')', '$', 'a', '\n', '\u200E', '\u202A', 'command:x', 'https://a', ' '];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 14 }), (pieces) =>
        assertPlain(pieces.join('')),
      ),
      { numRuns: 5000 },
    );
  });

  it('keeps names that only look similar', () => {
    for (const text of ['Shop (legacy) [2]', 'f(x)[0]', 'US$ 5', 'https://quality.example.com', 'Größe 👩‍💻'])
      assert.equal(plainText(text), text);
  });

  it('puts text on one line and in its own direction', () => {
    assert.equal(plainText('a\r\nb\u0007c\u2028d'), 'a b c d');
    assert.equal(plainText('gate \u202Edessap'), 'gate dessap');
  });

  it('makes no link of an address in a row of a quick pick, whose hover is Markdown', () => {
    for (const text of ['https://evil.example', 'see WWW.evil.example', 'mail me@evil.example', 'ftp://a']) {
      assert.match(text, bareAddress);
      assert.doesNotMatch(plainRowText(text), bareAddress);
      assert.doesNotMatch(markdownText(text), bareAddress);
      assert.equal(plainRowText(text).replaceAll('\u2060', ''), text);
    }
  });

  it('escapes what begins a construct of Markdown', () =>
    assert.equal(
      markdownText('[a](command:x) <b> `c` ![d] $(flame) &amp; *e*'),
      String.raw`\[a\]\(command:x\) \<b\> \`c\` \!\[d\] \$\(flame\) \&amp; \*e\*`,
    ));
});
