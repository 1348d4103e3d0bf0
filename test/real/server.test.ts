import { startServer, type RealServer } from '../../scripts/real/server.ts';
import { versionNamed } from '../../scripts/real/versions.ts';
import { stories } from '../contract/stories.ts';
import { toolStories } from '../contract/toolStories.ts';
import { relayStory } from '../ui/relayStory.ts';
import { threeWindows } from '../ui/threeWindows.ts';
import { browserStories } from './browserStories.ts';
import { editorStory } from './editorStory.ts';
import { RealProvisioner } from './realProvisioner.ts';
import { watchedReal } from './watchedReal.ts';

const version = versionNamed(process.env.SERVICE_REAL_VERSION ?? '');
if (!version) throw new Error('SERVICE_REAL_VERSION names the server; run it by `npm run test:real`');

describe(`real server ${version.version}`, () => {
  let server: RealServer;
  let admin: RealProvisioner;

  before(async () => {
    server = await startServer(version, console.error);
    admin = await RealProvisioner.setUp(server);
  });
  after(() => server.stop());

  stories(
    () => admin,
    () => undefined,
  );
  toolStories(() => admin);
  browserStories(() => server);
  editorStory(() => admin);
  relayStory(() => watchedReal(admin, 'relayed'), { isLong: true });
  threeWindows(50, () => watchedReal(admin, 'windows'));
});
