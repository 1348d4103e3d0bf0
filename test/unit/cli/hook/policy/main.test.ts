import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EventPolicies } from '../../../../../src/cli/hook/policy/main.ts';
import { unsaltedHash } from '../../../../../src/secrets/policy/allowedValues.ts';
import { scan } from '../../../../../src/secrets/scan.ts';
import { withHookBundles, withServiceHome } from '../../../../support/hookBundles.ts';
import { agreeToPolicy } from '../../../../support/hookedProject.ts';
import { endlessTime } from '../../../../support/timeLimits.ts';
import { githubToken } from '../../../../support/madeSecrets.ts';
import { eachFolder, put as putFile } from '../../../../support/tempFolder.ts';

const tokens = [githubToken(1), githubToken(2)] as const;
const text = tokens.map((token) => `TOKEN=${token}\n`).join('');

describe('the policies of an event', () => {
  const policies = new EventPolicies(endlessTime);
  let folder: string;
  withHookBundles();
  let userHome: string;
  eachFolder((made) => {
    [folder, userHome] = [join(made, 'open'), join(made, 'home')];
    mkdirSync(folder);
  });
  withServiceHome(() => join(userHome, '.service'));

  const put = (name: string, content = ''): string => putFile(join(folder, name), content);
  const policy = async (content: object, { agrees = true } = {}): Promise<void> => {
    put('.service/secrets.json', JSON.stringify({ version: 1, ...content }));
    if (agrees) await agreeToPolicy(userHome, folder);
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

  it('fails for a policy that cannot be used', () => {
    put('.service/secrets.json', '{');
    assert.throws(() => judge(put('a.txt')));
    put('.service/secrets.json', JSON.stringify({ version: 1, rules: [{ id: 'acme', pattern: '(' }] }));
    assert.throws(() => judge(put('a.txt')), /rules/);
  });
});
