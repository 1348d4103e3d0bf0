import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import type { ModelPlatform } from '../simulation/modelPlatform.ts';
import type { WindowSight } from './gateWindow.ts';
import { startServer } from './httpServer.ts';

/** Serves a model platform over HTTP, for windows in other processes. */
export const serveModel = (platform: ModelPlatform) =>
  startServer((request, response) => {
    const url = `http://platform${request.url ?? ''}`;
    const { status, body } = platform.answer({ method: 'GET', url });
    response.writeHead(status).end(body);
  });

/** A window in a separate process, which watches `p` on a platform and keeps its journal in a folder. */
export class WindowProcess {
  readonly #child: ChildProcess;

  constructor(folder: string, serverUrl: string, id: string) {
    this.#child = fork(new URL('gateWindow.ts', import.meta.url), [folder, serverUrl, id]);
  }

  async ask(message: 'look' | 'check'): Promise<WindowSight> {
    const answer = once(this.#child, 'message');
    this.#child.send(message);
    const [sight] = (await answer) as [WindowSight];
    return sight;
  }

  /** From now on no file of it may hold a byte, as on a full disk; or any size. Linux only. */
  async limitFiles(bytes: '0' | 'unlimited'): Promise<void> {
    await promisify(execFile)('prlimit', ['--pid', String(this.#child.pid), `--fsize=${bytes}:unlimited`]);
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.kill();
    await ended;
  }
}
