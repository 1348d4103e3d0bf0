import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../../src/node/process/findProgram.ts';
import { cacheFolder, installOnce } from '../cache.ts';
import { run } from '../processGroup.ts';

const version = 'v2.15.2';

/**
 * Returns the path of a NATS server for tests: the program in `NATS_SERVER`; the one in the cache, which Go builds from
 * the module proxy (about 90 s, once); or the one on PATH, such as Debian's package. Undefined if all are missing.
 */
export async function installNats(say: (text: string) => void): Promise<string | undefined> {
  if (process.env.NATS_SERVER !== undefined) return process.env.NATS_SERVER;
  const home = join(cacheFolder(), 'nats', version);
  const program = join(home, 'nats-server');
  if (existsSync(program)) return program;
  if (findProgram('go') !== undefined) {
    try {
      await installOnce(home, async (work) => {
        say(`Building the NATS server ${version} with Go …`);
        await run('go', ['install', `github.com/nats-io/nats-server/v2@${version}`], work, { GOBIN: work });
        return work;
      });
      return program;
    } catch (error) {
      say(`Go could not build it: ${String(error)}`);
    }
  }
  return findProgram('nats-server');
}
