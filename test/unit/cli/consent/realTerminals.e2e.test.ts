import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { posixQuote } from '../../../../src/core/shellWord.ts';
import { inTempFolder } from '../../../support/cliRun.ts';
import { skipWithout } from '../../../harness/testRecords.ts';

const asksUser = join(import.meta.dirname, 'asksUser.ts');

/** Starts the program in a terminal that another program makes, and returns what it says about the terminal. */
async function answerIn(
  folder: string,
  start: (command: string) => readonly [string, ...string[]],
): Promise<string> {
  const file = join(folder, 'answer');
  const command = [process.execPath, asksUser, file].map(posixQuote).join(' ');
  const answered = new Promise<void>((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(file) || readFileSync(file, 'utf8') === '') return;
      watcher.close();
      resolve();
    });
  });
  const [program, ...args] = start(command);
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
  await answered;
  if (child.exitCode === null && child.signalCode === null) {
    child.kill();
    await once(child, 'exit');
  }
  return readFileSync(file, 'utf8');
}

const has = (program: string): boolean =>
  ['/bin', '/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(join(folder, program)));

/** The ways by which an agent gets a terminal, in which a program has an answer typed. */
const makers: readonly (readonly [
  program: string,
  start: (command: string, folder: string) => readonly [string, ...string[]],
])[] = [
  ['script', (command) => ['script', '-qec', command, '/dev/null']],
  ['setsid', (command) => ['setsid', '--wait', 'script', '-qec', command, '/dev/null']],
  [
    'expect',
    // By default, expect ends the program after ten seconds. A busy machine may need longer to start it.
    (command) => ['expect', '-c', `set timeout -1; spawn sh -c ${JSON.stringify(command)}; expect eof`],
  ],
  [
    'tmux',
    (command, folder) => ['tmux', '-S', join(folder, 'socket'), '-f/dev/null', 'new-session', '-d', command],
  ],
  [
    'python3',
    (command) => ['python3', '-c', `import pty; pty.spawn(['sh', '-c', ${JSON.stringify(command)}])`],
  ],
];

describe('the terminal of a real program', () => {
  for (const [program, start] of makers)
    it(`is not the user's where ${program} made it [A4]`, async function () {
      if (process.platform !== 'linux') skipWithout(this, 'Linux');
      if (!has(program)) skipWithout(this, program);
      await inTempFolder(async (folder) => {
        const answer = await answerIn(folder, (command) => start(command, folder));
        assert.match(answer, /its terminal was made by|it was started by/);
      });
    });

  it("is the user's after a login over SSH, without a desktop [A4]", async function () {
    if (process.platform !== 'linux') skipWithout(this, 'Linux');
    for (const program of ['sshd', 'ssh']) if (!has(program)) skipWithout(this, program);
    await inTempFolder(async (folder) => {
      const { options, port, stop } = await startSshServer(folder);
      try {
        const user = `${userInfo().username}@127.0.0.1`;
        const answer = await answerIn(folder, (command) => [
          'ssh',
          '-tt',
          ...options,
          '-p',
          port,
          user,
          command,
        ]);
        assert.equal(answer, 'user');
      } finally {
        stop();
      }
    });
  });
});

/** Starts the server of OpenSSH on a free port of this machine, for a key that is made here. */
async function startSshServer(folder: string) {
  const keys = join(folder, 'keys');
  mkdirSync(keys, { mode: 0o700 });
  for (const name of ['host', 'user'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, name)]);
  writeFileSync(join(keys, 'authorized'), readFileSync(join(keys, 'user.pub')));
  chmodSync(join(keys, 'authorized'), 0o600);
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const port = String((probe.address() as AddressInfo).port);
  probe.close();
  await once(probe, 'close');
  const pidFile = join(folder, 'pid');
  const settings = {
    Port: port,
    ListenAddress: '127.0.0.1',
    HostKey: `"${join(keys, 'host')}"`,
    AuthorizedKeysFile: `"${join(keys, 'authorized')}"`,
    PidFile: `"${pidFile}"`,
    StrictModes: 'no',
    UsePAM: 'no',
  };
  const config = join(keys, 'config');
  writeFileSync(
    config,
    Object.entries(settings)
      .map((line) => `${line.join(' ')}\n`)
      .join(''),
  );
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true });
  // setsid: an agent that may run this test must not be above the server.
  const server = spawn('setsid', ['--fork', '/usr/sbin/sshd', '-D', '-e', '-f', config], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of server.stderr) if (String(line).includes('listening')) break;
  const options = [
    '-o',
    'StrictHostKeyChecking=no',
    '-o',
    'UserKnownHostsFile=/dev/null',
    '-o',
    'LogLevel=ERROR',
    '-i',
    join(keys, 'user'),
    '-F',
    'none',
  ];
  return { options, port, stop: () => process.kill(Number(readFileSync(pidFile, 'utf8'))) };
}
