import { printableLines } from '../core/printable.ts';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { neutralBrand, type Brand } from '../core/brand.ts';
import type { BodyReader } from '../node/http/server/bodyReader.ts';
import { RateQuota } from '../node/http/server/rateQuota.ts';
import { ownHosts } from '../node/http/server/requestGuard.ts';
import { endpoints } from './endpoints/table.ts';
import { AnalysisEngine } from './analysis/engine.ts';
import { hashToken, newToken } from './auth/secrets.ts';
import { ensureAdministrator } from './auth/administrator.ts';
import { control, type ControlState, type ServerStatus } from './control.ts';
import { dialectOf, newestVersion, type Dialect } from './dialect.ts';
import { refuseForeign } from './http/admission.ts';
import { ExchangeServer } from './http/server.ts';
import { Router } from './http/router.ts';
import type { GateChange } from './issues/change.ts';
import { Site } from './page/site.ts';
import { AnalyzerPool } from './scanner/analyzerPool.ts';
import { Database } from './store/database.ts';
import { seed } from './store/seed.ts';
import { setting } from './store/settings.ts';
import { addToken, removeToken } from './store/tokens.ts';
import { userByLogin } from './store/users.ts';
import { isLoopbackHost } from './webhooks/targetUrl.ts';
import { WebhookSender, type SenderOptions } from './webhooks/sender.ts';

export interface EmulatorOptions {
  /** 0 (default) selects a free port. */
  readonly port?: number;
  /** Default: loopback. */
  readonly host?: string;
  /**
   * Names under which a client may call the platform, beyond those of the loopback and of `sonar.core.serverBaseURL`.
   */
  readonly allowedHosts?: readonly string[];
  /** Folder of the data; absent: a temporary folder that `stop` removes. */
  readonly data?: string;
  readonly cloud?: boolean;
  /** Version that the platform imitates: `9.9.0`, `25.12.0`, `26.9.0` or four parts. */
  readonly serverVersion?: string;
  /** Edition that the server reports; the community edition has neither branches nor pull requests. */
  readonly edition?: Edition;
  /** Plan of the organizations of a platform in cloud mode. */
  readonly plan?: Plan;
  /** Names used in requests and answers. */
  readonly brand?: Brand;
  readonly webhooks?: SenderOptions;
  /** Handlers that other modules serve beside the platform. */
  readonly mountHandlers?: MountHandlers;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Called with every unexpected error, which is reported nowhere else. */
  readonly onError?: (error: unknown) => void;
}

/** The part of the platform that a mounted handler can use. */
export interface MountContext {
  /** `http://host:port` under which this process reaches the platform. */
  readonly address: string;
  readonly isCloud: boolean;
  /** Whether a name in a Host header, IPv6 in brackets, belongs to the platform. */
  readonly isOwnHost: (name: string) => boolean;
  /** Reads bodies within the budget of the platform's server. */
  readonly bodies: BodyReader;
  /** The handler calls it when it has authenticated a request. */
  readonly onAuthenticated: (request: IncomingMessage) => void;
  readonly onError: (error: unknown) => void;
}

/** Creates the handlers that are mounted beside a platform's own paths, by path. The platform knows nothing else about them. */
export type MountHandlers = (site: MountContext) => Readonly<Record<string, RequestListener>>;

