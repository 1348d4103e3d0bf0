import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FindSecret, Unreadable } from '../../../../src/agents/protocol.ts';
import { EventScan, findAll } from '../../../../src/cli/hook/engine.ts';
import { EventPolicies } from '../../../../src/cli/hook/policy/main.ts';
import { newSalt, saltedHash, unsaltedHash } from '../../../../src/secrets/policy/allowedValues.ts';
import { mostHashesUnasked } from '../../../../src/secrets/policy/policy.ts';
import { scan } from '../../../../src/secrets/scan.ts';
import { withHookBundles, withServiceHome } from '../../../support/hookBundles.ts';
import { githubToken } from '../../../support/madeSecrets.ts';
import { agreeToPolicy } from '../../../support/hookedProject.ts';
import { endlessTime, limitThatEnds, noTime } from '../../../support/timeLimits.ts';
import { eachFolder, put as putFile } from '../../../support/tempFolder.ts';

const leak = `TOKEN=${githubToken(1)}\n`;
const rules = JSON.stringify({ version: 1, rules: [{ id: 'acme', pattern: 'acme_[0-9a-f]{8}' }] });
const own = 'acme_0123abcd';
const tooLate = {
  constructor: Unreadable,
  message: 'the event names more than can be checked in time; ask for less',
};

