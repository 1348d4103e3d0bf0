import { RateQuota } from '../node/http/server/rateQuota.ts';
import { isLoopbackAddress } from '../node/http/server/requestGuard.ts';
import { AnalysisEngine } from './analysis/engine.ts';
import { AnalyzerPool } from './scanner/analyzerPool.ts';
import type { ControlState, ServerContext } from './serverContext.ts';
import { setting } from './store/settings.ts';
import { WebhookSender, type SenderOptions } from './webhooks/sender.ts';

type Fixed = Pick<ServerContext, 'db' | 'folder' | 'brand' | 'edition' | 'plan' | 'now' | 'onError'>;

interface LiveContextOptions {
  /** Address on which the platform listens; only this machine reaches a loopback address. */
  readonly host: string;
  readonly webhooks: SenderOptions;
}

/** The context of a running platform, with the analyses and the webhook deliveries that it starts. */
export interface LiveContext extends ServerContext {
  readonly control: (change: Partial<ControlState>) => void;
  /**
   * Resumes the analyses that an earlier process did not finish.
   * @param address `http://host:port` on which the platform listens now
   */
  readonly start: (address: string) => void;
  readonly idle: () => Promise<void>;
  /** Finishes the current analysis and all deliveries, then closes the data. */
  readonly close: () => Promise<void>;
}

/** Passwords that an address may try. Clients use tokens, and users mistype only a few times. */
const passwordsPerMinute = 60;
const passwordsAtOnce = 30;

export function createContext(fixed: Fixed, options: LiveContextOptions, initial: ControlState): LiveContext {
  const { db, edition, now } = fixed;
  let state = initial;
  let ownAddress = '';
  const context: ServerContext = {
    ...fixed,
    hasBranches: edition !== 'community' || initial.dialect.isCloud,
    passwordTries: new RateQuota(passwordsPerMinute, now, passwordsAtOnce),
    get dialect() {
      return state.dialect;
    },
    get status() {
      return state.status;
    },
    get url() {
      return setting(db, 'sonar.core.serverBaseURL') ?? ownAddress;
    },
    get forcesAuthentication() {
      return setting(db, 'sonar.forceAuthentication') !== 'false';
    },
    get allowsPrivateTargets() {
      // Callers of a platform on the loopback can reach this machine anyway. A platform that other machines reach must
      // not give them access to the network.
      const validates = setting(db, 'sonar.validateWebhooks');
      return validates === undefined ? isLoopbackAddress(options.host) : validates !== 'true';
    },
    get hasAgentFeatures() {
      const { isCloud, agentFeatures } = state.dialect;
      return isCloud || (agentFeatures && (edition === 'enterprise' || edition === 'datacenter'));
    },
    submitReport: (project, report) => engine.submit(project, report),
    analyzeFile: (file) => analyzers.analyze(file),
    onGateChange: (change) => webhooks.gateChanged(change),
  };
  const analyzers = new AnalyzerPool(1);
  const webhooks = new WebhookSender(context, options.webhooks);
  const engine = new AnalysisEngine(context, (task) => webhooks.analyzed(task));
  return Object.assign(context, {
    control: (change: Partial<ControlState>) => {
      state = { ...state, ...change };
    },
    start: (address: string) => {
      ownAddress = address;
      engine.start();
    },
    idle: async () => {
      await engine.idle();
      await webhooks.idle();
    },
    close: async () => {
      await engine.stop();
      await webhooks.idle();
      await analyzers.close();
      db.close();
    },
  });
}
