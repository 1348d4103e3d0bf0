import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { builtCli } from '../../../support/builtCli.ts';
import { eachHardFolder } from '../../../support/cliRun.ts';
import { homeVariables } from '../../../support/homeVariables.ts';
import { githubToken, randomText } from '../../../support/madeSecrets.ts';

const value = `postgres://app:${randomText(20, 1)}@db.acme.dev/app`;

interface RunOptions {
  readonly input?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Below the project. */
  readonly folder?: string;
}

const node = (code: string): string[] => ['--', process.execPath, '-e', code];
const printUrl = node(
  'console.log("url " + process.env.DATABASE_URL); console.error(process.env.DATABASE_URL)',
);

describe('service-cli run', () => {
  let project: string;
  let home: string;
  let env: NodeJS.ProcessEnv;
  let commands: string;
  before(async () => {
    commands = join(await builtCli(), 'commands.js');
  });
  eachHardFolder((folder) => {
    [project, home] = [join(folder, 'project'), join(folder, 'home')];
    for (const one of [project, home, join(project, '.git')]) mkdirSync(one);
    env = {
      ...homeVariables(home),
      PATH: process.env.PATH,
      SERVICE_KEYRING: 'off',
      SERVICE_STORE_PASSPHRASE: 'a long passphrase',
    };
  });
  const run = (words: readonly string[], options: RunOptions = {}) =>
    spawnSync(process.execPath, [commands, ...words], {
      cwd: join(project, options.folder ?? ''),
      env: { ...env, ...options.env },
      input: options.input ?? '',
      encoding: 'utf8',
    });

  it('gives a stored secret to a program and masks it in both outputs [A11]', () => {
    const stored = run(['secret', 'set', 'DATABASE_URL'], { input: `${value}\n` });
    assert.deepEqual([stored.status, stored.stdout.includes(value)], [0, false], stored.stderr);
    assert.equal(run(['secret', 'list']).stdout, 'DATABASE_URL\n');
    const { status, stdout, stderr } = run(['run', '--with', 'DATABASE_URL', ...printUrl]);
    assert.equal(status, 0);
    assert.match(stdout, /^url ‹hidden by service-cli: DATABASE_URL #\d+, unchanged at its source›\n$/);
    assert.match(stderr, /^‹hidden by service-cli: DATABASE_URL #\d+, unchanged at its source›\n$/);
    const length = run([
      'run',
      '--with',
      'DATABASE_URL',
      ...node('console.log(process.env.DATABASE_URL.length)'),
    ]);
    assert.equal(length.stdout, `${value.length}\n`);
    const files = readdirSync(join(home, '.service/service-cli'), { withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile()))
      assert.ok(!readFileSync(join(file.parentPath, file.name), 'utf8').includes(value), file.name);
    assert.equal(run(['secret', 'remove', 'DATABASE_URL']).status, 0);
    assert.equal(run(['secret', 'list']).stdout, '');
    const gone = run(['run', '--with', 'DATABASE_URL', ...printUrl]);
    assert.match(gone.stderr, /There is no value for DATABASE_URL.*\n.*service-cli secret set DATABASE_URL/);
    assert.deepEqual([gone.status, gone.stdout], [1, '']);
    assert.match(run(['secret', 'remove', 'DATABASE_URL']).stderr, /There is no secret DATABASE_URL/);
  });

  it('takes a secret from the keyring before .env.local, .env and the environment', () => {
    const show = node('console.log(process.env.TOKEN.slice(0, 3))');
    const first = (): string =>
      run(['run', '--with', 'TOKEN', ...show], { env: { TOKEN: '111-abcdefgh' } }).stdout;
    assert.equal(first(), '111\n');
    writeFileSync(join(project, '.env'), 'TOKEN="222-abcdefgh"\n');
    assert.equal(first(), '222\n');
    writeFileSync(join(project, '.env.local'), 'TOKEN=333-abcdefgh # local\n');
    assert.equal(first(), '333\n');
    assert.equal(run(['secret', 'set', 'TOKEN'], { input: '444-abcdefgh' }).status, 0);
    assert.equal(first(), '444\n');
  });

  it('takes a secret from .env of the folder above', () => {
    mkdirSync(join(project, 'app'));
    writeFileSync(join(project, '.env'), 'TOKEN="222-abcdefgh"\n');
    const { stdout, stderr } = run(
      ['run', '--with', 'TOKEN', ...node('console.log(process.env.TOKEN.length)')],
      { folder: 'app' },
    );
    assert.equal(stdout, '12\n', stderr);
  });

  it('starts no program of the working folder by its name alone', () => {
    copyFileSync(process.execPath, join(project, process.platform === 'win32' ? 'migrate.exe' : 'migrate'));
    const started = (name: string) =>
      run(['run', '--with', 'TOKEN', '--', name, '-p', '1'], {
        env: { TOKEN: randomText(24, 7), PATH: ['.', '', process.env.PATH].join(delimiter) },
      });
    const { status, stdout, stderr } = started('migrate');
    assert.deepEqual([status, stdout], [1, '']);
    assert.match(stderr, /migrate was not found/);
    assert.equal(started('./migrate').stdout, '1\n');
  });

  it('masks what was not named: secrets of .env, of the environment, and what the engine finds', () => {
    const [inFile, inEnvironment, token] = [randomText(24, 3), randomText(24, 4), githubToken(5)];
    writeFileSync(join(project, '.env'), `DB_PASSWORD=${inFile}\nPORT=3000\n`);
    const code = `console.log(${JSON.stringify(`${inFile} 3000 production token=${token}`)}, process.env.API_KEY)`;
    const { stdout } = run(['run', '--mask', ...node(code)], { env: { API_KEY: inEnvironment } });
    assert.doesNotMatch(stdout, new RegExp(`${inFile}|${inEnvironment}|${token}`));
    assert.match(stdout, /^‹hidden[^›]+› 3000 production token=‹hidden[^›]+› ‹hidden[^›]+›\n$/);
  });

  it('masks a value that a program prints in pieces, with pauses, and shows a question at once', async () => {
    const code = `
        const value = process.env.TOKEN;
        const parts = ['Continue? ', value.slice(0, 5), value.slice(5, 11), value.slice(11), ' end'];
        const next = () => { if (parts.length) { process.stdout.write(parts.shift()); setTimeout(next, 300); } };
        next();`;
    const words = [commands, 'run', '--with', 'TOKEN', ...node(code)];
    const token = randomText(24, 6);
    const child = spawn(process.execPath, words, { cwd: project, env: { ...env, TOKEN: token } });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    await once(child.stdout, 'data');
    assert.equal(stdout, 'Continue? ');
    assert.deepEqual(await once(child, 'close'), [0, null]);
    assert.match(stdout, /^Continue\? ‹hidden by service-cli: TOKEN #\d+, unchanged at its source› end$/);
  });

  it('keeps standard input, the exit code, bytes that are no text, and the end by a signal', () => {
    const echo = node('process.stdin.pipe(process.stdout); process.exitCode = 7');
    const { status, stdout } = run(['run', '--mask', ...echo], { input: 'in\r\nput' });
    assert.deepEqual([status, stdout], [7, 'in\r\nput']);
    const bytes = node('process.stdout.write(Buffer.from([0, 255, 10, 128, 13, 200]))');
    assert.equal(run(['run', '--mask', ...bytes]).stdout, Buffer.from([0, 255, 10, 128, 13, 200]).toString());
    assert.equal(run(['run', '--mask', ...node('process.kill(process.pid, "SIGTERM")')]).signal, 'SIGTERM');
  });

  it('passes signals on to the program and waits for its end', async () => {
    const code = `
        process.on('SIGINT', () => { console.log('int'); });
        process.on('SIGTERM', () => { console.log('term'); process.exit(9); });
        console.log('ready'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, [commands, 'run', '--mask', ...node(code)], { cwd: project, env });
    let stdout = '';
    child.stdout.setEncoding('utf8');
    for (const [heard, signal] of [
      ['ready\n', 'SIGINT'],
      ['ready\nint\n', 'SIGTERM'],
    ] as const) {
      while (stdout !== heard) stdout += ((await once(child.stdout, 'data')) as [string])[0];
      child.kill(signal);
    }
    assert.deepEqual(await once(child, 'close'), [9, null]);
  });

  it('says that a short value is not masked, and what it cannot start', () => {
    const short = run(['run', '--with', 'PIN', ...node('console.log(process.env.PIN)')], {
      env: { PIN: '1234567' },
    });
    assert.match(short.stderr, /Not masked, because it has fewer than 8 characters: PIN/);
    assert.equal(short.stdout, '1234567\n');
    const missing = run(['run', '--mask', '--', 'no-such-program']);
    assert.deepEqual([missing.status, missing.stdout], [1, '']);
    assert.match(missing.stderr, /no-such-program was not found/);
    for (const words of [
      ['run', '--', 'true'],
      ['run', '--with', 'A-B', '--', 'true'],
      ['secret', 'set', '1A'],
    ])
      assert.equal(run(words).status, 2, words.join(' '));
    assert.match(run(['run', '--mask', '--allow', '--', 'npm', 'test']).stderr, /requires a terminal/);
  });

  it('lets a program send or store the value, which no mask can prevent', () => {
    const store = node('require("fs").writeFileSync("kept", process.env.TOKEN)');
    const token = randomText(24, 9);
    run(['run', '--with', 'TOKEN', ...store], { env: { TOKEN: token } });
    assert.equal(readFileSync(join(project, 'kept'), 'utf8'), token);
    const reversed = node('console.log([...process.env.TOKEN].reverse().join(""))');
    assert.equal(
      run(['run', '--with', 'TOKEN', ...reversed], { env: { TOKEN: token } }).stdout,
      `${Array.from(token).reverse().join('')}\n`,
    );
  });
});