describe('the scan of the texts of an event', () => {
  let folder: string;
  let findSecret: FindSecret;
  const loaded = withHookBundles();
  let home: string;
  eachFolder((made) => {
    [folder, home] = [join(made, 'open'), join(made, 'home')];
    mkdirSync(folder);
    ({ findSecret } = new EventScan(endlessTime));
  });
  withServiceHome(() => join(home, '.service'));

  const put = (name: string, text = ''): string => putFile(join(folder, name), text);

  it('returns rule and line of the first secret, without the secret', () => {
    const file = put('a.txt');
    const found = { rule: 'github-token', line: 2, advice: undefined };
    assert.deepEqual(findSecret(`\n${leak}${leak}`, file, folder), found);
    assert.deepEqual(findSecret(`\n${leak}`, undefined, folder), found);
    assert.deepEqual(findSecret(`\n${leak}`, undefined, undefined), found);
    assert.equal(findSecret('clean', file, folder), undefined);
  });

  it('judges a word by the kind of its file', () => {
    const isFound = (word: string, path: string): boolean =>
      findAll(`password = "${word}"\n`, path).some(({ findings }) => findings.length > 0);
    // Each version of the model judges single words in another way.
    const words = ['sunflower42', 'changeit99', 'hunter2', 's3cr3t', 'blue7house', 'MyPass1', 'river'];
    assert.ok(words.some((word) => isFound(word, '/a.env') && !isFound(word, '/a.ts')));
  });

  it('does not load what reads policies for a clean text without rules of the project', () => {
    put('plain/.service/secrets.json', '{"version":1}');
    for (const [path, root] of [
      [undefined, undefined],
      [undefined, ''],
      [undefined, folder],
      [put('a.txt'), folder],
      [put('plain/a.txt'), folder],
    ] as const)
      assert.equal(findSecret('clean', path, root), undefined);
    assert.deepEqual(loaded, []);
  });

  it('returns hidden characters only of a text without a secret', () => {
    const hidden = 'Be kind.\u{E0041}\u{E0042}\n';
    assert.equal(findSecret(hidden, put('AGENTS.md'), folder)?.isHidden, true);
    assert.equal(findSecret(hidden + leak, put('AGENTS.md'), folder)?.rule, 'github-token');
  });

  it('applies the policy that the user agreed to, and advises to agree to another', async () => {
    const file = put('test/a.txt');
    put('.service/secrets.json', JSON.stringify({ version: 1, allowPaths: ['test/'] }));
    assert.match(findSecret(leak, file, folder)?.advice ?? '', /has agreed to that policy/);
    await agreeToPolicy(home, folder);
    assert.equal(findSecret(leak, file, folder), undefined);
    assert.equal(findSecret(leak, put('src/a.txt'), folder)?.rule, 'github-token');
  });

  /** Agrees to a policy that allows made tokens by salted hashes, and returns these tokens. */
  const allowTokens = async (count: number): Promise<readonly string[]> => {
    const salt = newSalt();
    const tokens = Array.from({ length: count }, (_, index) => githubToken(index));
    const hashes = await Promise.all(tokens.map((token) => saltedHash(token, salt)));
    put(
      '.service/secrets.json',
      JSON.stringify({ version: 1, allowValues: hashes.map((hash) => ({ hash })) }),
    );
    await agreeToPolicy(home, folder);
    return tokens;
  };

  it('allows no more values than a hook has time to compute salted hashes for, in all texts together [R8]', async () => {
    const tokens = await allowTokens(mostHashesUnasked + 1);
    assert.equal(findSecret(tokens.slice(0, 2).join('\n'), put('a.txt'), folder), undefined);
    assert.equal(findSecret(tokens.slice(1, -1).join('\n'), put('b.txt'), folder), undefined);
    assert.deepEqual(findSecret(tokens.slice(-2).join('\n'), put('c.txt'), folder), {
      rule: 'github-token',
      line: 2,
      advice: undefined,
    });
  });

  it('refuses a text when the time is over before each of its values is looked up', async () => {
    const tokens = await allowTokens(2);
    let looks = 0;
    const late = new EventScan(limitThatEnds(() => ++looks > 1));
    const text = tokens.join('\n');
    assert.equal(late.findSecret(text, put('a.txt'), folder), undefined);
    assert.throws(() => late.findSecret(text, put('a.txt'), folder), tooLate);
  });

  it('finds the rules of the nearest project, for files, new ones, links to them and prompts', () => {
    put('.git/HEAD');
    put('.service/secrets.json', rules);
    const file = put('sub/deep/a.txt');
    const found = { rule: 'project/acme', line: 1, advice: undefined };
    for (const path of [file, join(folder, 'new/a.txt')])
      assert.deepEqual(findSecret(own, path, folder), found);
    assert.deepEqual(findSecret(own, undefined, join(folder, 'sub')), found);
    put('other/.git/HEAD');
    symlinkSync('../sub/deep/a.txt', join(folder, 'other/link'));
    assert.deepEqual(findSecret(own, join(folder, 'other/link'), folder), found);
    assert.equal(findSecret(own, undefined, undefined), undefined);
    assert.equal(findSecret(own, undefined, ''), undefined);
  });

  it('finds no rules above a repository', () => {
    put('.service/secrets.json', rules);
    put('repository/.git/HEAD');
    assert.equal(findSecret(own, put('repository/a.txt'), folder), undefined);
    assert.equal(findSecret(own, undefined, join(folder, 'repository')), undefined);
  });

  it('refuses every text below a policy that is not a file or that does not parse', () => {
    mkdirSync(join(folder, 'a/.service/secrets.json'), { recursive: true });
    put('b/.service/secrets.json', '{"rules":');
    put('c/target', rules);
    mkdirSync(join(folder, 'c/.service'));
    symlinkSync('../target', join(folder, 'c/.service/secrets.json'));
    for (const name of ['a', 'b', 'c'])
      assert.throws(() => findSecret('clean', put(`${name}/a.txt`), folder), {
        constructor: Unreadable,
        message: '.service/secrets.json cannot be used',
      });
  });

  it('refuses a text when the time is over before the rules of the project are compared', () => {
    put('.service/secrets.json', rules);
    const { findSecret: findLate } = new EventScan(noTime);
    assert.throws(() => findLate('clean', put('a.txt'), folder), tooLate);
  });

  it('looks for the rules of a folder once, because an event may have hundreds of texts', () => {
    const file = put('a.txt');
    assert.equal(findSecret('clean', file, folder), undefined);
    put('.service/secrets.json', rules);
    assert.equal(findSecret(own, file, folder), undefined);
  });

  describe('by the policies of projects', () => {
    const policies = new EventPolicies(endlessTime);
    const tokens = [githubToken(1), githubToken(2)] as const;
    const text = tokens.map((token) => `TOKEN=${token}\n`).join('');
    const policy = async (content: object, { agrees = true } = {}): Promise<void> => {
      put('.service/secrets.json', JSON.stringify({ version: 1, ...content }));
      if (agrees) await agreeToPolicy(home, folder);
    };
    const judgeIn = (content: string, path: string | undefined, root: string | undefined) => {
      const { findings, advice } = policies.unallowed(content, scan(content).findings, path, root);
      const [finding] = findings;
      return { finding, advice };
    };
    const judge = (path: string | undefined, root: string | undefined = folder) => judgeIn(text, path, root);
    const lineOf = (path: string | undefined, root?: string): number | undefined =>
      judge(path, root).finding?.line;

    it('returns the first finding without a policy, a folder or a real file', () => {
      put('sub/a.txt');
      assert.deepEqual([lineOf(join(folder, 'sub/a.txt')), judge(undefined).advice], [1, undefined]);
      assert.equal(judgeIn(text, undefined, undefined).finding?.line, 1);
      assert.equal(judgeIn(text, undefined, '').finding?.line, 1);
      symlinkSync('nowhere', join(folder, 'broken'));
      assert.equal(lineOf(join(folder, 'broken')), 1);
    });

    it('skips the findings whose values are allowed, in files and prompts', async () => {
      await policy({ allowValues: [{ hash: unsaltedHash(tokens[0]) }] });
      assert.deepEqual([lineOf(put('a.txt')), lineOf(undefined)], [2, 2]);
      await policy({ allowValues: tokens.map((token) => ({ hash: unsaltedHash(token) })) });
      assert.deepEqual(judge(put('a.txt')), { finding: undefined, advice: undefined });
      assert.deepEqual(judge(undefined), { finding: undefined, advice: undefined });
    });

    it('allows a path for files and for no prompt', async () => {
      await policy({ allowPaths: ['**'] });
      assert.deepEqual([lineOf(put('sub/a.txt')), lineOf(undefined)], [undefined, 1]);
    });

    it('allows a value of the baseline in its file only', async () => {
      await policy({ baseline: { 'sub/a.txt': [unsaltedHash(tokens[0])] } });
      assert.deepEqual([lineOf(put('sub/a.txt')), lineOf(put('b.txt')), lineOf(undefined)], [2, 1, 1]);
    });

    it('applies the policy of the target of a link, and none to a file outside of it', async () => {
      await policy({ allowPaths: ['**'] });
      put('home/secret.txt');
      mkdirSync(join(folder, 'home/project/.git'), { recursive: true });
      symlinkSync(put('fixture.txt'), join(folder, 'home/project/link'));
      symlinkSync('../other.txt', join(folder, 'home/project/other'));
      writeFileSync(join(folder, 'home/project/own.txt'), '');
      assert.equal(lineOf(join(folder, 'home/project/link')), undefined);
      assert.equal(lineOf(join(folder, 'home/project/own.txt')), 1);
    });

    it('advises to agree only where the policy would allow everything', async () => {
      await policy(
        { allowPaths: ['sub/'], allowValues: [{ hash: unsaltedHash(tokens[0]) }] },
        { agrees: false },
      );
      const file = judge(put('sub/a.txt'));
      assert.equal(file.finding?.line, 1);
      assert.match(file.advice ?? '', /has agreed to that policy/);
      assert.deepEqual([lineOf(put('b.txt')), judge(put('b.txt')).advice], [1, undefined]);
    });

    it('adds the findings of the rules of the project, except for the policy itself', async () => {
      const rules = [{ id: 'acme', pattern: 'acme_[0-9a-f]{8}' }];
      await policy({ rules }, { agrees: false });
      const rule = (path: string | undefined): string | undefined =>
        judgeIn('acme_0123abcd', path, folder).finding?.rule;
      assert.deepEqual([rule(put('a.txt')), rule(undefined)], ['project/acme', 'project/acme']);
      assert.equal(rule(join(folder, '.service/secrets.json')), undefined);
      assert.equal(judgeIn(text, put('a.txt'), folder).finding?.rule, 'github-token');
    });

    it('fails for a rule that cannot be used', () => {
      put('.service/secrets.json', JSON.stringify({ version: 1, rules: [{ id: 'acme', pattern: '(' }] }));
      assert.throws(() => judge(put('a.txt')), /rules/);
    });
  });
});
