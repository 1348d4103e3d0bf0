import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { cacheFolder, installOnce, Missing } from '../cache.ts';
import { run } from '../processGroup.ts';
import { oldest, type RealVersion } from './versions.ts';

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
    unpack(zip, work, (path) =>
      path.includes('/lib/extensions/') ? isWanted(path, server) : !path.includes('/jres/'),
    );
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
    unpack(zip, work, () => true);
    const unpacked = readdirSync(work).find((name) => /^sonar-scanner-[\d.]+$/.test(name));
    if (unpacked === undefined) throw new Error(`${basename(zip)} holds no scanner`);
    chmodSync(join(work, unpacked, 'bin/sonar-scanner'), 0o755);
    return join(work, unpacked);
  });
  return join(home, 'bin/sonar-scanner');
}

async function borrowAnalyzer(target: string, say: (text: string) => void): Promise<void> {
  const lender = await installServer(oldest, say);
  mkdirSync(target, { recursive: true });
  for (const jar of readdirSync(join(lender, 'lib/extensions')))
    if (jar.startsWith('sonar-python-plugin'))
      copyFileSync(join(lender, 'lib/extensions', jar), join(target, jar));
}

function isWanted(path: string, { plugins }: RealVersion): boolean {
  return plugins.some((plugin) => plugin.test(basename(path)));
}

async function fetchArtifact(coordinates: string, directory: string): Promise<string> {
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy';
  if (findProgram('mvn') === undefined) throw new Missing('mvn is not installed');
  const options = [`-Dartifact=${coordinates}`, `-DoutputDirectory=${directory}`];
  await run('mvn', ['-B', '-q', copy, ...options], directory);
  const zip = readdirSync(directory).find((name) => name.endsWith('.zip'));
  if (zip === undefined) throw new Missing(`Maven did not bring ${coordinates}`);
  return join(directory, zip);
}

/**
 * Unpacks the files and folders of an archive that are wanted, by their paths in it. None becomes executable.
 * @throws Error for a path that leaves the folder
 */
function unpack(zip: string, folder: string, isWantedPath: (path: string) => boolean): void {
  const files = unzipSync(readFileSync(zip), { filter: ({ name }) => isWantedPath(name) });
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    if (!path.startsWith(join(folder, '/'))) throw new Error(`${basename(zip)} holds ${name}`);
    const isFolder = name.endsWith('/');
    mkdirSync(isFolder ? path : dirname(path), { recursive: true });
    if (!isFolder) writeFileSync(path, bytes);
  }
}
