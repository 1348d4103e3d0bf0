import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { startGroup, type ProcessGroup } from '../processGroup.ts';
import { temporaryFolder } from '../temporaryFolder.ts';
import { openGateway, preparingPath } from './gateway.ts';
import type { EditorHome } from './home.ts';
import type { InstalledEditor } from './install.ts';

/** How to start an editor. Its settings and installed extensions must already be in its home. */
export interface EditorOptions {
  readonly home: EditorHome;
  /** Asks before it trusts a folder, as a new desktop does. Otherwise everything is trusted. */
  readonly workspaceTrust?: boolean;
  /**
   * Loads the development extension named in a window's address. From 1.110 on an editor with it shows no toasts, and
   * without it ignores that extension.
   */
  readonly smokeTestDriver?: boolean;
  /** Secrets outlive the page (and the editor, for the same listener and browser profile). Otherwise they live in memory. */
  readonly secretKey?: Buffer | undefined;
  /** Secrets that a window has at its first start, by `secretKeyOf`. Needs a `secretKey`. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** See {@link GatewayOptions.listener}. */
  readonly listener?: Server | undefined;
  /** Loads only these of the extensions that come with the editor, by their folders. Otherwise all of them. */
  readonly builtIn?: readonly string[] | undefined;
  readonly env?: NodeJS.ProcessEnv;
}

export interface WindowTarget {
  readonly folder?: string;
  readonly workspace?: string;
  /** Folder of an extension under development. */
  readonly development?: string;
  /** Name of a profile of the editor. Otherwise the default one. */
  readonly profile?: string;
  /** CommonJS module whose `run()` the window's extension host calls. */
  readonly tests?: string;
}

export interface RunningEditor {
  readonly home: EditorHome;
  readonly origin: string;
  readonly log: string;
  /** Settles when the server ends, with its exit code. */
  readonly exited: Promise<number | null>;
  address(target: WindowTarget): string;
  /** Ends the editor and all its processes. Its files stay. */
  stop(): Promise<void>;
}

const startTimeoutMs = 60_000;

/** Starts an editor on a new socket behind a port of the loopback, and waits until it answers. */
export async function startEditor(
  installed: InstalledEditor,
  options: EditorOptions,
): Promise<RunningEditor> {
  const { home } = options;
  // A socket's path may have only 107 bytes, so it can't lie in just any home.
  const temporary = temporaryFolder('editor');
  const socket = join(temporary, 's');
  const builtIn = options.builtIn && (await linkExtensions(installed, options.builtIn, temporary));
  const server = await startGroup(installed.node, serverArguments(installed, options, socket, builtIn), {
    env: environment(options, temporary),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log = join(home.folder, 'server.log');
  const logFile = createWriteStream(log, { flags: 'a' });
  const logged = Promise.all(
    [server.child.stdout, server.child.stderr].map(async (stream) => {
      if (stream) await pipeline(stream, logFile, { end: false });
    }),
  );

  const cleanUp = async (): Promise<void> => {
    await server.stop();
    await logged;
    logFile.end();
    await rm(temporary, { recursive: true, force: true });
  };
  try {
    await listening(server, socket, log);
    const { listener, secretKey, secrets } = options;
    const gateway = await openGateway(socket, { listener, secretKey, secrets });
    const page = secrets ? preparingPath : '/';
    return {
      home,
      origin: gateway.origin,
      log,
      exited: server.exited,
      address: (target) => addressOf(gateway.origin, page, target),
      stop: async () => {
        await gateway.close();
        await cleanUp();
      },
    };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}

/**
 * Makes a folder of links to extensions that come with the editor; a version of the editor may lack some of them.
 * @returns the path of the folder, inside `parent`
 */
async function linkExtensions(
  { serverMain }: InstalledEditor,
  names: readonly string[],
  parent: string,
): Promise<string> {
  const all = join(serverMain, '../../extensions');
  const folder = join(parent, 'extensions');
  await mkdir(folder);
  for (const name of names)
    if (existsSync(join(all, name))) await symlink(join(all, name), join(folder, name));
  return folder;
}

function serverArguments(
  installed: InstalledEditor,
  options: EditorOptions,
  socket: string,
  builtIn: string | undefined,
): string[] {
  const { home, workspaceTrust, smokeTestDriver } = options;
  return [
    installed.serverMain,
    '--socket-path',
    socket,
    // The permissions of the socket's folder and the gateway decide who may connect.
    '--without-connection-token',
    '--accept-server-license-terms',
    '--telemetry-level',
    'off',
    '--user-data-dir',
    home.userData,
    '--extensions-dir',
    home.extensions,
    '--server-data-dir',
    home.serverData,
    ...(builtIn === undefined ? [] : ['--builtin-extensions-dir', builtIn]),
    ...(smokeTestDriver ? ['--enable-smoke-test-driver'] : []),
    ...(workspaceTrust ? [] : ['--disable-workspace-trust']),
  ];
}

/**
 * The environment of this process stays out, so that no test depends on a token or a proxy that happens to be set. Only
 * the folder of compiled code is passed on, which saves each editor of `npm test` some processor time.
 */
function environment({ home, env }: EditorOptions, temporary: string): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE } = process.env;
  return {
    ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
    PATH: process.env.PATH,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    TMPDIR: temporary,
    HOME: home.home,
    // Without an extension gallery, the editor sends no requests about extensions.
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    ...env,
  };
}

async function listening(server: ProcessGroup, socket: string, log: string): Promise<void> {
  const ended = server.exited.then((code) => {
    throw new Error(`The editor ended at its start (exit ${code ?? 'by a signal'}); see ${log}.`);
  });
  const answers = async (): Promise<void> => {
    const end = Date.now() + startTimeoutMs;
    while (!(await accepts(socket))) {
      if (Date.now() > end)
        throw new Error(`The editor did not listen within ${startTimeoutMs / 1000} s; see ${log}.`);
      await pause(50);
    }
  };
  // `ended` rejects again when the editor is stopped, and is not awaited any more then.
  ended.catch(() => undefined);
  await Promise.race([ended, answers()]);
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(socket);
    probe.once('connect', () => {
      probe.destroy();
      resolve(true);
    });
    probe.once('error', () => resolve(false));
  });
}

function addressOf(
  origin: string,
  page: string,
  { folder, workspace, development, profile, tests }: WindowTarget,
): string {
  const remote = (path: string): string => `vscode-remote://${new URL(origin).host}${path}`;
  const payload: [string, string][] = [];
  if (development !== undefined) payload.push(['extensionDevelopmentPath', remote(development)]);
  if (profile !== undefined) payload.push(['profile', profile]);
  if (tests !== undefined) payload.push(['extensionTestsPath', remote(tests)]);
  const query = new URLSearchParams();
  if (folder !== undefined) query.set('folder', folder);
  if (workspace !== undefined) query.set('workspace', workspace);
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return `${origin}${page}?${query.toString()}`;
}
