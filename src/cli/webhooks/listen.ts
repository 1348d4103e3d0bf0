// eslint-disable-next-line no-restricted-imports -- runs the command line that the user gave with --exec, by a shell
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { messageOf } from '../../core/failures.ts';
import { printable } from '../../core/printable.ts';
import { brands } from '../../core/brand.ts';
import {
  recentDeliveries,
  type DeliveryRecord,
  WebhookReceiver,
  type Received,
} from '../../core/webhooks/receiver.ts';
import { openDeliveryFolder } from '../../node/files/deliveryFolder.ts';
import { serviceHome } from '../../node/files/serviceHome.ts';
import { listenForWebhooks } from '../../node/http/webhookListener.ts';
import { exitCodes, invalidOptions, type ExitCode } from '../exitCodes.ts';
import type { Context } from '../program.ts';
import { secretFrom } from '../options.ts';

export interface ListenOptions {
  readonly port: string;
  readonly path: string;
  /** Names of environment variables. A secret in an argument would appear in every list of processes. */
  readonly secretEnv: readonly string[];
  readonly exec?: string;
  readonly runDuplicates?: true;
  readonly allowedHost: readonly string[];
}

/** Our variables with secrets: tokens, and what opens stored tokens, keys, proxies and NATS. */
const ownSecrets = /^SERVICE_\w*(?:TOKEN|PASSPHRASE|PASSWORD)$/;

/** Receives deliveries until `stop` aborts: answers each at once, then processes them one at a time. */
export async function listen(context: Context, options: ListenOptions, stop: AbortSignal): Promise<ExitCode> {
  const { terminal } = context;
  const { env } = terminal.host;
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw invalidOptions(`--port ${options.port} is not a port number`);
  if (!options.path.startsWith('/')) throw invalidOptions('--path must begin with a slash');
  const secrets = options.secretEnv.map((name) => secretFrom(env, name));
  if (secrets.length === 0)
    terminal.warn('No --secret-env: deliveries are accepted from anyone who can reach this port.');
  const { exec } = options;
  const listener = await listenForWebhooks({
    receiver: new WebhookReceiver({ secrets, record: recordOfDeliveries(context, options) }),
    port,
    path: options.path,
    allowedHosts: options.allowedHost,
    onDelivery: async (received, body) => {
      const { text, ...line } = described(received, options.secretEnv);
      terminal.answer(line, () => printable(text));
      if (received.kind !== 'accepted' || exec === undefined) return;
      const exitCode = await run(exec, body, environmentOf(env, options.secretEnv));
      if (exitCode !== 0)
        terminal.fail(
          `The command ended with ${exitCode ?? 'a signal'}. It is not run again for this delivery.`,
        );
    },
    onError: (error) => terminal.fail(messageOf(error)),
  });
  terminal.answer({ url: listener.url }, () => `Listening on ${listener.url}`);
  if (!stop.aborted) await once(stop, 'abort');
  await listener.stop();
  return exitCodes.fine;
}

/** Returns the record of accepted bodies, of this run and earlier ones; an empty record with `--run-duplicates`. */
function recordOfDeliveries(
  { terminal }: Context,
  { port, path, runDuplicates }: ListenOptions,
): DeliveryRecord {
  if (runDuplicates) return recentDeliveries(0);
  return openDeliveryFolder({
    folder: serviceHome(terminal.host.env).deliveries,
    // Two webhooks send the same body, each to its own address.
    scope: `${port}${path}`,
    log: terminal,
  });
}

/** Returns the fields of the answer, and the text in their place. */
function described(received: Received, secretEnv: readonly string[]) {
  switch (received.kind) {
    case 'accepted': {
      const { project, branch, gate, status, json } = received.payload;
      const where = [project.key ?? project.name ?? '?', branch?.name].filter(Boolean).join(', ');
      const text = `${where}: ${gate ? `quality gate ${gate.status}` : `analysis ${status}`}`;
      return { accepted: true, payload: json, text };
    }
    case 'duplicate': {
      const text = 'Duplicate delivery ignored (to accept redeliveries, use --run-duplicates)';
      return { accepted: false, reason: 'duplicate', text };
    }
    case 'ignored': {
      const fix =
        received.reason === 'wrongSignature'
          ? `. Check that ${secretEnv.join(' or ')} is the secret of the webhook`
          : '';
      const text = `Ignored at ${new Date().toISOString()}: ${received.detail}${fix}`;
      return { accepted: false, reason: received.reason, text };
    }
  }
}

/** Returns `env` without the variables that would let the command sign deliveries or act as the user. */
function environmentOf(env: NodeJS.ProcessEnv, secretEnv: readonly string[]): NodeJS.ProcessEnv {
  // Windows ignores the case of variable names.
  const variableKey = (name: string): string => (process.platform === 'win32' ? name.toUpperCase() : name);
  const tokens = brands.map(({ environment }) => environment.token);
  const hidden = new Set([...secretEnv, ...tokens].map(variableKey));
  const isHidden = (key: string): boolean => hidden.has(key) || ownSecrets.test(key);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isHidden(variableKey(name))));
}

/**
 * Runs the command for a delivery. The body goes to standard input, never into the command line, which a shell would
 * interpret. Returns the exit code, or null after a signal.
 *
 * @throws when the command cannot be started.
 */
async function run(command: string, body: Buffer, env: NodeJS.ProcessEnv): Promise<number | null> {
  const child = spawn(command, { shell: true, env, stdio: ['pipe', process.stderr, process.stderr] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  child.stdin.on('error', (error: NodeJS.ErrnoException) => {
    // A command may end without reading its input.
    if (error.code !== 'EPIPE') child.emit('error', error);
  });
  child.stdin.end(body);
  return (await ended)[0];
}
