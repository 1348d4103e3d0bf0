import assert from 'node:assert/strict';
import { commandTable } from '../../../../src/cli/commandTable.ts';
import { usePlatform } from '../../../contract/usePlatform.ts';
import { linesOf, runLoggedIn, type CliRun } from '../../../support/cliRun.ts';
import { fieldOf } from '../../../support/lists.ts';

describe('listings of service-cli', () => {
  const { platform, admin } = usePlatform();

  before(async () => {
    await admin.project('shop', 'Shop');
    await admin.project('till', 'Till');
    const issues = [1, 2, 3].map(
      (line) => ({ line, severity: line === 1 ? 'BLOCKER' : 'MINOR', message: `Line ${line}` }) as const,
    );
    await admin.analyse('shop', { files: { 'src/a.ts': { source: 'a\nb\nc\n', issues } } });
  });

  const run = (args: readonly string[], text = false, token = platform.token): Promise<CliRun> =>
    runLoggedIn(args, commandTable, { url: platform.url, token }, text);

  it('issues list prints one line per issue with file, line, rule and key', async () => {
    const lines = linesOf(await run(['issues', 'list', '-p', 'shop']));
    assert.deepEqual(
      lines.map(({ file, line, message }) => [file, line, message]).sort(),
      [1, 2, 3].map((line) => ['src/a.ts', line, `Line ${line}`]),
    );
  });

  it('issues list prints text by file and line, aligned, with the numbers at the end', async () => {
    const { stdout } = await run(['issues', 'list', '-p', 'shop'], true);
    assert.equal(
      stdout,
      [
        'src/a.ts',
        '  1  BLOCKER  Line 1  external_test:rule-code_smell-blocker',
        '  2  MINOR    Line 2  external_test:rule-code_smell-minor',
        '  3  MINOR    Line 3  external_test:rule-code_smell-minor',
        '3 issues in 1 file: 1 BLOCKER, 2 MINOR',
        '',
      ].join('\n'),
    );
  });

  it('issues list filters by a severity of either vocabulary, and prints a page and where the next one is', async () => {
    const blockers = await run(['issues', 'list', '-p', 'shop', '--severity', 'BLOCKER']);
    assert.deepEqual(fieldOf(linesOf(blockers), 'line'), [1]);
    const minor = await run('issues list -p shop --severity MAJOR --severity LOW'.split(' '));
    assert.deepEqual(fieldOf(linesOf(minor), 'line'), [2, 3]);
    const page = await run(['issues', 'list', '-p', 'shop', '--limit', '2']);
    assert.equal(linesOf(page).length, 2);
    assert.equal(page.stderr, 'Showing 1 to 2 of 3. Next: --page 2, or --all.\n');
    const rest = await run(['issues', 'list', '-p', 'shop', '--limit', '2', '--page', '2']);
    assert.equal(linesOf(rest).length, 1);
    assert.equal(rest.stderr, 'Showing 3 to 3 of 3.\n');
    assert.equal(linesOf(await run(['issues', 'list', '-p', 'shop', '--all'])).length, 3);
  });

  const commands = [
    'issues list -p shop',
    'projects list',
    'measures -p shop',
    'webhooks list -p shop',
    'webhooks create -p shop --name Build --url https://build.example.com',
    'webhooks update KEY -p shop --name Build',
    'webhooks delete KEY --yes',
    'webhooks redeliver DELIVERY --unsigned',
  ];
  for (const command of commands)
    it(`${command} names the platform that refuses the token, and the fix`, async () => {
      const refused = await run(command.split(' '), true, 'squ_wrong');
      assert.equal(refused.exitCode, 1);
      assert.ok(refused.stderr.includes(`${platform.url} refused the token.`), refused.stderr);
      assert.match(refused.stderr, /service-cli auth status/);
    });

  it('projects list prints the projects by name, and searches', async () => {
    assert.deepEqual(linesOf(await run(['projects', 'list'])), [
      { key: 'shop', name: 'Shop' },
      { key: 'till', name: 'Till' },
    ]);
    assert.equal((await run(['projects', 'list', '--query', 'til'], true)).stdout, 'till  Till\n');
  });

  it('measures prints the values of the usual metrics, or of the given ones', async () => {
    const given = await run(['measures', '-p', 'shop', '-m', 'violations', '-m', 'ncloc']);
    assert.deepEqual(linesOf(given)[0], { metric: 'violations', value: '3' });
    assert.match((await run(['measures', '-p', 'shop'], true)).stdout, /^alert_status {14}OK\n/);
  });

  it('a listing refuses pages and limits that are no numbers', async () => {
    for (const args of [
      ['--page', '0'],
      ['--limit', '501'],
      ['--limit', 'x'],
      ['--all', '--page', '2'],
    ])
      assert.equal((await run(['projects', 'list', ...args])).exitCode, 2, args.join(' '));
  });

  it('issues list --all lists more issues than the platform returns of one search', async () => {
    await admin.project('old');
    const lines = Array.from({ length: 5001 }, (_, index) => index + 1);
    const source = 'x\n'.repeat(lines.length);
    for (let part = 1; part <= 2; part++) {
      const parts = Array.from({ length: part }, (_, index) => index + 1);
      const file = { source, issues: lines.map((line) => ({ line })) };
      const files = Object.fromEntries(parts.map((index) => [`${index}.ts`, file]));
      await admin.analyse('old', { files, date: Date.UTC(2020, part) });
    }
    const { stdout, stderr } = await run(['issues', 'list', '-p', 'old', '--all'], true);
    assert.match(stdout, /\n10,002 issues in 2 files: /);
    assert.equal(stderr, '');
  });
});
