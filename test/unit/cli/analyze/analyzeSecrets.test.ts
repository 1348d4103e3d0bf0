import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyzeCommand } from '../../../../src/cli/analyze/analyzeCommand.ts';
import { exitCodes } from '../../../../src/cli/exitCodes.ts';
import { newSalt, saltedHash, unsaltedHash } from '../../../../src/secrets/policy/allowedValues.ts';
import { eachHardFolder, linesOf, runCli, type CliOptions, type CliRun } from '../../../support/cliRun.ts';
import { gitIn } from '../../../support/gitIn.ts';
import { githubToken, randomText, userToken } from '../../../support/madeSecrets.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { fieldOf, fieldsOf } from '../../../support/lists.ts';
import { put } from '../../../support/tempFolder.ts';

const token = githubToken(21);
const leak = `const t = '${token}';\n`;

/** Neither a digest of the value, with no salt or one of the text itself, nor the start of one. */
function assertNoOrdinaryHash(text: string, value: string): void {
  const salts = ['', ...(text.match(/[\da-f]{16,}/g) ?? [])];
  for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512'])
    for (const salt of salts)
      for (const input of [`${salt}${value}`, `${value}${salt}`])
        for (const encoding of ['hex', 'base64'] as const) {
          const digest = createHash(algorithm).update(input).digest(encoding).slice(0, 16);
          assert.ok(!text.includes(digest), `${algorithm} of the value`);
        }
}

