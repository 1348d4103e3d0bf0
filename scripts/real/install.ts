import { execFile } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { cacheFolder } from '../cacheFolder.ts';
import { installOnce } from '../installOnce.ts';
import { Missing } from './missing.ts';
import { oldest, type RealVersion } from './versions.ts';

const run = promisify(execFile);

/** Unpacked, stripped server of `version`; read-only from then on, its data lives elsewhere. Installed once into SERVICE_CACHE. */
export async function installServer(server: RealVersion, say: (text: string) => void): Promise<string> {
  const home = join(cacheFolder(), 'servers', server.version);
  await installOnce(home, async (work) => {
    say(`Fetching server ${server.version} …`);
    const zip = await fetchArtifact(
      `org.sonarsource.sonarqube:sonar-application:${server.version}:zip`,
      work,
    );
    // Analyzers under a foreign licence are not even unpacked.
    await unzip(zip, work, ['*/lib/extensions/*', '*/jres/*']);
    for (const plugin of (await list(zip)).filter((path) => isWanted(path, server)))
      await unzip(zip, work, [], plugin);
    const unpacked = readdirSync(work).find((name) => name.startsWith('sonarqube-'));
    if (unpacked === undefined) throw new Error(`${basename(zip)} holds no server`);
    const root = join(work, unpacked);
    if (server.borrowsAnalyzer) await borrowAnalyzer(join(root, 'extensions/plugins'), say);
    for (const file of readdirSync(join(root, 'elasticsearch/bin')))
      chmodSync(join(root, 'elasticsearch/bin', file), 0o755);
    return root;
  });
  return home;
}

/** The scanner's start script. Installed once into SERVICE_CACHE. */
export async function installScanner({ scanner }: RealVersion, say: (text: string) => void): Promise<string> {
  const home = join(cacheFolder(), 'scanners', scanner.version);
  await installOnce(home, async (work) => {
    say(`Fetching scanner ${scanner.version} …`);
    const zip = await fetchArtifact(
      `org.sonarsource.scanner.cli:sonar-scanner-cli:${scanner.version}:zip`,
      work,
    );
    await unzip(zip, work, []);
    const unpacked = readdirSync(work).find((name) => /^sonar-scanner-[\d.]+$/.test(name));
    if (unpacked === undefined) throw new Error(`${basename(zip)} holds no scanner`);
    return join(work, unpacked);
  });
  return join(home, 'bin/sonar-scanner');
}

async function borrowAnalyzer(target: string, say: (text: string) => void): Promise<void> {
  const lender = await installServer(oldest, say);
  mkdirSync(target, { recursive: true });
  for (const jar of readdirSync(join(lender, 'lib/extensions')).filter((name) =>
    name.startsWith('sonar-python-plugin'),
  ))
    copyFileSync(join(lender, 'lib/extensions', jar), join(target, jar));
}

function isWanted(path: string, { plugins }: RealVersion): boolean {
  return path.includes('/lib/extensions/') && plugins.some((plugin) => plugin.test(basename(path)));
}

async function fetchArtifact(coordinates: string, directory: string): Promise<string> {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  await program('mvn', ['-B', '-q', copy, `-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`]);
  const zip = readdirSync(directory).find((name) => name.endsWith('.zip'));
  if (zip === undefined) throw new Missing(`Maven did not bring ${coordinates}`);
  return join(directory, zip);
}

async function list(zip: string): Promise<string[]> {
  return (await program('unzip', ['-Z1', zip])).split('\n');
}

async function unzip(
  zip: string,
  directory: string,
  without: readonly string[],
  only?: string,
): Promise<void> {
  const excluded = without.length > 0 ? ['-x', ...without] : [];
  await program('unzip', [
    '-q',
    '-o',
    zip,
    ...(only === undefined ? [] : [only]),
    ...excluded,
    '-d',
    directory,
  ]);
}

async function program(name: string, args: readonly string[]): Promise<string> {
  try {
    return (await run(name, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      throw new Missing(`${name} is not installed`);
    throw error;
  }
}
