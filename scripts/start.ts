/**
 * `npm start`: the product on real input. Builds it, starts the embedded platform, analyses a copy of this repository's
 * `src/core` and shows that copy in a real editor with the packaged extension, bound to the analysed project.
 *
 * `-- --no-open` opens no browser, `-- --desktop` uses the `code` on PATH, as on systems on which the headless editor
 * does not run, `-- --real` starts a real server in the embedded platform's place, `-- --migration` starts with the
 * settings of version 3.5.4 instead of a connection. So does `--desktop`: the keyring of a desktop cannot be prepared.
 * stdout gets the address, stderr the rest.
 */
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { messageOf } from '../src/core/failures.ts';
import { isOnPath } from '../src/node/process/findProgram.ts';
import {
  demoProject,
  demoSettings,
  layOutConnection,
  layOutWorkspace,
  legacySettings,
  ownBreakable,
  type DemoPlatform,
  type DemoWorkspace,
} from './demo/workspace.ts';
import { startEditor } from './editor/editor.ts';
import { newSecretKey } from './editor/gateway.ts';
import { layOutHome, type EditorHome } from './editor/home.ts';
import { hasHeadlessEditor, installEditor } from './editor/install.ts';
import { latestEditor } from './editor/versions.ts';
import { packagedExtension } from './packagedExtension.ts';
import { run, startGroup, type ProcessGroup } from './processGroup.ts';
import { scriptOptions } from './scriptOptions.ts';
import { temporaryFolder } from './temporaryFolder.ts';
import { once } from 'node:events';

const root = join(import.meta.dirname, '..');
const cli = join(root, 'dist/cli.js');

interface EmbeddedPlatform {
  readonly url: string;
  readonly token: string;
  /** Password of the user `admin`. */
  readonly adminPassword: string;
  /** Analyses a folder as a project, which is created at the first time. The gate is `OK`, `ERROR` or `NONE`. */
  readonly analyze: (folder: string, projectKey: string) => Promise<{ readonly gate: string }>;
  readonly stop: () => Promise<void>;
}

