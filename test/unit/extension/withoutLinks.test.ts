import assert from 'node:assert/strict';
import { withoutLinks } from '../../../src/extension/withoutLinks.ts';

/** As the editor looks for links in a notification: `parseLinkedText` of 1.103 and 1.139. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

describe('text of a notification', () => {
  it('makes no link, whatever things are called', () => {
    for (const name of [
      '[Shop](command:workbench.action.quit)',
      '[a](https://evil.example "title")',
      '[[a]](command:x)',
      '[a](file:///etc/passwd)',
      '[a]](command:x)',
    ]) {
      assert.match(`${name} [a](command:x)`, link);
      assert.doesNotMatch(withoutLinks(`The gate of ${name} has failed.`), link);
    }
  });

  it('is left as it is, brackets and all, where it makes none', () => {
    for (const text of ['Shop (legacy) [2]', 'f(x)[0]']) assert.equal(withoutLinks(text), text);
  });
});
