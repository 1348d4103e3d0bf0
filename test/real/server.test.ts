import { startServer, type RealServer } from '../../scripts/real/server.ts';
import { versionNamed } from '../../scripts/real/versions.ts';
import { platformScenarios } from '../contract/scenarios.ts';
import { toolScenarios } from '../contract/toolScenarios.ts';
import { loopScenario } from '../ui/loopScenario.ts';
import { relayScenario } from '../ui/relayScenario.ts';
import { threeWindows } from '../ui/threeWindows.ts';
import { browserScenarios } from './browserScenarios.ts';
import { deprecatedEndpoints } from './deprecatedEndpoints.ts';
import { gateScenario } from './gateScenario.ts';
import { issuesScenario } from './issuesScenario.ts';
import { lineScenario } from './lineScenario.ts';
import { RealProvisioner } from './realProvisioner.ts';
import { requestScenarios } from './requestScenarios.ts';
import { recoveryScenario } from './recoveryScenario.ts';
import { loopReal, watchedReal } from './watchedReal.ts';

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

  platformScenarios(
    () => admin,
    () => undefined,
  );
  deprecatedEndpoints(() => admin);
  toolScenarios(() => admin);
  browserScenarios(() => server);
  loopScenario(() => loopReal(admin));
  issuesScenario(() => admin);
  lineScenario(() => admin);
  relayScenario(() => watchedReal(admin, 'relayed'), { isLong: true });
  threeWindows(50, () => watchedReal(admin, 'windows'));
  requestScenarios(() => admin);
  gateScenario(() => admin);
  // Last, because it restarts the server.
  recoveryScenario(
    () => admin,
    () => server,
  );
});
