import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installScanner } from './install.ts';
import type { RealServer } from './server.ts';
import { versionNamed, type RealVersion } from './versions.ts';

const run = promisify(execFile);

export interface Scan {
  readonly project: string;
  readonly directory: string;
  readonly token: string;
  readonly properties?: Readonly<Record<string, string>>;
}

/** The working folder of the scanner, in which it leaves `report-task.txt`. */
export function scanFolder(server: RealServer, project: string): string {
  return join(server.directory, 'scanner', project);
}

/** Analyses a folder with the platform's own scanner; resolves with the id of the background task it queued. */
export async function scan(server: RealServer, scan: Scan, say: (text: string) => void): Promise<string> {
  const version = versionNamed(server.version);
  if (!version) throw new Error(`No real server named ${server.version}`);
  const scanner = await installScanner(version, say);
  const work = scanFolder(server, scan.project);
  mkdirSync(work, { recursive: true });
  const properties = { ...fixedProperties(server, version, work), ...scan.properties };
  const given = Object.entries(properties).map(([name, value]) => `-D${name}=${value}`);
  await run(scanner, [...given, `-Dsonar.projectKey=${scan.project}`], {
    cwd: scan.directory,
    // A token is a property of this scanner; by the environment it is in no list of processes.
    env: {
      PATH: process.env.PATH,
      HOME: server.directory,
      JAVA_HOME: dirname(dirname(server.java)),
      SONARQUBE_SCANNER_PARAMS: JSON.stringify({ [version.scanner.tokenProperty]: scan.token }),
    },
    maxBuffer: 16 * 1024 * 1024,
  });
  const report = readFileSync(join(work, 'report-task.txt'), 'utf8');
  const task = /^ceTaskId=(.+)$/m.exec(report)?.[1];
  if (task === undefined) throw new Error('The scanner named no task');
  return task;
}

function fixedProperties(server: RealServer, { scanner }: RealVersion, work: string): Record<string, string> {
  return {
    'sonar.host.url': server.url,
    'sonar.working.directory': work,
    'sonar.userHome': join(server.directory, 'scanner-home'),
    'sonar.scm.disabled': 'true',
    'sonar.python.version': '3',
    // The server's own Java images were not unpacked.
    ...(scanner.tokenProperty === 'sonar.token' && {
      'sonar.scanner.skipJreProvisioning': 'true',
      'sonar.scanner.javaExePath': server.java,
    }),
  };
}
