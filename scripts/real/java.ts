import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RealVersion } from './versions.ts';

/** The lowest Java on this machine that starts the server: JAVA_HOME, PATH, /usr/lib/jvm. Undefined: none. */
export function findJava({ major, jdk }: RealVersion['java']): string | undefined {
  const installed = readdirSync('/usr/lib/jvm', { withFileTypes: true }).map(({ name }) =>
    join('/usr/lib/jvm', name),
  );
  const candidates = [process.env.JAVA_HOME, ...installed]
    .filter((home) => home !== undefined)
    .map((home) => join(home, 'bin/java'))
    .filter((java) => existsSync(java) && (!jdk || existsSync(java.replace(/java$/, 'javac'))));
  return [...candidates, ...(jdk ? [] : ['java'])]
    .map((java) => ({ java, found: majorOf(java) }))
    .filter(({ found }) => found >= major)
    .sort((a, b) => a.found - b.found)[0]?.java;
}

/** Returns the major version; 0 if the program is missing or does not run here. */
function majorOf(java: string): number {
  // It prints to stderr.
  const { stderr } = spawnSync(java, ['-XshowSettings:properties', '-version'], { encoding: 'utf8' });
  return Number(/java\.specification\.version = (\d+)/.exec(stderr)?.[1] ?? 0);
}