async function startEmbeddedPlatform(): Promise<EmbeddedPlatform> {
  const group = await startGroup(process.execPath, [cli, 'platform', 'start', '--json', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { stdout } = group.child;
  if (stdout === null) throw new Error('The platform has no stdout.');
  const ended = group.exited.then((code) => {
    throw new Error(`The platform ended at its start (exit ${code ?? 'by a signal'}).`);
  });
  // It also rejects when the platform ends normally, and is not awaited any more then.
  ended.catch(() => undefined);
  const [line] = (await Promise.race([once(createInterface(stdout), 'line'), ended])) as [string];
  const { url, token, adminPassword } = JSON.parse(line) as EmbeddedPlatform;
  return {
    url,
    token,
    adminPassword,
    analyze: async (folder, projectKey) => {
      const args = ['platform', 'analyze', folder, '--json', '--project', projectKey, '--url', url];
      const answer = await run(process.execPath, [cli, ...args], root, { SERVICE_TOKEN: token });
      return JSON.parse(answer) as { gate: string };
    },
    stop: group.stop,
  };
}

/** Opens a folder in the `code` on PATH, with a separate home. The group ends when its window is closed. */
async function startDesktop(home: EditorHome, folder: string): Promise<ProcessGroup> {
  if (!isOnPath('code'))
    throw new Error('There is no `code` on PATH. In VS Code: "Shell Command: Install \'code\' command".');
  return startGroup('code', [
    '--new-window',
    '--wait',
    '--disable-workspace-trust',
    '--user-data-dir',
    home.userData,
    '--extensions-dir',
    home.extensions,
    folder,
  ]);
}

/** Opens an address in the user's browser. Does nothing without a desktop or browser, because the address is printed too. */
async function openInBrowser(address: string): Promise<void> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env;
  if (process.platform === 'linux' && DISPLAY === undefined && WAYLAND_DISPLAY === undefined) return;
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  try {
    await startGroup(opener, [address], { stdio: 'ignore' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/**
 * Listens for single keys where stdin is a terminal, else for the same letters as lines. The end of stdin is
 * ignored: a demo started by a script runs until it is stopped. Returns a function that releases stdin.
 * @param flip at `f`: breaks or repairs the code
 * @param quit at `q` and Ctrl-C
 */
function listenForKeys(flip: () => void, quit: () => void): () => void {
  const { stdin } = process;
  const onCommand = (command: string): void => {
    if (command === 'f') flip();
    else if (command === 'q' || command === '\u0003' || command === '\u0004') quit();
  };
  if (!stdin.isTTY) {
    const lines = createInterface(stdin).on('line', (line) => onCommand(line.trim()));
    return () => lines.close();
  }
  const onKeys = (keys: Buffer): void => {
    for (const key of keys.toString()) onCommand(key);
  };
  stdin.setRawMode(true).on('data', onKeys).resume();
  return () => stdin.off('data', onKeys).setRawMode(false).pause();
}

const started = Date.now();

/** The running parts in the order of their start. They are stopped in the opposite order. */
const running: (() => Promise<void>)[] = [];

function say(line: string): void {
  const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(5);
  // Raw mode leaves the cursor where the line ends.
  process.stderr.write(`${seconds} s  ${line}\r\n`);
}

interface Shown {
  /** For a browser; none on a desktop. */
  readonly address?: string;
  readonly ended: Promise<unknown>;
}

/** @param secrets what the browser stores before it shows the editor */
async function show(
  desktop: boolean,
  home: EditorHome,
  folder: string,
  secrets: Readonly<Record<string, string>> | undefined,
): Promise<Shown> {
  if (desktop) {
    const code = await startDesktop(home, folder);
    running.push(code.stop);
    return { ended: code.exited };
  }
  const installed = await installEditor(latestEditor, say);
  const editor = await startEditor(installed, { home, secretKey: newSecretKey(), secrets });
  running.push(() => editor.stop());
  return { address: editor.address({ folder }), ended: editor.exited };
}

async function startEmulator(real: boolean): Promise<DemoPlatform> {
  if (real) {
    say('Starting a real server, which takes a minute or two');
    const { startRealPlatform } = await import('./demo/realPlatform.ts');
    return startRealPlatform(say);
  }
  say('Starting the embedded platform');
  const platform = await startEmbeddedPlatform();
  say(`Sign in to its pages as admin with the password ${platform.adminPassword}`);
  return {
    ...platform,
    breakable: ownBreakable,
    analyze: (folder) => platform.analyze(folder, demoProject),
  };
}

/** One change of the code at a time: the next one would analyze the same files. */
function flipper(platform: DemoPlatform, workspace: DemoWorkspace): () => void {
  let busy = false;
  const flip = async (): Promise<void> => {
    busy = true;
    try {
      const broken = await workspace.toggleIssue();
      say(`${broken ? 'Broke' : 'Mended'} the code; analyzing …`);
      const { gate } = await platform.analyze(workspace.folder);
      say(`Quality gate of ${demoProject}: ${gate}`);
    } catch (error) {
      say(messageOf(error));
    } finally {
      busy = false;
    }
  };
  return () => {
    if (!busy) void flip();
  };
}

async function start(quit: () => void): Promise<void> {
  const { values } = scriptOptions({
    options: {
      desktop: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      real: { type: 'boolean', default: false },
      migration: { type: 'boolean', default: false },
    },
  });
  const isDesktop = values.desktop || !hasHeadlessEditor;
  if (isDesktop && !values.desktop)
    say('The headless editor does not run on this system: using the installed VS Code (--desktop)');
  say('Building');
  await run(process.execPath, ['scripts/build.ts'], root);

  const platform = await startEmulator(values.real);
  running.push(platform.stop);

  const folder = temporaryFolder('demo');
  const workspace = await layOutWorkspace(root, join(folder, 'service-demo'), platform.breakable);
  const { url, token } = platform;
  const migrates = values.migration || isDesktop;
  const settings = { ...demoSettings, ...(migrates && legacySettings(url, token)) };
  const home = await layOutHome(join(folder, 'editor'), settings, await packagedExtension());
  const secrets = migrates ? undefined : await layOutConnection(home, url, token);
  say(values.real ? 'Analysing the demo' : 'Analysing a copy of src/core');
  const [{ gate }, shown] = await Promise.all([
    platform.analyze(workspace.folder),
    show(isDesktop, home, workspace.folder, secrets),
  ]);
  void shown.ended.then(quit);

  say(`Platform ${platform.url}, project ${demoProject}, quality gate ${gate}`);
  const flip = flipper(platform, workspace);
  const letGo = listenForKeys(flip, quit);
  running.push(() => {
    letGo();
    return Promise.resolve();
  });
  if (shown.address !== undefined) {
    say('The editor:');
    process.stdout.write(`${shown.address}\r\n`);
    if (!values['no-open']) await openInBrowser(shown.address);
  }
  say('f breaks or repairs the code, so that the quality gate changes; q ends the demo');
}

/** Ends everything, also half-way through the start; what is not known yet is ended by `exit`. */
async function stop(): Promise<void> {
  say('Stopping');
  for (const end of running.reverse()) await end();
}

let quit = (): void => undefined;
const toldToQuit = new Promise<void>((resolve) => {
  quit = resolve;
  // Ctrl-C comes twice: from the terminal, and passed on by npm. The second must not end the clean-up.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, resolve);
});

try {
  await Promise.race([start(quit), toldToQuit]);
  await toldToQuit;
} catch (error) {
  say(messageOf(error));
  process.exitCode = 1;
}
await stop();
process.exit();
