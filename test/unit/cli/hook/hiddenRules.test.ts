import assert from 'node:assert/strict';
import { findHiddenRules } from '../../../../src/cli/hook/hiddenRules.ts';
import { serviceHome } from '../../../../src/node/files/serviceHome.ts';
import { withServiceHome } from '../../../support/hookBundles.ts';
import { eachFolder, put } from '../../../support/tempFolder.ts';

/** Two texts in tag characters, in lines 2 and 3. */
const hidden = 'Rules\nBe kind.\u{E0041}\u{E0042}\nAnd \u202Eshort.\n';

describe('findHiddenRules', () => {
  let home: string;
  eachFolder((folder) => (home = folder));
  withServiceHome(() => home);

  const choose = (text: string): string => put(serviceHome(process.env).hooks, text);
  /** The decisions about hidden characters in a file of rules, in another file, and in a prompt. */
  const results = (): string[] =>
    ['/project/AGENTS.md', '/project/a.ts', undefined].map((path) => {
      const finding = findHiddenRules(hidden, path);
      return finding === undefined ? 'allowed' : finding.isWarning ? 'warned' : 'denied';
    });

  it('finds nothing in a text without such characters', () => {
    assert.equal(findHiddenRules('Be kind. 👩🏽‍💻', '/project/AGENTS.md'), undefined);
  });

  it('returns the kind and the line of the first', () => {
    assert.deepEqual(findHiddenRules(hidden, '/project/AGENTS.md'), {
      rule: 'hidden characters, tags',
      line: 2,
      isHidden: true,
    });
    assert.deepEqual(findHiddenRules(hidden, '/project/a.ts'), {
      rule: 'hidden characters, tags',
      line: 2,
      isHidden: true,
      isWarning: true,
    });
  });

  it('knows files of rules by the names of their folders, also as Windows writes paths', () => {
    for (const path of [String.raw`C:\project\AGENTS.md`, String.raw`C:\project\.cursor\rules\a.txt`])
      assert.equal(findHiddenRules(hidden, path)?.isWarning, undefined, path);
    for (const path of [String.raw`C:\project\a.md`, '/project/rules/a.txt'])
      assert.equal(findHiddenRules(hidden, path)?.isWarning, true, path);
  });

  it('denies them in files of rules and warns about others, unless the user chose something else', () => {
    const usual = ['denied', 'warned', 'warned'];
    assert.deepEqual(results(), usual);
    choose('{"hiddenText":"warn"}');
    assert.deepEqual(results(), usual);
    choose('{"hiddenText":"rules"}');
    assert.deepEqual(results(), ['denied', 'allowed', 'allowed']);
    choose('{"hiddenText":"everywhere"}');
    assert.deepEqual(results(), ['denied', 'denied', 'denied']);
    choose('{"hiddenText":"allow"}');
    assert.deepEqual(results(), ['allowed', 'allowed', 'allowed']);
  });

  for (const text of [
    '',
    'null',
    '"allow"',
    '["allow"]',
    '{}',
    '{"hiddenText":"never"}',
    '{"hiddenText":["allow"]}',
  ])
    it(`warns as by default when the file of choices contains ${text || 'nothing'}`, () => {
      choose(text);
      assert.deepEqual(results(), ['denied', 'warned', 'warned']);
    });
});
