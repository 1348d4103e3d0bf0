import type { Brand } from '../core/brand.ts';
import { RateQuota } from '../node/http/server/rateQuota.ts';
import { isLoopbackAddress } from '../node/http/server/requestGuard.ts';
import { AnalysisEngine } from './analysis/engine.ts';
import { AnalyzerPool } from './scanner/analyzerPool.ts';
import type { ControlState, Edition, Plan, ServerContext } from './serverContext.ts';
import type { Database } from './store/database.ts';
import { setting } from './store/settings.ts';
import { WebhookSender, type SenderOptions } from './webhooks/sender.ts';

interface LiveContextOptions {
  readonly db: Database;
  readonly folder: string;
  readonly brand: Brand;
  /** Address on which the platform listens; only this machine reaches a loopback address. */
  readonly host: string;
  readonly edition: Edition;
  readonly plan: Plan;
  readonly webhooks: SenderOptions;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Passwords that an address may try. Clients use tokens, and users mistype only a few times. */
const passwordsPerMinute = 60;
const passwordsAtOnce = 30;

/** The context of a running platform, with the analyses and the webhook deliveries that it starts. */
export class LiveContext implements ServerContext {
  readonly db: Database;
  readonly folder: string;
  readonly brand: Brand;
  readonly edition: Edition;
  readonly plan: Plan;
  readonly hasBranches: boolean;
  readonly passwordTries: RateQuota;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
  readonly #isLoopback: boolean;
  readonly #analyzers = new AnalyzerPool(1);
  readonly #webhooks: WebhookSender;
  readonly #engine: AnalysisEngine;
  #state: ControlState;
  #address = '';

  constructor(options: LiveContextOptions, state: ControlState) {
    const { db, folder, brand, host, edition, plan, now, onError } = options;
    this.db = db;
    this.folder = folder;
    this.brand = brand;
    this.edition = edition;
    this.plan = plan;
    this.now = now;
    this.onError = onError;
    this.hasBranches = edition !== 'community' || state.dialect.isCloud;
    this.passwordTries = new RateQuota(passwordsPerMinute, now, passwordsAtOnce);
    this.#isLoopback = isLoopbackAddress(host);
    this.#state = state;
    this.#webhooks = new WebhookSender(this, options.webhooks);
    this.#engine = new AnalysisEngine(this, (task) => this.#webhooks.analyzed(task));
  }

  get dialect(): ControlState['dialect'] {
    return this.#state.dialect;
  }

  get status(): ControlState['status'] {
    return this.#state.status;
  }

  get url(): string {
    return setting(this.db, 'sonar.core.serverBaseURL') ?? this.#address;
  }

  get forcesAuthentication(): boolean {
    return setting(this.db, 'sonar.forceAuthentication') !== 'false';
  }

  get allowsPrivateTargets(): boolean {
    // Callers of a platform on the loopback can reach this machine anyway. A platform that other machines reach must
    // not give them access to the network.
    const validates = setting(this.db, 'sonar.validateWebhooks');
    return validates === undefined ? this.#isLoopback : validates !== 'true';
  }

  get hasAgentFeatures(): boolean {
    const { isCloud, agentFeatures } = this.dialect;
    return isCloud || (agentFeatures && (this.edition === 'enterprise' || this.edition === 'datacenter'));
  }

  readonly submitReport: ServerContext['submitReport'] = (project, submitter, report) =>
    this.#engine.submit(project, submitter, report);

  readonly analyzeFile: ServerContext['analyzeFile'] = (file) => this.#analyzers.analyze(file);

  readonly onGateChange: ServerContext['onGateChange'] = (change) => this.#webhooks.gateChanged(change);

  readonly control = (change: Partial<ControlState>): void => {
    this.#state = { ...this.#state, ...change };
  };

  /**
   * Resumes the analyses that an earlier process did not finish.
   * @param address `http://host:port` on which the platform listens now
   */
  start(address: string): void {
    this.#address = address;
    this.#engine.start();
  }

  /** Resolves when every submitted analysis has ended and every webhook delivery is finished. */
  async idle(): Promise<void> {
    await this.#engine.idle();
    await this.#webhooks.idle();
  }

  /** Finishes the current analysis and all deliveries, then closes the data. */
  async close(): Promise<void> {
    await this.#engine.stop();
    await this.#webhooks.idle();
    await this.#analyzers.close();
    this.db.close();
  }
}
