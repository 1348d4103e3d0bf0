import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { configCommand } from '../../../src/cli/commands/config.ts';
import {
  answerOf,
  type CliOptions,
  type CliRun,
  eachHardFolder,
  linesOf,
  runCli,
} from '../../support/cliRun.ts';
import { CompanyAuthority } from '../../support/companyNetwork.ts';
import { homeVariables } from '../../support/homeVariables.ts';
import { fieldOf } from '../../support/lists.ts';
import { modeHere } from '../../support/modeHere.ts';

const proxy = 'http://jane@proxy.example.com:3128';
const store = { SERVICE_STORE_PASSPHRASE: 'passphrase' };
const password = 'hunter2hunter2';

describe('the command config', () => {
  let home: string;
  let file: string;
  eachHardFolder((folder) => {
    home = folder;
    file = join(home, '.service/service-cli/config.json');
  });
  const run = (args: string, { env, ...more }: Partial<CliOptions> = {}): Promise<CliRun> =>
    runCli(args.split(' '), {
      rows: [configCommand],
      cwd: home,
      env: { ...homeVariables(home), SERVICE_KEYRING: 'off', ...env },
      ...more,
    });

  it('keeps a value for all servers and one for a single server, in a private file', async () => {
    await run('config set proxy http://all.example.com:3128');
    await run('config set proxy none --origin https://quality.example.com/path');
    assert.equal(answerOf(await run('config get proxy')).value, 'http://all.example.com:3128');
    const one = await run('config get proxy --origin https://quality.example.com');
    assert.equal(answerOf(one).value, 'none');
    assert.equal(statSync(file).mode & 0o777, modeHere(0o600));
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), {
      version: 1,
      settings: { proxy: 'http://all.example.com:3128' },
      origins: { 'https://quality.example.com': { proxy: 'none' } },
    });
  });

  it('prefers its variable to the file, and the file to HTTPS_PROXY, and names the source', async () => {
    const env = { HTTPS_PROXY: 'http://common:1', SERVICE_PROXY: 'http://own:1' };
    const only = await run('config get proxy', { env: { HTTPS_PROXY: 'http://common:1' } });
    assert.deepEqual(answerOf(only), { setting: 'proxy', value: 'http://common:1', source: 'HTTPS_PROXY' });
    await run('config set proxy http://file:1');
    const { HTTPS_PROXY } = env;
    const stored = await run('config get proxy', { env: { HTTPS_PROXY } });
    assert.equal(answerOf(stored).source, 'service-cli config');
    assert.equal(answerOf(await run('config get proxy', { env })).source, 'SERVICE_PROXY');
    const all = linesOf(await run('config list', { env }));
    assert.deepEqual(fieldOf(all, 'source'), ['SERVICE_PROXY', 'service-cli config', 'HTTPS_PROXY']);
  });

  it('never prints the credentials in the address of a proxy', async () => {
    for (const address of ['http://jane:p@ss@proxy:1', 'jane:p@ss@proxy:1', 'http://jane:a/b@proxy:1'])
      for (const command of ['config get proxy', 'config list']) {
        const { stdout, stderr } = await run(command, { env: { HTTPS_PROXY: address } });
        assert.match(stdout, /\*\*\*@proxy:1/);
        assert.doesNotMatch(stdout + stderr, /jane|p@ss|a\/b/);
      }
  });

  it('keeps a password in the encrypted file, and prints it nowhere [U2]', async () => {
    await run(`config set proxy ${proxy}`);
    const set = await run('config set proxy-password', { stdin: `${password}\n`, env: store });
    assert.deepEqual(answerOf(set), { setting: 'proxy-password', storedIn: 'encryptedFile' }, set.stderr);
    const outputs = [set, await run('config get proxy-password'), await run('config list')];
    for (const { stdout, stderr } of outputs) assert.ok(!(stdout + stderr).includes(password));
    for (const path of [file, join(home, '.service/service-cli/secrets.json')])
      assert.ok(!readFileSync(path, 'utf8').includes(password));
    assert.equal((await run('config unset proxy-password')).exitCode, 0);
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), { version: 1, settings: { proxy } });
    assert.match(readFileSync(join(home, '.service/service-cli/secrets.json'), 'utf8'), /"entries": \{\}/);
  });

  it('keeps no password without a keyring and without the passphrase of the encrypted file', async () => {
    await run(`config set proxy ${proxy}`);
    const { exitCode, stderr } = await run('config set proxy-password', { stdin: password });
    assert.equal(exitCode, 1);
    assert.match(stderr, /SERVICE_STORE_PASSPHRASE[\s\S]*SERVICE_PROXY_PASSWORD/);
  });

  it('keeps the entries of a newer version that it does not know', async () => {
    mkdirSync(dirname(file), { recursive: true });
    const newer = { version: 1, future: { a: 1 }, settings: { 'new-setting': 'x' } };
    writeFileSync(file, JSON.stringify(newer));
    await run('config set system-ca false');
    const kept = JSON.parse(readFileSync(file, 'utf8')) as unknown;
    assert.deepEqual(kept, { ...newer, settings: { 'new-setting': 'x', 'system-ca': 'false' } });
  });

  it('stores the files of authorities with absolute paths', async () => {
    await using authority = new CompanyAuthority();
    writeFileSync(join(home, 'ca.pem'), authority.certificate);
    assert.equal(answerOf(await run('config set ca-file ca.pem')).value, join(home, 'ca.pem'));
  });

  const refused: readonly (readonly [args: string, says: RegExp, stdin?: string])[] = [
    ['set colour red', /there is no setting "colour"/],
    ['set proxy', /needs a value/],
    ['set proxy socks5://proxy:1080', /socks5:\/\/ is not supported/],
    ['set proxy http://jane:secret@proxy:1', /must not contain the password/],
    ['set proxy http://jane:12#secret@proxy:1', /it is not valid/],
    ['set proxy-password hunter2', /standard input/],
    ['set proxy-password', /no proxy whose password it is/, 'x'],
    ['set client-passphrase', /in one line/, ''],
    ['set system-ca maybe', /true or false/],
    ['set ca-file missing.pem', /missing\.pem .* cannot be read/],
    ['set client-certificate missing.p12', /missing\.p12 is not a file/],
    ['set proxy none --origin ftp://x', /--origin must be/],
  ];
  for (const [args, says, stdin = ''] of refused)
    it(`refuses "config ${args}" with exit code 2`, async () => {
      const { exitCode, stderr } = await run(`config ${args}`, { stdin });
      assert.equal(exitCode, 2, stderr);
      assert.match(stderr, says);
      assert.doesNotMatch(stderr, /secret@|hunter2/);
    });

  it('exits with 1 for a setting that is not set', async () => {
    const { exitCode, stdout, stderr } = await run('config get proxy');
    assert.deepEqual([exitCode, stdout], [1, '']);
    assert.match(stderr, /proxy is not set/);
  });
});