export const editions = ['community', 'developer', 'enterprise', 'datacenter'] as const;
type Edition = (typeof editions)[number];
export const plans = ['free', 'team', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

/** The context of endpoints and analyses. */
export interface ServerContext {
  readonly db: Database;
  /** Folder of the data. */
  readonly folder: string;
  readonly brand: Brand;
  readonly dialect: Dialect;
  readonly status: ServerStatus;
  /** Address in links and payloads, without trailing slash. */
  readonly url: string;
  readonly edition: Edition;
  readonly plan: Plan;
  readonly hasBranches: boolean;
  /** Whether the version and the edition have agent features; on the cloud the plan decides as well. */
  readonly hasAgentFeatures: boolean;
  readonly forcesAuthentication: boolean;
  /** Limits the passwords that an address may try. */
  readonly passwordTries: RateQuota;
  /** Whether webhooks may go to addresses inside the network. */
  readonly allowsPrivateTargets: boolean;
  readonly engine: AnalysisEngine;
  /** Analyses single files that a client sends. */
  readonly analyzers: AnalyzerPool;
  readonly now: () => number;
  /** Called when an issue change has changed a gate's status. */
  readonly onGateChange: (change: GateChange) => void;
  readonly onError: (error: unknown) => void;
}

export interface Emulator {
  /** `http://host:port`, without trailing slash. */
  readonly url: string;
  /** User token of the administrator, new at every start. */
  readonly token: string;
  /** Password of the user `admin` when this start created it; the platform stores only its hash. */
  readonly adminPassword: string | undefined;
  /** Changes version or server state while it runs. */
  control(state: Partial<ControlState>): void;
  /** Resolves when every submitted analysis has ended and every webhook delivery is finished. */
  idle(): Promise<void>;
  /** Writes a complete copy of the data to a file that doesn't exist yet. */
  backup(path: string): void;
  stop(): Promise<void>;
}

/** Passwords that an address may try. Clients use tokens, and users mistype only a few times. */
const passwordsPerMinute = 60;
const passwordsAtOnce = 30;
const startTokenName = 'platform start';

/**
 * Starts an embedded platform. Resolves once it listens.
 *
 * @throws {Failure} `busy` when another process uses the data.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const {
    brand = neutralBrand,
    now = Date.now,
    host = '127.0.0.1',
    edition = 'community',
    plan = 'free',
  } = options;
  const onError =
    options.onError ??
    ((error: unknown) => {
      process.stderr.write(
        `${printableLines(error instanceof Error ? (error.stack ?? error.message) : String(error))}\n`,
      );
    });
  let state: ControlState = {
    dialect: requireDialect(options.serverVersion ?? newestVersion, options.cloud ?? false),
    status: 'UP',
  };
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'service-platform-'));
  mkdirSync(data, { recursive: true, mode: 0o700 });
  const db = new Database(join(data, 'platform.db'));
  seed(db, state.dialect, brand, now());
  const adminPassword = ensureAdministrator(db);

  let address = '';
  const platform: ServerContext = {
    db,
    folder: data,
    brand,
    now,
    onError,
    onGateChange: (change) => {
      webhooks.gateChanged(change);
    },
    get dialect() {
      return state.dialect;
    },
    get status() {
      return state.status;
    },
    get url() {
      return setting(db, 'sonar.core.serverBaseURL') ?? address;
    },
    get forcesAuthentication() {
      return setting(db, 'sonar.forceAuthentication') !== 'false';
    },
    get allowsPrivateTargets() {
      // Callers of a platform on the loopback can reach this machine anyway. A platform that other machines reach must
      // not give them access to the network.
      const asked = setting(db, 'sonar.validateWebhooks');
      return asked === undefined ? isLoopbackHost(host) : asked !== 'true';
    },
    edition,
    plan,
    hasBranches: edition !== 'community' || state.dialect.isCloud,
    get hasAgentFeatures() {
      const { isCloud, agentFeatures } = state.dialect;
      return isCloud || (agentFeatures && (edition === 'enterprise' || edition === 'datacenter'));
    },
    get engine() {
      return engine;
    },
    analyzers: new AnalyzerPool(1),
    passwordTries: new RateQuota(passwordsPerMinute, now, passwordsAtOnce),
  };
  const webhooks = new WebhookSender(platform, options.webhooks ?? {});
  const engine = new AnalysisEngine(platform, (task) => webhooks.analysed(task));
  const apply = (change: Partial<ControlState>): void => {
    state = { ...state, ...change };
  };
  const router = new Router(endpoints, onError);
  const site = new Site(platform, router);
  let mounted: ReturnType<MountHandlers> = {};
  const isNamed = ownHosts([host, ...(options.allowedHosts ?? [])]);
  const isOwnHost = (name: string): boolean => isNamed(name) || name === new URL(platform.url).hostname;
  const server = new ExchangeServer({
    respond: (exchange) => {
      if (exchange.url.startsWith('/_platform/')) return control(platform, exchange, apply);
      return router.owns(platform, exchange.url) ? router.answer(platform, exchange) : site.answer(exchange);
    },
    onError,
    refuse: (headers, method) => refuseForeign(headers, method, isOwnHost),
    handlerAt: (path) => (Object.hasOwn(mounted, path) ? mounted[path] : undefined),
  });
  const port = await server.listen(options.port ?? 0, host).catch((error: unknown) => {
    db.close();
    throw error;
  });
  address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const { isCloud } = state.dialect;
  const { bodies } = server;
  const onAuthenticated = (request: IncomingMessage): void => {
    server.confirm(request);
  };
  mounted = options.mountHandlers?.({ address, isCloud, isOwnHost, bodies, onAuthenticated, onError }) ?? {};
  engine.start();

  return {
    url: address,
    token: mintStartToken(db, now()),
    adminPassword,
    control: apply,
    async idle() {
      await engine.idle();
      await webhooks.idle();
    },
    backup: (path) => {
      db.backup(path);
    },
    async stop() {
      await server.close();
      await engine.stop();
      await webhooks.idle();
      await platform.analyzers.close();
      db.close();
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

function requireDialect(version: string, cloud: boolean): Dialect {
  const dialect = dialectOf(version, cloud);
  if (!dialect) throw new RangeError(`${version} is no server version`);
  return dialect;
}

function mintStartToken(db: Database, now: number): string {
  const admin = userByLogin(db, 'admin');
  if (!admin) throw new Error('There is no user "admin"');
  const token = newToken('USER_TOKEN');
  const name = `${startTokenName} ${randomBytes(4).toString('hex')}`;
  db.transaction(() => {
    // The token of the previous start is not used any more.
    for (const { name: old } of db.all<{ name: string }>(
      `SELECT name FROM tokens WHERE userId = ? AND name LIKE '${startTokenName} %'`,
      admin.id,
    ))
      removeToken(db, admin.id, old);
    addToken(db, {
      userId: admin.id,
      name,
      hash: hashToken(token),
      kind: 'USER_TOKEN',
      projectId: null,
      organization: null,
      createdAt: now,
      expiresAt: null,
    });
  });
  return token;
}