describe('analyze secrets', () => {
  let folder: string;
  eachHardFolder((made) => (folder = made));
  const write = (files: Readonly<Record<string, string | Buffer>>): void => {
    for (const [name, content] of Object.entries(files)) put(join(folder, name), content);
  };
  const analyzeIn = (
    below: string,
    args: readonly string[],
    more: Partial<CliOptions> = {},
  ): Promise<CliRun> =>
    runCli(['analyze', 'secrets', ...args], {
      rows: [analyzeCommand],
      cwd: join(folder, below),
      env: homeVariables(join(tmpdir(), 'home-that-is-absent')),
      ...more,
    });
  const analyze = (...args: string[]): Promise<CliRun> => analyzeIn('', args);
  /** As text, JSON and SARIF. */
  const inEachFormat = (path: string): Promise<CliRun[]> =>
    Promise.all([analyzeIn('', [path], { text: true }), analyze(path), analyze(path, '--sarif')]);
  const git = (...args: string[]): string => gitIn(folder, ...args);
  const policyFile = '.service/secrets.json';
  const writePolicy = (policy: object): void =>
    write({ [policyFile]: JSON.stringify({ version: 1, ...policy }) });

  it('reports a token with a wrong checksum with low confidence and the reason, and fails only with --low', async () => {
    const invented = `ghp_${randomText(36, 3)}`;
    write({ '.env': `GITHUB_TOKEN=${invented}\nOTHER=ghp_${'x'.repeat(36)}\n` });
    const run = await analyze();
    assert.equal(run.exitCode, exitCodes.fine, run.stderr);
    const [line, ...rest] = linesOf(run);
    assert.deepEqual([rest, line?.rule, line?.line, line?.confidence], [[], 'github-token', 1, 'low']);
    assert.match(String(line?.reason), /checksum is wrong: probably a sample/);
    assert.match(run.stderr, /No secrets in 1 file, except 1 probable sample/);
    assert.equal((await analyze('--low')).exitCode, exitCodes.findings);
    git('init', '-q');
    git('add', '-A');
    const staged = await analyze('--staged');
    assert.deepEqual([staged.exitCode, staged.stdout], [exitCodes.fine, '']);
  });

  it('answers one line per finding and ends with 51', async () => {
    write({ 'src/a.ts': `\nconst t = '${token}';\n`, 'src/b.ts': 'const x = 1;\n' });
    const run = await analyze('src');
    assert.equal(run.exitCode, exitCodes.findings);
    const [line, ...rest] = linesOf(run);
    assert.deepEqual(rest, []);
    assert.deepEqual(
      { file: line?.file, line: line?.line, column: line?.column, rule: line?.rule },
      { file: join('src', 'a.ts'), line: 2, column: 12, rule: 'github-token' },
    );
    assert.ok(!(run.stdout + run.stderr).includes(token.slice(4)));
  });

  it('scans standard input', async () => {
    const run = await analyzeIn('', ['--stdin'], { stdin: `log in with ${userToken(5)}` });
    assert.equal(run.exitCode, exitCodes.findings);
    assert.deepEqual(fieldsOf(linesOf(run), 'file', 'line', 'rule'), [['stdin', 1, 'sonar-user-token']]);
  });

  it('scans the staged content, not the work tree', async () => {
    git('init', '-q');
    write({ 'kept.ts': leak, 'sub/new file é.ts': '1' });
    git('add', 'kept.ts');
    git('commit', '-qm', 'x');
    write({ 'sub/new file é.ts': leak });
    git('add', '.');
    write({ 'sub/new file é.ts': 'gone\n', 'unstaged.ts': leak });
    for (const relative of ['false', 'true']) {
      git('config', 'diff.relative', relative);
      const run = await analyzeIn('sub', ['--staged']);
      assert.deepEqual(fieldsOf(linesOf(run), 'file', 'line'), [['new file é.ts', 1]]);
    }
    git('reset', '-q', '--hard');
    assert.equal((await analyze('--staged')).exitCode, exitCodes.fine);
  });

  it('passes over what git ignores, unless it is named', async () => {
    git('init', '-q');
    write({ '.gitignore': 'out/\n', 'out/a.ts': leak });
    assert.equal((await analyze()).exitCode, exitCodes.fine);
    assert.equal((await analyze('out')).exitCode, exitCodes.findings);
  });

  it('obeys the allow-lists of the project, also from a folder below', async () => {
    write({ 'test/fixtures/a.ts': leak, 'src/b.ts': leak });
    writePolicy({ allowPaths: ['test/fixtures/'] });
    const found = linesOf(await analyze('--trust-policy'));
    assert.deepEqual(fieldOf(found, 'file'), [join('src', 'b.ts')]);
    for (const hash of [unsaltedHash(token), await saltedHash(token, newSalt())]) {
      writePolicy({ allowValues: [{ hash, reason: 'revoked' }] });
      assert.equal((await analyzeIn('src', ['--trust-policy'])).exitCode, exitCodes.fine);
    }
  });

  it('answers nothing from which a weak password can be guessed with ordinary hashes [R14]', async () => {
    const password = 'Winter2025!';
    write({ 'a.properties': `db.password=${password}\n` });
    for (const run of await inEachFormat('a.properties')) {
      assert.equal(run.exitCode, exitCodes.findings);
      assertNoOrdinaryHash(run.stdout + run.stderr, password);
    }
  });

  it('writes a baseline from which a weak password cannot be guessed with ordinary hashes [R14]', async () => {
    const password = 'Winter2025!';
    const policy = join(folder, policyFile);
    write({ 'a.properties': `db.password=${password}\nother.password=Spring1999#\n` });
    // The unsalted baseline of an older version is replaced.
    writePolicy({ baseline: { 'a.properties': [unsaltedHash(password)] } });
    assert.equal((await analyze('--write-baseline')).exitCode, exitCodes.fine);
    const text = readFileSync(policy, 'utf8');
    assertNoOrdinaryHash(text, password);
    const salts = [...text.matchAll(/"scrypt:([\da-f]{32}):[\da-f]{32}"/g)].map(([, salt]) => salt);
    assert.equal(salts.length, 2);
    assert.equal(new Set(salts).size, 1);
    // Written again, it stays as it is.
    assert.equal((await analyze('--write-baseline')).exitCode, exitCodes.fine);
    assert.equal(readFileSync(policy, 'utf8'), text);
  });

  it('reports only new secrets after a baseline', async () => {
    write({ 'a.ts': leak });
    assert.equal((await analyze('--write-baseline')).exitCode, exitCodes.fine);
    assert.ok(!readFileSync(join(folder, policyFile), 'utf8').includes(token));
    assert.equal((await analyze('--trust-policy')).exitCode, exitCodes.fine);
    write({ 'b.ts': `const t = '${githubToken(22)}';\n` });
    assert.deepEqual(fieldOf(linesOf(await analyze('--trust-policy')), 'file'), ['b.ts']);
  });

  it('keeps the baseline of files that a run with --write-baseline does not read, as long as they exist', async () => {
    const secret = (seed: number): string => `const t = '${githubToken(seed)}';\n`;
    write({ 'a/one.ts': secret(21), 'b/two.ts': secret(22), 'b/three.ts': secret(23) });
    assert.equal((await analyze('--write-baseline')).exitCode, exitCodes.fine);
    write({ 'a/one.ts': '', 'a/four.ts': secret(24) });
    rmSync(join(folder, 'b/two.ts'));
    assert.equal((await analyze('a', '--write-baseline')).exitCode, exitCodes.fine);
    const { baseline } = JSON.parse(readFileSync(join(folder, policyFile), 'utf8')) as { baseline: object };
    assert.deepEqual(Object.keys(baseline), ['a/four.ts', 'b/three.ts']);
  });

  it('writes no baseline through a link of the repository [R1]', async () => {
    write({ 'project/a.ts': leak, 'outside/x': '' });
    symlinkSync('../outside', join(folder, 'project/.service'));
    assert.equal((await analyzeIn('project', ['--write-baseline'])).exitCode, exitCodes.failed);
    assert.deepEqual(readdirSync(join(folder, 'outside')), ['x']);
  });

  it('scans the file behind a link that is named', async () => {
    write({ 'project/b.ts': '', 'outside.ts': leak });
    symlinkSync('../outside.ts', join(folder, 'project/a.ts'));
    assert.equal((await analyzeIn('project', ['a.ts'])).exitCode, exitCodes.findings);
  });

  it('writes SARIF without the secret', async () => {
    write({ 'a b.ts': `const password = '${randomText(20, 2)}';\n` });
    const run = await analyze('--sarif');
    assert.equal(run.exitCode, exitCodes.findings);
    const log = JSON.parse(run.stdout) as {
      version: string;
      runs: [
        {
          results: {
            ruleId: string;
            locations: [{ physicalLocation: { artifactLocation: { uri: string } } }];
          }[];
        },
      ];
    };
    assert.equal(log.version, '2.1.0');
    const [result] = log.runs[0].results;
    assert.ok(result);
    assert.equal(result.ruleId, 'generic-password');
    assert.equal(result.locations[0].physicalLocation.artifactLocation.uri, 'a%20b.ts');
    assert.ok(!run.stdout.includes(randomText(20, 2)));
  });

  it('gives findings in SARIF fingerprints of their place that say nothing of the values [R14]', async () => {
    const fingerprints = async (...lines: readonly string[]): Promise<string[]> => {
      write({ 'a.properties': lines.join('\n') });
      const log = JSON.parse((await analyze('a.properties', '--sarif')).stdout) as {
        runs: [{ results: { partialFingerprints: Record<string, string> }[] }];
      };
      return log.runs[0].results.flatMap(({ partialFingerprints }) => Object.values(partialFingerprints));
    };
    const line = (value: string): string => `db.password=${value}`;
    const [first, second, ...rest] = await fingerprints(line('Winter2025!'), line('Spring1999#'));
    assert.ok(first !== undefined && second !== undefined && first !== second);
    assert.deepEqual(rest, []);
    // Other values, other lines: only the place counts.
    const moved = await fingerprints('# moved', '', line('Autumn2031?'), line('Winter2025!'));
    assert.deepEqual(moved, [first, second]);
  });

  it('examines a named file with zero bytes in it [R14]', async () => {
    const utf16 = `日本語の説明書です。日本語の説明書です。\ntoken: ${token}`;
    write({
      'few.env': Buffer.concat([Buffer.from([0, 1, 2]), Buffer.from(`token = ${token}\n`)]),
      'late.env': Buffer.from(`${'x'.repeat(6000)}\0\ntoken = ${token}\n`),
      'noMark.txt': Buffer.from(utf16, 'utf16le'),
      'bigEndian.txt': Buffer.from(utf16, 'utf16le').swap16(),
      'odd.bin': Buffer.concat([Buffer.from([7, 0, 0]), Buffer.from(utf16, 'utf16le')]),
      'plain.bin': Buffer.from([0, 1, 2, 3]),
    });
    for (const file of ['few.env', 'late.env', 'noMark.txt', 'bigEndian.txt', 'odd.bin']) {
      const run = await analyze(file);
      assert.equal(run.exitCode, exitCodes.findings, file);
      assert.deepEqual(fieldOf(linesOf(run), 'rule'), ['github-token'], file);
    }
    const plain = await analyze('plain.bin');
    assert.equal(plain.exitCode, exitCodes.fine);
    assert.match(plain.stderr, /No secrets in 1 file\./);
  });

  it('says that a named pipe was not scanned, and ends with 1', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const run = await analyze('pipe');
    assert.equal(run.exitCode, exitCodes.failed);
    assert.match(run.stderr, /pipe was not scanned: it is not a regular file/);
  });

  it('prints no control character of a file name, in text, JSON and SARIF [R10]', async () => {
    const name = 'x\n::error::forged\u001B[2K\u009B1m\u202Etxt.ts';
    write({ [name]: leak });
    for (const run of await inEachFormat(name)) {
      assert.equal(run.exitCode, exitCodes.findings);
      assert.doesNotMatch((run.stdout + run.stderr).replaceAll('\n', ''), /[\p{Cc}\p{Cf}]/u);
      assert.doesNotMatch(run.stdout + run.stderr, /^::/m);
    }
    const missing = await analyze('y\n::error::forged');
    assert.match(missing.stderr, /y\\n::error::forged was not scanned/);
  });

  it('names the files that it could not scan with the reason, and ends with 1', async () => {
    for (const [file, reason] of [
      ['missing.ts', /missing\.ts was not scanned: the file does not exist/],
      // Windows says of a long name that there is no such file.
      [
        `${'long'.repeat(100)}.ts`,
        /\.ts was not scanned: (?:cannot be read \(ENAMETOOLONG\)|the file does not exist)/,
      ],
    ] as const) {
      const run = await analyze(file);
      assert.equal(run.exitCode, exitCodes.failed);
      assert.match(run.stderr, reason);
    }
  });

  it('applies the own rules of the project without consent, except to the policy and to files outside', async () => {
    const rules = [{ id: 'acme', pattern: 'acme_[0-9a-f]{8}', examples: ['acme_00000000'] }];
    write({
      [`project/${policyFile}`]: JSON.stringify({ version: 1, rules }),
      'project/a.txt': 'acme_0123abcd',
      'other/a.txt': 'acme_0123abcd',
    });
    const run = await analyzeIn('project', ['.', '.service/secrets.json', '../other/a.txt']);
    assert.equal(run.exitCode, exitCodes.findings, run.stderr);
    assert.deepEqual(fieldsOf(linesOf(run), 'file', 'rule'), [['a.txt', 'project/acme']]);
    const stdin = await analyzeIn('project', ['--stdin'], { stdin: 'acme_0123abcd' });
    assert.deepEqual(fieldsOf(linesOf(stdin), 'rule', 'masked'), [['project/acme', 'a************']]);
  });

  it('names the field of an own rule that cannot be used, and scans nothing', async () => {
    writePolicy({ rules: [{ id: 'a', pattern: '(' }] });
    write({ 'a.txt': token });
    const run = await analyze();
    assert.equal(run.exitCode, exitCodes.failed);
    assert.match(run.stderr, /secrets\.json: rules\.0\.pattern: /);
    assert.equal(run.stdout, '');
  });

  it('names the fields of a policy that do not exist, and those that do', async () => {
    writePolicy({ rules: [{ id: 'a', pattern: 'b', entropie: 3 }], alowPaths: [] });
    const { stderr } = await analyze();
    assert.match(
      stderr,
      /secrets\.json: "alowPaths" is no field of a policy\. Did you mean allowPaths\? Its fields are version, allowPaths/,
    );
    assert.match(
      stderr,
      /secrets\.json: "entropie" is no field of rule 1\. Did you mean entropy\? Its fields are id, pattern, words, entropy/,
    );
  });

  it('refuses options that contradict each other, and a malformed policy', async () => {
    assert.equal((await analyze('--stdin', '--staged')).exitCode, exitCodes.invalidOptions);
    write({ [policyFile]: '{' });
    const run = await analyze();
    assert.equal(run.exitCode, exitCodes.failed);
    assert.match(run.stderr, /secrets\.json is not JSON/);
  });
});
