import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '../freePorts.ts';
import { installServer } from './install.ts';
import { Missing } from '../cache.ts';
import type { RealVersion } from './versions.ts';

export interface RealServer {
  readonly version: string;
  readonly url: string;
  readonly java: string;
  /** Everything this run wrote; gone after `stop`. */
  readonly directory: string;
  /** Ends the processes. The data stay. */
  halt(): Promise<void>;
  /** Starts the server again after `halt`, at the same address, and waits until it says UP. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

const patienceMs = 300_000;
/** Id of Debian's user without rights: the search engine refuses to run as root. */
const nobody = 65_534;

/** Starts a fresh server (empty database) on loopback and waits until it says UP. Throws `Missing` if this machine cannot run it. */
export async function startServer(server: RealVersion, say: (text: string) => void): Promise<RealServer> {
  const java = findJava(server.java);
  const { major, jdk } = server.java;
  if (java === undefined)
    throw new Missing(`${server.version} needs a ${jdk ? 'full JDK' : 'Java'} ≥ ${major}`);
  const installed = await installServer(server, say);
  const directory = fs.mkdtempSync(join(tmpdir(), `server-${server.version}-`));
  // A copy: root's cache is closed to the user the server runs as, and a server writes into its home.
  const home = join(directory, 'home');
  fs.cpSync(installed, home, { recursive: true });
  const asRoot = process.getuid?.() === 0;
  if (asRoot) execFileSync('chown', ['-R', `${nobody}:${nobody}`, directory]);
  const ports = await freePorts(3);
  const url = `http://127.0.0.1:${ports[0] ?? 0}`;
  const log = fs.createWriteStream(join(directory, 'launcher.log'));
  const start = (): ChildProcess => {
    say(`Starting server ${server.version} on ${url} …`);
    const started = spawn(java, launcherArguments(home, ports), {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: directory, SONAR_JAVA_PATH: java },
      // In a new process group, because a launcher that is killed leaves three Java processes behind.
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(asRoot && { uid: nobody, gid: nobody }),
    });
    started.stdout.pipe(log, { end: false });
    started.stderr.pipe(log, { end: false });
    return started;
  };
  let launcher = start();
  process.once('exit', () => killGroup(launcher, 'SIGKILL'));
  const halt = () => end(launcher);
  const resume = async (): Promise<void> => {
    launcher = start();
    await untilUp(url, launcher, directory);
  };
  const stop = async (): Promise<void> => {
    await halt();
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilUp(url, launcher, directory);
  } catch (error) {
    await stop();
    throw error;
  }
  return { version: server.version, url, java, directory, halt, resume, stop };
}

/** @param ports those of the pages, the search engine and the database */
function launcherArguments(home: string, ports: readonly number[]): string[] {
  const [port = 0, searchPort = 0, databasePort = 0] = ports;
  const jar = fs.readdirSync(join(home, 'lib')).find((name) => name.startsWith('sonar-application-'));
  const small = '-XX:+UseSerialGC -XX:TieredStopAtLevel=1';
  const properties: Record<string, string | number | boolean> = {
    'sonar.web.host': '127.0.0.1',
    'sonar.web.port': port,
    'sonar.search.port': searchPort,
    'sonar.embeddedDatabase.port': databasePort,
    'sonar.es.bootstrap.checks.disable': true,
    'sonar.telemetry.enable': false,
    'sonar.updatecenter.activate': false,
    'sonar.validateWebhooks': false,
    'sonar.web.javaOpts': `-Xmx512m -Xms64m ${small}`,
    'sonar.ce.javaOpts': `-Xmx384m -Xms64m ${small}`,
    'sonar.search.javaOpts': '-Xmx256m -Xms256m -XX:TieredStopAtLevel=1',
  };
  const given = Object.entries(properties).map(([name, value]) => `-D${name}=${value}`);
  return ['-Xms8m', '-Xmx32m', '-jar', join('lib', jar ?? ''), ...given];
}

async function untilUp(url: string, launcher: ChildProcess, directory: string): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    await pause(500);
    if (launcher.exitCode !== null) throw new Error(`The server ended:\n${tail(directory)}`);
    if ((await statusOf(url)) === 'UP') return;
  }
  throw new Error(`The server was not up after ${patienceMs / 1000} s:\n${tail(directory)}`);
}

async function statusOf(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${url}/api/system/status`, { signal: AbortSignal.timeout(5000) });
    return ((await answer.json()) as { status?: string }).status;
  } catch {
    // Refused, hanging or not JSON: it is still starting.
    return undefined;
  }
}

function tail(directory: string): string {
  return fs.readFileSync(join(directory, 'launcher.log'), 'utf8').split('\n').slice(-30).join('\n');
}

async function end(launcher: ChildProcess): Promise<void> {
  // The launcher stops its three children in order; the group is what is left of them after that.
  launcher.kill('SIGTERM');
  for (let i = 0; i < 100 && launcher.exitCode === null && launcher.signalCode === null; i++)
    await pause(100);
  killGroup(launcher, 'SIGKILL');
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch (error) {
    // All processes of the group have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The lowest Java on this machine that starts the server: JAVA_HOME, PATH, /usr/lib/jvm. Undefined: none. */
export function findJava({ major, jdk }: RealVersion['java']): string | undefined {
  const installed = fs
    .readdirSync('/usr/lib/jvm', { withFileTypes: true })
    .map(({ name }) => join('/usr/lib/jvm', name));
  const candidates = [process.env.JAVA_HOME, ...installed]
    .filter((home) => home !== undefined)
    .map((home) => join(home, 'bin/java'))
    .filter((java) => fs.existsSync(java) && (!jdk || fs.existsSync(java.replace(/java$/, 'javac'))));
  return [...candidates, ...(jdk ? [] : ['java'])]
    .map((java) => ({ java, found: majorOf(java) }))
    .filter(({ found }) => found >= major)
    .sort((a, b) => a.found - b.found)[0]?.java;
}

/** Returns the major version; 0 if the program is missing or does not run here. */
function majorOf(java: string): number {
  // It prints to stderr.
  const { stderr } = spawnSync(java, ['-XshowSettings:properties', '-version'], { encoding: 'utf8' });
  return Number(/java\.specification\.version = (\d+)/.exec(stderr)?.[1] ?? 0);
}
