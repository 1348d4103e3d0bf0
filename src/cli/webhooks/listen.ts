// eslint-disable-next-line no-restricted-imports -- runs the command line that the user gave with --exec, by a shell
import { spawn } from 'node:child_process';
import { messageOf } from '../../core/failures.ts';
import { WebhookReceiver, type Received } from '../../core/webhooks/receiver.ts';
import { listenForWebhooks } from '../../node/webhookListener.ts';
import { exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { secretFrom } from './secretFrom.ts';

export interface ListenOptions {
  readonly port: string;
  readonly path: string;
  /** Names of environment variables: a secret in an argument would stand in every list of processes. */
  readonly secretEnv: readonly string[];
  readonly exec?: string;
}

/** Takes deliveries until `stop`; answers each at once and works afterwards, one at a time. */
export async function listen(
  { terminal }: Context,
  options: ListenOptions,
  stop: AbortSignal,
): Promise<ExitCode> {
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw invalidOptions(`--port ${options.port} is no port`);
  if (!options.path.startsWith('/')) throw invalidOptions('--path begins with a slash');
  const secrets = options.secretEnv.map((name) => secretFrom(terminal.host.env, name));
  if (secrets.length === 0)
    terminal.warn('No --secret-env: deliveries are taken from anybody who can reach this port.');
  const { exec } = options;
  const listener = await listenForWebhooks({
    receiver: new WebhookReceiver({ secrets }),
    port,
    path: options.path,
    onDelivery: async (received, body) => {
      terminal.answer(recordOf(received), () => textOf(received));
      if (received.kind === 'accepted' && exec !== undefined) await run(exec, body);
    },
    onError: (error) => {
      terminal.fail(messageOf(error));
    },
  });
  terminal.answer({ url: listener.url }, () => `Listening on ${listener.url}`);
  await untilAborted(stop);
  await listener.stop();
  return exitCodes.fine;
}

function recordOf(received: Received): object {
  switch (received.kind) {
    case 'accepted':
      return { accepted: true, payload: received.payload.json };
    case 'repeated':
      return { accepted: false, reason: 'repeated' };
    case 'ignored':
      return { accepted: false, reason: received.reason };
  }
}

function textOf(received: Received): string {
  switch (received.kind) {
    case 'accepted': {
      const { project, branch, gate, status } = received.payload;
      const where = [project.key ?? project.name ?? '?', branch?.name].filter(Boolean).join(', ');
      return `${where}: ${gate ? `quality gate ${gate.status}` : `analysis ${status}`}`;
    }
    case 'repeated':
      return 'A delivery that was handled before';
    case 'ignored':
      return `Ignored: ${received.detail}`;
  }
}

/** The body goes to standard input, never into the command line, where a shell would read it. */
async function run(command: string, body: Buffer): Promise<void> {
  const child = spawn(command, { shell: true, stdio: ['pipe', process.stderr, process.stderr] });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // A command that does not read its input has every right to.
    if (error.code !== 'EPIPE') child.emit('error', error);
  });
  child.stdin.end(body);
  const exitCode = await ended;
  if (exitCode !== 0)
    throw new Error(`The command ended with ${exitCode ?? 'a signal'}: the delivery counts as not handled`);
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener(
      'abort',
      () => {
        resolve();
      },
      { once: true },
    );
  });
}
