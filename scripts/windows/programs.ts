import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** What `forwarder.go` sends first, in one line. */
interface Request {
  readonly name: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: readonly string[];
}

/** Drive C inside of the system. Drive Z is its root. */
export const driveC = '/prefix/drive_c';

/** Makes the objects of git writable, because Wine cannot remove read-only files as Windows does. */
const writableObjects = `"$0" "$@"; code=$?; case $PWD in */Temp/*)
find . -path '*/objects/*' -type f ! -perm -200 -exec chmod u+w {} + 2>/dev/null;; esac; exit $code`;

/** Runs Linux programs of a system for Windows programs in it, with translated paths, as `forwarder.go` asks. */
export function serveProgram(system: string): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    // The forwarder may be killed at any time.
    socket.on('error', () => undefined);
    let head = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf('\n');
      if (end === -1) return;
      socket.off('data', onData);
      socket.pause();
      socket.unshift(head.subarray(end + 1));
      answer(system, JSON.parse(head.subarray(0, end).toString()) as Request, socket);
    };
    socket.on('data', onData);
  });
}

function answer(system: string, { name, args, cwd, env }: Request, socket: Socket): void {
  const path = (text: string): string => linuxPath(system, text);
  const variables = env.flatMap((pair) => {
    const [key = ''] = pair.split('=', 1);
    return /^(?:GIT_|LC_|LANG|TZ|HOME$|USERPROFILE$)/i.test(key)
      ? [`${key === 'USERPROFILE' ? 'HOME' : key}=${path(pair.slice(key.length + 1))}`]
      : [];
  });
  const child = spawn(
    'chroot',
    [
      system,
      '/usr/bin/env',
      '-i',
      '-C',
      path(cwd),
      'PATH=/usr/bin:/bin',
      ...variables,
      '/bin/sh',
      '-c',
      writableObjects,
      name,
      ...args.map(path),
    ],
    { stdio: 'pipe' },
  );
  const send = (kind: number, data: Buffer): void => {
    const header = Buffer.alloc(5);
    header.writeUInt8(kind);
    header.writeUInt32BE(data.length, 1);
    socket.write(Buffer.concat([header, data]));
  };
  child.stdout.on('data', (data: Buffer) => send(1, windowsPaths(data)));
  child.stderr.on('data', (data: Buffer) => send(2, windowsPaths(data)));
  // A program may end before it has read all.
  child.stdin.on('error', () => undefined);
  socket.pipe(child.stdin);
  child.once('close', (code) => {
    send(3, Buffer.from([code ?? 255]));
    socket.end();
  });
  socket.once('close', () => child.kill());
}

/** Translates a path with a drive, also behind an option such as `--git-dir=`, and finds its names in any case. */
function linuxPath(system: string, text: string): string {
  if (text.toLowerCase() === 'nul') return '/dev/null';
  const match = /^(-[\w-]+=|[\w.]+=|:\(.*?\))?(?:\\\\\?\\)?([CZ]):([\\/].*)?$/is.exec(text);
  if (!match) return text;
  const [, before = '', drive = '', rest = ''] = match;
  const top = drive.toLowerCase() === 'c' ? driveC : '';
  const found = rest
    .split(/[\\/]/)
    .filter((name) => name !== '')
    .reduce((folder, name) => join(folder, realName(join(system, folder), name)), top || '/');
  return before + found;
}

function realName(folder: string, name: string): string {
  const isFolder = existsSync(folder) && statSync(folder).isDirectory();
  if (!isFolder || existsSync(join(folder, name))) return name;
  return readdirSync(folder).find((entry) => entry.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Prints paths as Git for Windows does: `C:/…`. */
function windowsPaths(data: Buffer): Buffer {
  const text = data.toString('latin1');
  const translated = text
    .replaceAll(`${driveC}/`, 'C:/')
    .replace(/(^|[\s"'=(:])\/(service-ide|tmp)\//gm, '$1Z:/$2/');
  return Buffer.from(translated, 'latin1');
}
