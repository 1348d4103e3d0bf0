import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RealProvisioner } from '../../test/real/realProvisioner.ts';
import { Missing } from '../cache.ts';
import { startServer, findJava } from '../real/server.ts';
import { realVersions } from '../real/versions.ts';
import { demoProject, type Breakable, type DemoPlatform } from './workspace.ts';

/** Python: of the servers' analyzers only that one may be run here. The server's own analyzer finds the issue. */
const breakable: Breakable = {
  file: 'src/greeting.py',
  text: 'def greeting(name):\n    return "Hello, " + name\n',
  issue:
    '\n\ndef farewell(name):\n    # TODO: say goodbye. The demo added this line; press the same key to remove it.\n    return name\n',
};

/** The newest real server that this machine can have, with an empty project and a gate that no issue passes. */
export async function startRealPlatform(say: (line: string) => void): Promise<DemoPlatform> {
  const version = realVersions.findLast(({ java }) => findJava(java) !== undefined);
  if (!version) throw new Missing('Real servers need Java ≥ 17, which is not installed.');
  const server = await startServer(version, say);
  try {
    const admin = await RealProvisioner.setUp(server);
    await admin.project(demoProject);
    await admin.gate('Demo', [['violations', 'GT', '0']], demoProject);
    const token = await admin.token('demo');
    return {
      breakable,
      url: server.url,
      token,
      analyze: async (folder) => {
        const source = await readFile(join(folder, breakable.file), 'utf8');
        return admin.analyse(demoProject, { files: { [breakable.file]: { source } } });
      },
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
