import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorCommand } from '../../../src/cli/commands/doctor.ts';
import type { CheckResult } from '../../../src/cli/doctor/checkServer.ts';
import { builtCli } from '../../support/builtCli.ts';
import { usePlatform } from '../../contract/usePlatform.ts';
import { answerOf, type CliOptions, type CliRun, eachHardFolder, runCli } from '../../support/cliRun.ts';
import { CompanyAuthority, startForwarder } from '../../support/companyNetwork.ts';
import { startServer } from '../../support/httpServer.ts';
import { withIntegrateFixture } from '../../support/integrateFixture.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { modeHere } from '../../support/modeHere.ts';
import { put } from '../../support/tempFolder.ts';

function findingsOf(run: CliRun): readonly CheckResult[] {
  return answerOf(run).findings as readonly CheckResult[];
}

function findingOf(run: CliRun, check: string): CheckResult {
  const found = findingsOf(run).find((finding) => finding.check === check);
  assert.ok(found, `There is no finding about ${check}: ${run.stdout}`);
  return found;
}

describe('doctor', () => {
  const { platform } = usePlatform();
  let authority: CompanyAuthority;
  before(() => {
    authority = new CompanyAuthority();
  });
  after(() => authority[Symbol.asyncDispose]());
  let home: string;
  eachHardFolder((folder) => (home = folder));
  const access = (): NodeJS.ProcessEnv => ({ SERVICE_URL: platform.url, SERVICE_TOKEN: platform.token });
  const diagnose = async (
    env: NodeJS.ProcessEnv,
    args: readonly string[] = [],
    more: Partial<CliOptions> = {},
  ): Promise<CliRun> =>
    runCli(['doctor', ...args], {
      rows: [doctorCommand],
      cwd: home,
      bundles: await builtCli(),
      env: { ...homeVariables(home), SERVICE_KEYRING: 'off', ...env },
      ...more,
    });

  it('finds nothing wrong with a platform that answers, and exits with 0', async () => {
    const run = await diagnose(access());
    assert.deepEqual([run.exitCode, answerOf(run).ok], [0, true], run.stdout);
    assert.deepEqual(
      findingsOf(run).map(({ check, status }) => `${check}: ${status}`),
      ['versions', 'files', 'settings', 'path', 'name', 'platform', 'clock', 'login', 'hooks'].map(
        (check) => `${check}: ok`,
      ),
    );
    assert.equal(findingOf(run, 'hooks').text, 'No agent integration is installed.');
  });

  it('prints neither tokens nor passwords, not even those in variables [N6]', async () => {
    const secrets = { SERVICE_PROXY_PASSWORD: 'hunter2', SERVICE_CLIENT_PASSPHRASE: 'hunter2' };
    const env = {
      ...access(),
      ...secrets,
      HTTPS_PROXY: 'http://jane:hunter2@127.0.0.1:9',
      NO_PROXY: 'http://jane:hunter2@intern.example.com',
    };
    for (const text of [true, false]) {
      const { stdout, stderr } = await diagnose(env, [], { text });
      for (const secret of [platform.token, 'hunter2', 'jane'])
        assert.ok(!(stdout + stderr).includes(secret));
    }
  });

  it('names the address of a server that speaks http where https was given', async () => {
    const run = await diagnose({}, ['--url', platform.url.replace('http:', 'https:')]);
    const { text, fix } = findingOf(run, 'certificate');
    assert.deepEqual([text, fix], ['The server speaks http.', `Use ${platform.url}.`]);
    assert.equal(run.exitCode, 1);
  });
  it('names the address of a server that speaks https, trusted or not, where http was given', async () => {
    await using forwarder = await startForwarder(platform.url, { tls: authority.issue('IP:127.0.0.1') });
    const run = await diagnose({}, ['--url', `http://127.0.0.1:${forwarder.port}`]);
    const { text, fix } = findingOf(run, 'platform');
    const expected = ['The server speaks https.', `Use https://127.0.0.1:${forwarder.port}.`];
    assert.deepEqual([text, fix], expected);
  });
  it('shows the certificates of a server that is not trusted, the fix, and exits with 1', async () => {
    await using forwarder = await startForwarder(platform.url, { tls: authority.issue('IP:127.0.0.1') });
    const run = await diagnose({ ...access(), SERVICE_URL: `https://127.0.0.1:${forwarder.port}` });
    assert.equal(run.exitCode, 1);
    const { status, text, fix, details } = findingOf(run, 'certificate');
    assert.equal(status, 'failed');
    assert.match(text, /is not trusted/);
    assert.match(fix ?? '', /config set ca-file/);
    assert.match(details?.[0] ?? '', /^server\d+, issued by Company, valid until \d{4}-/);
    const later = findingsOf(run).map(({ check }) => check);
    assert.ok(!later.includes('platform'), 'A step that could only fail for the same reason is left out');
  });

  it('reports a certificate whose date is no date', async () => {
    const { key, cert } = authority.issue('IP:127.0.0.1');
    const bytes = Buffer.from(cert.replace(/-----.*-----/g, ''), 'base64');
    // The second UTCTime is the end of the certificate: YYMMDDhhmmssZ.
    const tag = Buffer.from([0x17, 13]);
    bytes.write('99', bytes.indexOf(tag, bytes.indexOf(tag) + 15) + 4);
    const pem = `-----BEGIN CERTIFICATE-----\n${bytes.toString('base64')}\n-----END CERTIFICATE-----\n`;
    await using forwarder = await startForwarder(platform.url, { tls: { key, cert: pem } });
    const run = await diagnose({}, ['--url', `https://127.0.0.1:${forwarder.port}`]);
    const { status, details } = findingOf(run, 'certificate');
    assert.equal(status, 'failed', run.stdout);
    assert.match(details?.[0] ?? '', /^server\d+, issued by Company, valid until an unknown time/);
  });

  it('warns of a certificate that ends soon', async () => {
    await using forwarder = await startForwarder(platform.url, { tls: authority.issue('IP:127.0.0.1') });
    const run = await diagnose({
      ...access(),
      SERVICE_URL: `https://127.0.0.1:${forwarder.port}`,
      SERVICE_CA_FILE: authority.file,
    });
    const { status, text } = findingOf(run, 'certificate');
    assert.equal(status, 'warning');
    assert.match(text, /ends in 1 days?\./);
    assert.equal(run.exitCode, 0, run.stdout);
  });

  it('names a proxy that cannot be reached', async () => {
    const run = await diagnose({
      SERVICE_TOKEN: platform.token,
      SERVICE_URL: 'https://quality.invalid',
      HTTPS_PROXY: 'http://127.0.0.1:9',
    });
    assert.equal(run.exitCode, 1);
    assert.match(
      findingOf(run, 'path').text,
      /through the proxy http:\/\/127\.0\.0\.1:9 \(from HTTPS_PROXY\)/,
    );
    assert.match(findingOf(run, 'certificate').text, /The proxy .* could not be reached \(ECONNREFUSED\)/);
  });

  it('names a host that cannot be resolved', async () => {
    const run = await diagnose({}, ['--url', 'https://quality.invalid']);
    assert.equal(run.exitCode, 1);
    assert.match(findingOf(run, 'name').text, /The name quality\.invalid cannot be resolved/);
  });

  it('measures how far the clocks differ', async () => {
    const late = new Date(Date.now() - 600_000).toUTCString();
    await using server = await startServer((_, response) =>
      response.writeHead(200, { Date: late }).end('{"status":"UP","version":"26.9.0"}'),
    );
    const { status, text } = findingOf(await diagnose({}, ['--url', server.url]), 'clock');
    assert.equal(status, 'warning');
    assert.match(text, /is (?:599|600|601|602) s ahead of that of the platform/);
  });

  it('sends no token to the server of --url [N6]', async () => {
    const seen: unknown[] = [];
    await using server = await startServer(({ headers }, response) => {
      seen.push(headers.authorization);
      response.end('{"status":"UP","version":"26.9.0"}');
    });
    const run = await diagnose(access(), ['--url', server.url]);
    assert.equal(run.exitCode, 0, run.stdout);
    assert.deepEqual(new Set(seen), new Set([undefined]));
  });

  it('reports a token that the platform refuses, and leaves the login as it is', async () => {
    const run = await diagnose({ ...access(), SERVICE_TOKEN: 'squ_wrong' });
    assert.equal(run.exitCode, 1);
    const { text, fix } = findingOf(run, 'login');
    assert.match(text, /refused the token/);
    // A login would change nothing: the token of the environment has precedence.
    assert.match(String(fix), /SERVICE_TOKEN/);
  });

  it('warns when the user is not logged in, and exits with 0', async () => {
    const run = await diagnose({});
    assert.equal(run.exitCode, 0);
    const { status, fix } = findingOf(run, 'login');
    assert.equal(status, 'warning');
    assert.match(fix ?? '', /auth login/);
  });

  it('reports a damaged settings file with its path', async () => {
    put(join(home, '.service/service-cli/config.json'), '{');
    const run = await diagnose(access());
    assert.equal(run.exitCode, 1);
    assert.match(findingOf(run, 'files').text, /config\.json/);
  });

  it('reports a hook that was damaged', () =>
    withIntegrateFixture(async ({ run, project, home: user }) => {
      assert.equal((await run('integrate cursor --non-interactive')).exitCode, 0);
      writeFileSync(join(project, '.cursor/hooks.json'), '{"version":1,"hooks":{}}');
      const result = await diagnose(homeVariables(user), [], { cwd: project });
      assert.equal(result.exitCode, 1);
      const { status, fix } = findingOf(result, 'hooks');
      assert.equal(status, 'failed', result.stdout);
      assert.match(fix ?? '', /system status/);
    }));

  it('writes the report to a private file with --output', async () => {
    const run = await diagnose(access(), ['--output', 'report.txt'], { text: true });
    const file = join(home, 'report.txt');
    assert.equal(run.exitCode, 0);
    assert.equal(run.stdout, `Wrote ${file}.\n`);
    assert.match(run.stderr, /no tokens and passwords/);
    assert.match(readFileSync(file, 'utf8'), /^✓ service-cli 5/);
    assert.equal(statSync(file).mode & 0o777, modeHere(0o600));
  });

  const present: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ['file', (path) => writeFileSync(path, 'own'), /exists/],
    ['link', (path) => symlinkSync('mine', path), /is not a file/],
    ['folder', (path) => mkdirSync(path), /is not a file/],
  ];
  for (const [what, make, reason] of present)
    it(`replaces no ${what} by the report without a question`, async () => {
      writeFileSync(join(home, 'mine'), 'mine', { mode: 0o644 });
      const path = join(home, 'report.txt');
      make(path);
      const before = lstatSync(path);
      const run = await diagnose(access(), ['--output', path], { text: true });
      assert.equal(run.exitCode, 2);
      assert.match(run.stderr, reason);
      const { ino, mode, size } = lstatSync(path);
      assert.deepEqual([ino, mode, size], [before.ino, before.mode, before.size]);
      const mine = join(home, 'mine');
      assert.deepEqual([readFileSync(mine, 'utf8'), statSync(mine).mode & 0o777], ['mine', modeHere(0o644)]);
    });

  it('says that an address is no relay', async () => {
    const run = await diagnose(access(), ['--relay', platform.url]);
    assert.equal(run.exitCode, 1);
    assert.match(findingOf(run, 'relay').text, /not like a relay/);
  });
});
