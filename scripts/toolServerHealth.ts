/**
 * The health check of the tool server in a container; the image has this file as `/app/health.mts`. It reads the arguments of
 * the server and exits with code 0 if the server works. A server with `--transport http` or `https` works if its port accepts
 * connections. A server over stdio has no port and always counts as working, because the container ends when it ends.
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const words = readFileSync(process.argv[2] ?? '/proc/1/cmdline', 'utf8').split('\0');

/** The value of `--option value` or `--option=value`. */
function valueOf(option: string): string | undefined {
  const joined = words.find((word) => word.startsWith(`${option}=`));
  if (joined !== undefined) return joined.slice(option.length + 1);
  return words.includes(option) ? words[words.indexOf(option) + 1] : undefined;
}

const transport = valueOf('--transport') ?? 'stdio';
if (transport !== 'stdio') {
  const port = Number(valueOf('--port') ?? (transport === 'https' ? 8443 : 8080));
  const host = valueOf('--host') ?? '127.0.0.1';
  // A server on all addresses is also on this one.
  const isEverywhere = ['::', '0.0.0.0'].includes(host);
  const socket = connect({ port, host: isEverywhere ? '127.0.0.1' : host, timeout: 2000 });
  socket.once('connect', () => process.exit(0));
  for (const failure of ['timeout', 'error']) socket.once(failure, () => process.exit(1));
}
